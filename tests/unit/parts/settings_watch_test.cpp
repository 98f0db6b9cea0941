// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/settings.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <atomic>
#include <future>
#include <gmock/gmock.h>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::Scratch;

/// A home directory that blocks each look until the test releases it.
class Home {
public:
    Home() = default;
    Home(const Home &) = delete;
    Home &operator=(const Home &) = delete;
    ~Home() { answers(); }

    [[nodiscard]] SettingsFiles::Read read() const
    {
        return [open = m_open, asked = m_asked](const std::string &path) {
            return ++*asked, open.wait(), read_rc_text(path);
        };
    }
    [[nodiscard]] unsigned asked() const { return *m_asked; }
    void answers()
    {
        if (!std::exchange(m_answers, true))
            m_opens.set_value();
    }

private:
    std::promise<void> m_opens;
    std::shared_future<void> m_open = m_opens.get_future().share();
    std::shared_ptr<std::atomic<unsigned>> m_asked = std::make_shared<std::atomic<unsigned>>(0);
    bool m_answers = false;
};

class SettingsWatchTest : public testing::Test {
protected:
    SettingsWatchTest() { scratch.dir("user"); }
    ~SettingsWatchTest() override
    {
        home.answers();
        watch.reset();
        EXPECT_TRUE(becomes_quiet());
    }

    void starts(SettingsFiles::Read read = read_rc_text)
    {
        watch.emplace(
            ConfigDirs{.user = scratch.path("user"), .system = {scratch.path("system")}},
            [this](const Event &event) {
                if (const auto *settings = std::get_if<event::SettingsRead>(&event))
                    read_settings = settings->settings;
            },
            std::move(read));
        watch->start();
    }
    void write(const std::string &text) { scratch.file("user/headroomrc", text); }
    [[nodiscard]] std::string written() const
    {
        return read_rc_text(scratch.path("user/headroomrc")).value_or("unreadable");
    }

    Scratch scratch;
    Home home;
    std::vector<Setting> read_settings;
    std::optional<SettingsWatch> watch;
};

TEST_F(SettingsWatchTest, TheStartHasThemAtOnce)
{
    write("[Boost]\nCpuWeight=600\n");
    const std::vector<Setting> written_ones{{"Boost/CpuWeight", "600"}};
    // The start waits for a second at most, in which a busy machine may run no thread of ours.
    for (int i = 0; i < 3 && read_settings != written_ones; ++i)
        starts();
    EXPECT_EQ(read_settings, written_ones);
}

TEST_F(SettingsWatchTest, TheStartDoesNotWaitForAHomeThatHangs)
{
    write("[Boost]\nCpuWeight=600\n");
    const gint64 began = g_get_monotonic_time();
    starts(home.read());
    EXPECT_LT(g_get_monotonic_time() - began, 5'000'000);
    EXPECT_EQ(read_settings, std::vector<Setting>{}) << "the defaults hold";
    home.answers();
    EXPECT_TRUE(comes_true(
        [&] { return read_settings == std::vector<Setting>{{"Boost/CpuWeight", "600"}}; }));
}

TEST_F(SettingsWatchTest, WhatIsWantedWhileItHangsIsRefusedInTime)
{
    starts(home.read());
    std::vector<std::string> answers;
    for (const char *weight : {"600", "700"})
        watch->set("Boost/CpuWeight", weight, [&](const Result<void> &done) {
            answers.push_back(done ? "done" : done.error().sentence);
        });
    EXPECT_EQ(answers, std::vector<std::string>{}) << "the call doesn't wait";
    ASSERT_TRUE(comes_true([&] { return answers.size() == 2; }));
    EXPECT_THAT(answers, testing::Each(testing::HasSubstr("a file system doesn't answer")));
    home.answers();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(written(), "") << "no caller waits for it any more";
}

TEST_F(SettingsWatchTest, AFloodOfWishesIsRefused)
{
    starts(home.read());
    unsigned refused = 0;
    for (int i = 0; i < 100; ++i)
        watch->set("Boost/CpuWeight", "600",
                   [&](const Result<void> &done) { refused += done ? 0 : 1; });
    EXPECT_EQ(refused, 36U);
}

/// In turn. Otherwise, the second would overwrite what the first has yet to write.
TEST_F(SettingsWatchTest, TwoWishesAreBothWritten)
{
    starts();
    std::vector<bool> answers;
    const auto answered = [&](const Result<void> &done) { answers.push_back(done.has_value()); };
    watch->set("Boost/CpuWeight", "600", answered);
    watch->set("Pressure/Response", "warn", answered);
    watch->set("No/Such", "1", answered);
    EXPECT_EQ(answers, std::vector<bool>{false})
        << "an invalid setting is refused without reading files";
    ASSERT_TRUE(comes_true([&] { return answers.size() == 3; }));
    EXPECT_EQ(answers, (std::vector<bool>{false, true, true}));
    EXPECT_EQ(written(), "[Boost]\nCpuWeight=600\n\n[Pressure]\nResponse=warn\n");
    EXPECT_EQ(read_settings,
              (std::vector<Setting>{{"Boost/CpuWeight", "600"}, {"Pressure/Response", "warn"}}));
}

/// A mistake in the file must not keep what was taken out of it on request.
TEST_F(SettingsWatchTest, BesideAMistakeAValueGoesBackToItsDefaultToo)
{
    write("x=1\n[Boost]\nCpuWeight=600\n[General]\nNotifications=false\n");
    starts();
    std::optional<bool> answer;
    watch->set("General/Notifications", "true",
               [&](const Result<void> &done) { answer = done.has_value(); });
    ASSERT_TRUE(comes_true([&] { return answer.has_value(); }));
    EXPECT_TRUE(*answer);
    EXPECT_EQ(read_settings, (std::vector<Setting>{{"Boost/CpuWeight", "600"}}));
}

TEST_F(SettingsWatchTest, AChangeWhileTheyAreReadIsSeen)
{
    write("[Boost]\nCpuWeight=600\n");
    starts();
    write("[Boost]\nCpuWeight=700\n");
    EXPECT_TRUE(comes_true(
        [&] { return read_settings == std::vector<Setting>{{"Boost/CpuWeight", "700"}}; }));
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "kept_needs.h"
#include "main_context.h"
#include "scratch.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace headroom {

namespace {

using seen::Scratch;

class KeptNeedsFile : public testing::Test {
public:
    Scratch scratch;
    std::string path = scratch.path("state/needs.json");
    std::map<AppId, NeedHistory> all{{"org.kde.kate", {{20'782, 7}, {20'783, 220'200'960}}},
                                     {"\"quoted\"", {{1, 8}}}};

    [[nodiscard]] std::string problem() const
    {
        const auto read = read_needs(path);
        return read ? "" : read.error().sentence;
    }
};

TEST_F(KeptNeedsFile, WhatWasWrittenIsRead)
{
    ASSERT_TRUE(write_needs(path, all));
    const auto read = read_needs(path);
    ASSERT_TRUE(read) << problem();
    std::map<AppId, NeedHistory> found;
    for (const DayNeed &need : *read)
        found[need.app][need.day] = need.bytes;
    EXPECT_EQ(found, all);
    struct stat about{};
    ASSERT_EQ(stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777U, 0600U) << "others need not know which apps there are";
    ASSERT_TRUE(write_needs(path, {}));
    EXPECT_TRUE(read_needs(path).value().empty());
    EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST_F(KeptNeedsFile, WithoutAFileThereAreNone)
{
    const auto read = read_needs(path);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->empty());
}

TEST_F(KeptNeedsFile, WhatIsNoRegularFileIsRefused)
{
    scratch.file("elsewhere", "{\"needs\":[]}");
    scratch.link("state/needs.json", scratch.path("elsewhere"));
    EXPECT_NE(problem(), "");
    std::filesystem::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    EXPECT_NE(problem().find("is no file of this user"), std::string::npos) << problem();
    std::filesystem::remove(path);
    std::filesystem::create_directories(path);
    EXPECT_NE(problem(), "");
    EXPECT_FALSE(write_needs(path, all));
    std::filesystem::remove_all(path);
    scratch.link("state/needs.json.new", scratch.path("elsewhere"));
    EXPECT_FALSE(write_needs(path, all)) << "what it points to is not overwritten";
    EXPECT_EQ(scratch.text("elsewhere"), "{\"needs\":[]}");
}

TEST_F(KeptNeedsFile, WhatCouldNotBeReadIsPutAsideBeforeAnythingIsWritten)
{
    scratch.file("state/needs.json", "of a newer version");
    int events = 0;
    KeptNeeds kept{path, [&](const Event &) { ++events; }};
    kept.start();
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(events, 0);
    EXPECT_TRUE(seen::comes_true([&] {
        kept.add("org.kde.kate", 1);
        kept.save({});
        return std::filesystem::exists(path + ".unread");
    }));
    EXPECT_EQ(scratch.text("state/needs.json.unread"), "of a newer version");
    EXPECT_TRUE(seen::comes_true([&] { return problem().empty(); })) << "the new one is written";
}

/// The daemon's end waits for it.
TEST_F(KeptNeedsFile, ItIsIdleOnceAllIsWritten)
{
    KeptNeeds kept{path, [](const Event &) {}};
    EXPECT_TRUE(kept.is_idle());
    kept.add("org.kde.kate", 1);
    EXPECT_FALSE(kept.is_idle()) << "it is to be written";
    kept.save({});
    EXPECT_FALSE(kept.is_idle()) << "it is being written";
    EXPECT_TRUE(seen::comes_true([&] { return kept.is_idle(); }));
    EXPECT_EQ(read_needs(path).value().size(), 1U);
}

TEST_F(KeptNeedsFile, WhatWasMeasuredLongAgoIsNotEmitted)
{
    std::vector<DayNeed> emitted;
    const Emit emit = [&](const Event &what) { emitted = std::get<event::NeedsKept>(what).needs; };
    KeptNeeds{"", emit}.add("org.kde.kate", 7);
    const std::vector<DayNeed> today = std::exchange(emitted, {});
    ASSERT_EQ(today.size(), 1U);
    all = {{"gimp", {{1, 8}}}, {"org.kde.kate", {{1, 8}, {today[0].day, 7}, {last_day, 9}}}};
    ASSERT_TRUE(write_needs(path, all));
    KeptNeeds kept{path, emit};
    kept.start();
    EXPECT_TRUE(seen::comes_true([&] { return !emitted.empty(); }));
    EXPECT_EQ(emitted, today);
}

TEST_F(KeptNeedsFile, WhatMakesNoSenseIsRefusedWithASentence)
{
    for (const char *text :
         {"", "nonsense", "[]", "{}", R"({"needs":7})", R"({"needs":[7]})",
          R"({"needs":[{"day":1,"bytes":1}]})", R"({"needs":[{"app":"a","day":-1,"bytes":1}]})",
          R"({"needs":[{"app":"a","day":4294967296,"bytes":1}]})",
          R"({"needs":[{"app":"a","day":1,"bytes":-1}]})",
          R"({"needs":[{"app":"a","day":1,"bytes":9007199254740993}]})"}) {
        scratch.file("state/needs.json", text);
        EXPECT_NE(problem(), "") << text;
    }
    scratch.file("state/needs.json", std::string((1 << 20) + 1, ' '));
    EXPECT_NE(problem().find("is longer than 1 MiB"), std::string::npos);
}

} // namespace

} // namespace headroom

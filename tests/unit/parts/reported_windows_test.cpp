// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/reported_windows.h"

#include "parts/heard_windows.h"
#include "parts/scratch.h"

#include <format>
#include <gmock/gmock.h>
#include <string>
#include <string_view>

namespace headroom {

namespace {

using seen::Scratch;

constexpr const char *snapshot =
    R"({"source":"kwin","sent":1,"type":"snapshot","windows":[],"focus":null})";
constexpr const char *focus = R"({"source":"kwin","sent":1,"type":"focus","focus":null})";
constexpr const char *ask = R"({"source":"kwin","sent":1,"type":"ask"})";
constexpr const char *end = R"({"source":"kwin","sent":1,"type":"end"})";

class Reported : public testing::Test {
protected:
    Scratch scratch;
    Emit emit = [](const Event &) {};
    Result<CgroupDirs> dirs{(scratch.dir("m"), CgroupDirs::open(scratch.path()))};
    UnitWatch units{*dirs, "/m", emit};
    ProcessWatch processes{ProcessTable{}, units, emit};
    WindowSources sources{emit};
    std::vector<std::string> told; ///< the compositor of each notice that a request waits
    Result<void> reached; ///< the answer to such a notice
    ReportedWindows windows{processes, sources,
                            [this](std::string_view compositor) {
                                told.emplace_back(compositor);
                                return reached;
                            },
                            emit};

    void SetUp() override { ASSERT_EQ(wish(snapshot), ""); }

    std::string wish(const char *report)
    {
        return windows.report("kwin", report).value_or("refused");
    }
};

TEST_F(Reported, WhatIsToCloseIsSaidOnceToWhoeverAsks)
{
    EXPECT_EQ(wish(ask), "");
    ASSERT_TRUE(sources.close({"{1}"}));
    ASSERT_TRUE(sources.close({"{2}"}));
    EXPECT_EQ(told, (std::vector<std::string>{"kwin", "kwin"}));
    EXPECT_EQ(wish(focus), "") << "the reporter may be gone before it reads the answer";
    EXPECT_EQ(wish(ask), "close {1} {2}");
    EXPECT_EQ(wish(ask), "");
}

TEST_F(Reported, OnlyWhatOneCompositorReportsCounts)
{
    EXPECT_EQ(windows.report("gnome-shell", end).value_or("refused"), "");
    windows.compositor_gone("gnome-shell");
    EXPECT_EQ(wish(focus), "") << "its windows are still known";
    windows.compositor_gone("kwin");
    EXPECT_EQ(wish(focus), "snapshot");
}

TEST_F(Reported, EachKindOfWishIsAnAnswerOfItsOwn)
{
    ASSERT_TRUE(sources.minimise({"{2}", "{3}"}));
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(told, (std::vector<std::string>{"kwin", "kwin"}));
    EXPECT_EQ(wish(ask), "close {1}");
    EXPECT_EQ(wish(ask), "minimise {2} {3}");
    EXPECT_EQ(wish(ask), "");
    wish(end);
    EXPECT_FALSE(sources.minimise({"{2}"})) << "no source reports windows any more";
}

TEST_F(Reported, AnotherCompositorIsNotMeant)
{
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(windows.report("gnome-shell", ask).value_or("refused"), "");
    EXPECT_EQ(wish(ask), "close {1}");
}

TEST_F(Reported, WhoAsksTooLateClosesNothing)
{
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(wish(end), "");
    EXPECT_EQ(wish(snapshot), "");
    EXPECT_EQ(wish(ask), "") << "it was switched off in between";
    windows.longest_wait_us = -1;
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(wish(ask), "");
}

TEST_F(Reported, WhoCannotBeToldClosesNothing)
{
    reached = error(ErrorKind::Failed, "it is gone");
    EXPECT_FALSE(sources.close({"{1}"}));
    EXPECT_EQ(wish(ask), "");
    wish(end);
    EXPECT_FALSE(sources.close({"{1}"})) << "no source reports windows any more";
}

std::string window_of(std::string_view id, std::string_view app)
{
    return std::format(R"({{"id":"{}","pid":0,"app":"{}","kind":"normal","hidden":false,)"
                       R"("fullscreen":false}})",
                       id, app);
}

std::string snapshot_of(std::string_view all, std::string_view in_front)
{
    return std::format(R"({{"type":"snapshot","windows":[{}],"focus":"{}"}})", all, in_front);
}

class HeardReports : public seen::HeardWindows {
protected:
    ReportedWindows windows{processes, sources, [](std::string_view) { return Result<void>{}; },
                            emit};

    std::string wish(std::string_view report, std::string_view compositor = "kwin")
    {
        return windows.report(compositor, report).value_or("refused");
    }

    void SetUp() override
    {
        EXPECT_EQ(wish(snapshot_of(window_of("1", "foot"), "1")), "");
        hears({"source kwin", "1 foot", "focus 1"});
    }
};

TEST_F(HeardReports, AnAppIdThatIsTooLongHidesNoOtherWindow)
{
    const std::string both = window_of("1", "foot") + "," + window_of("2", std::string(300, 'x'));
    EXPECT_EQ(wish(snapshot_of(both, "2")), "");
    hears({"1 foot", "2 ", "focus 2"});
}

TEST_F(HeardReports, AStartIsPassedOnIfItNamesAnApp)
{
    std::vector<AppId> starting;
    windows.on_starting = [&](const AppId &app) { starting.push_back(app); };
    EXPECT_EQ(wish(R"({"type":"starting","app":"firefox"})"), "");
    EXPECT_EQ(wish(R"({"type":"starting","app":"/"})"), "");
    EXPECT_EQ(wish(R"({"type":"starting","app":"kate"})", "gnome-shell"), "")
        << "another compositor reports the windows";
    EXPECT_THAT(starting, testing::ElementsAre("firefox"));
    EXPECT_THAT(said, testing::IsEmpty());
}

TEST_F(HeardReports, AfterAnUnreadableSnapshotWindowsAreUnknown)
{
    const std::string unreadable = snapshot_of("{}", "1");
    EXPECT_EQ(wish(R"({"type":"gone"})"), "refused");
    EXPECT_EQ(wish(unreadable, "gnome-shell"), "refused");
    EXPECT_THAT(said, testing::IsEmpty()) << "neither is a snapshot of this compositor";
    EXPECT_EQ(wish(unreadable), "refused");
    hears({"source "});
    EXPECT_EQ(wish(focus), "snapshot");
    EXPECT_EQ(wish(snapshot_of(window_of("1", "foot"), "1")), "");
    hears({"source kwin", "1 foot", "focus 1"});
    EXPECT_EQ(wish(snapshot_of(window_of("1", std::string(1U << 20U, 'x')), "1")), "refused");
    hears({"source "});
}

} // namespace

} // namespace headroom

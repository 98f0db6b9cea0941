// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/reported_windows.h"

#include "parts/scratch.h"

#include <gtest/gtest.h>

namespace headroom {

namespace {

using seen::Scratch;

constexpr const char *snapshot = R"({"source":"kwin","sent":1,"type":"snapshot","windows":[],"focus":null})";
constexpr const char *focus = R"({"source":"kwin","sent":1,"type":"focus","focus":null})";
constexpr const char *end = R"({"source":"kwin","sent":1,"type":"end"})";

class Reported : public testing::Test {
protected:
    Scratch scratch;
    Emit emit = [](const Event &) {};
    Result<CgroupDirs> dirs{(scratch.dir("m"), CgroupDirs::open(scratch.path()))};
    UnitWatch units{*dirs, "/m", emit};
    ProcessWatch processes{ProcessTable{}, units, emit};
    WindowSources sources{emit};
    ReportedWindows windows{processes, sources, emit};
    std::vector<std::string> wanted; ///< reports, of whom

    void SetUp() override
    {
        windows.report_wanted = [this](std::string_view compositor) { wanted.emplace_back(compositor); };
        ASSERT_EQ(wish(snapshot), "");
    }

    std::string wish(const char *report) { return windows.report("kwin", report).value_or("refused"); }
};

TEST_F(Reported, WhatIsToCloseIsSaidOnceToWhoeverReportsNext)
{
    ASSERT_TRUE(sources.close({"{1}", "{2}"}));
    EXPECT_EQ(wanted, std::vector<std::string>{"kwin"});
    EXPECT_EQ(wish(focus), "close {1} {2}");
    EXPECT_EQ(wish(focus), "");
}

TEST_F(Reported, ABadReportTakesNothingAway)
{
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(wish("{"), "refused");
    EXPECT_EQ(wish(snapshot), "close {1}");
}

TEST_F(Reported, AReporterThatComesLaterClosesNothing)
{
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(wish(end), "");
    EXPECT_EQ(wish(snapshot), "");
    windows.longest_wait_to_close_us = -1;
    ASSERT_TRUE(sources.close({"{1}"}));
    EXPECT_EQ(wish(focus), "") << "it was asked too long ago";
}

TEST_F(Reported, WhereNobodyTellsNobodyCloses)
{
    wish(end);
    EXPECT_FALSE(sources.close({"{1}"}));
    EXPECT_TRUE(wanted.empty());
}

} // namespace

} // namespace headroom

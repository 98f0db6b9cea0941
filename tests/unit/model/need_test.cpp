// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/need.h"
#include "policy/explain.h"
#include "seen.h"

#include <format>

namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST(Needs, TheOldestGo)
{
    std::map<AppId, NeedHistory> all;
    for (std::int32_t day = 100; day < 120; ++day)
        keep(all, {"kate", day, 7});
    EXPECT_EQ(all.at("kate").size(), 14U);
    EXPECT_EQ(all.at("kate").begin()->first, 106);
    keep(all, {"kate", 119, 8});
    EXPECT_EQ(all.at("kate").size(), 14U);
    EXPECT_EQ(all.at("kate").at(119), 8U) << "the last one of a day counts";
    for (int i = 0; i < 255; ++i)
        keep(all, {std::format("app-{}", i), 106 + i / 20, 7});
    EXPECT_EQ(all.size(), most_apps_kept);
    EXPECT_EQ(all.size(), 200U);
    keep(all, {"another", 119, 7});
    EXPECT_EQ(all.size(), most_apps_kept);
    EXPECT_FALSE(all.contains("app-0")) << "it was measured longest ago";
    EXPECT_TRUE(all.contains("another"));
}

TEST(Needs, OnlyTheLastTwoWeeksCount)
{
    const std::vector<DayNeed> needs{{"gimp", 106, 1}, {"kate", 107, 2}, {"kate", 120, 3}};
    EXPECT_EQ(of_two_weeks(needs, 119), needs);
    EXPECT_EQ(of_two_weeks(needs, 120), std::vector<DayNeed>(needs.begin() + 1, needs.end()));
    EXPECT_EQ(of_two_weeks(needs, 118), std::vector<DayNeed>(needs.begin(), needs.end() - 1))
        << "the clock was ahead";
    EXPECT_TRUE(of_two_weeks(needs, 134).empty());
    const std::map<AppId, NeedHistory> all{{"gimp", {{106, 1}}}, {"kate", {{107, 2}, {120, 3}}}};
    EXPECT_EQ(of_two_weeks(all, 119), all);
    EXPECT_EQ(of_two_weeks(all, 120),
              (std::map<AppId, NeedHistory>{{"kate", {{107, 2}, {120, 3}}}}));
}

TEST(Needs, AClockThatIsAheadCostsNoOtherApp)
{
    std::map<AppId, NeedHistory> all;
    keep(all, {"gimp", 106, 1});
    keep(all, {"kate", last_day, 3});
    EXPECT_TRUE(all.contains("gimp"));
}

TEST(Needs, GrowingIsThreeDaysInARowAndATenthInAll)
{
    struct Row {
        NeedHistory history;
        bool grows;
    };
    for (const Row &row :
         {Row{{}, false}, Row{{{1, 100}, {2, 200}}, false},
          Row{{{1, 100}, {2, 105}, {9, 110}}, true}, Row{{{1, 100}, {2, 105}, {9, 109}}, false},
          Row{{{1, 100}, {2, 100}, {3, 200}}, false}, Row{{{1, 100}, {2, 200}, {3, 190}}, false},
          Row{{{1, 300}, {2, 100}, {3, 105}, {4, 110}}, true},
          Row{{{1, 100}, {2, 104}, {3, 107}, {4, 110}}, true}}) {
        const auto found = growing(row.history);
        EXPECT_EQ(found.has_value(), row.grows) << testing::PrintToString(row.history);
        if (found) {
            EXPECT_EQ((*found)[2], row.history.rbegin()->second);
            EXPECT_EQ((*found)[0], std::next(row.history.rbegin(), 2)->second);
        }
    }
}

TEST(Needs, ADateIsThatOfTheDay)
{
    EXPECT_EQ(date_of(0), "1970-01-01");
    EXPECT_EQ(date_of(20'783), "2026-11-26");
    EXPECT_EQ(date_of(last_day), "2243-10-17") << "no later day is read from a file";
}

TEST(Needs, WhatWasKeptIsSaidUntilItIsMeasuredAgain)
{
    Desk desk;
    const App kate = desk.app("kate");
    const auto said = [&] {
        return in_english(explain(desk.session, desk.config, "kate", desk.now));
    };
    EXPECT_THAT(said(), Not(Contains(HasSubstr("needed"))));
    desk.happens(event::NeedsKept{{{"kate", 20'781, 210 * mib}, {"gimp", 20'781, mib}}});
    EXPECT_THAT(said(), Contains("kate needed 210 MiB when it was measured on 2026-11-24."));
    desk.happens(event::NeedsKept{{{"kate", 20'782, 260 * mib}, {"kate", 20'783, 330 * mib}}});
    EXPECT_THAT(said(), Contains("kate needed 330 MiB when it was measured on 2026-11-26."));
    EXPECT_THAT(said(),
                Contains("Its need grows: 210 MiB, 260 MiB and 330 MiB on the last three "
                         "days on which it was measured."));
    const UnitMemory seen{.unit = kate.unit, .current = 90 * mib};
    desk.happens(event::WorkingSetsSeen{.units = {seen}, .memory = {}, .swapped_out = {}});
    EXPECT_THAT(said(), Not(Contains(HasSubstr("when it was measured"))));
}

} // namespace

} // namespace headroom

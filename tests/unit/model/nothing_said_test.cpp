// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event.h"
#include "model/job.h"
#include "model/session.h"
#include "model/settings.h"
#include "policy/rank_culprits.h"
#include "policy/wanted.h"

#include <gtest/gtest.h>

// What no event has stated isn't so, and an id that was never set identifies nothing
// (model/event.h, model/ids.h). A member that is left out must claim nothing.
namespace headroom {

namespace {

TEST(NothingSaid, WhoHasNoIdIsNobody)
{
    EXPECT_EQ(UnitId{}.inode, 0U);
    EXPECT_EQ(ProcessId{}.pid, 0);
    EXPECT_EQ(ProcessId{}.start_ticks, 0U);
    EXPECT_EQ(event::StreamSeen{}.stream.id, 0U);
    EXPECT_EQ(event::UnitDescribed{}.main_pid, 0) << "none";
    EXPECT_EQ(Shell{}.started_by, 0);
    EXPECT_EQ(PressureSample{}.focused_unit, UnitId{}) << "no unit";
    EXPECT_EQ(
        (Action{.what = action::Unnotify{}, .unit = {}, .name = {}, .app = {}, .reason = {}}.unit),
        UnitId{})
        << "it concerns no unit";
    EXPECT_EQ(action::Adopt{}.parents, UnitId{}) << "nothing has left it behind";
}

TEST(NothingSaid, AFactClaimsNoMoreThanItSays)
{
    EXPECT_FALSE(Ancestor{}.has_tty);
    EXPECT_FALSE(Window{}.hidden || Window{}.fullscreen);
    EXPECT_FALSE(Stream{}.running);
    EXPECT_FALSE(event::UnitDescribed{}.starts_programs);
    EXPECT_FALSE(event::LeftBehind{}.by_guest);
    EXPECT_FALSE(event::AppDescribed{}.terminal || event::AppDescribed{}.shows_windows);
    EXPECT_FALSE(event::WindowSourceChanged{}.reports_visibility
                 || event::WindowSourceChanged{}.offers_to_end);
    EXPECT_FALSE(event::UnitInspected{}.readable);
    EXPECT_FALSE(event::JobSeen{}.shared);
    EXPECT_FALSE(event::CapabilityFound{}.available)
        << "a machine has no capability that wasn't found";
    EXPECT_FALSE(event::QuitLookedFor{}.offered);
    EXPECT_FALSE(event::ScreenReaderSeen{}.running);
    EXPECT_TRUE(event::PopupChosen{}.shown) << "unless stated otherwise they are shown";
    EXPECT_FALSE(event::FreezerSettled{}.frozen);
    EXPECT_FALSE(event::Reclaimed{}.all);
    EXPECT_EQ(event::Reclaimed{}.bytes, 0U);
    EXPECT_EQ(event::Adopted{}.processes, 0U);
    EXPECT_FALSE(UnitUse{}.marked_exempt);
    EXPECT_FALSE(UnitMemory{}.marked_exempt);
}

TEST(NothingSaid, AMachineWithoutFiguresHasNone)
{
    EXPECT_EQ(MemoryLevel{}.total, 0U);
    EXPECT_EQ(MemoryLevel{}.available, 0U);
    EXPECT_EQ(MemoryLevel{}.active_file, 0U);
    EXPECT_EQ(MemoryLevel{}.swap_total, 0U);
    EXPECT_EQ(MemoryLevel{}.swap_free, 0U);
    EXPECT_EQ(UnitGrowth{}.gave_back, 0U);
    EXPECT_EQ(Growth{}.over, Duration::zero());
    EXPECT_EQ(Culprit{}.share, 0);
    EXPECT_EQ(Culprit{}.held, 0U);
}

TEST(NothingSaid, NothingIsInForceBeforeItIsDone)
{
    const Unit unit{};
    EXPECT_FALSE(unit.is_slice || unit.is_split);
    const AppInfo app{};
    EXPECT_FALSE(app.terminal || app.shows_windows);
    EXPECT_FALSE(Launch{}.by_bus);
    EXPECT_FALSE(CloseWish{}.unasked) << "nothing is lost unless it was requested";
    const GentleReclaim gentle{};
    EXPECT_FALSE(gentle.under_way || gentle.file_pages_only || gentle.no_file_pages);
    EXPECT_EQ(gentle.slices, 0U);
    EXPECT_EQ(gentle.bytes, 0U);
    const Inspection inspection{};
    EXPECT_FALSE(inspection.readable || inspection.outdated);
    EXPECT_FALSE(CapabilityState{}.available);
    const Lease lease{};
    EXPECT_FALSE(lease.in_turn || lease.reclaimed_dry);
    EXPECT_EQ(lease.reclaimed, 0U);
    EXPECT_EQ(Offences{}.count, 0U);
    EXPECT_FALSE(FreezeRequest{}.once_behind || FreezeRequest{}.minimised);
    EXPECT_FALSE(Notice{}.frozen || Notice{}.transient);
    EXPECT_TRUE(Notice{}.may_be_frozen);
    EXPECT_FALSE(action::Freeze{}.in_turn);
    EXPECT_FALSE(WantedFreeze{}.in_turn);
    EXPECT_EQ(action::Reclaim{}.bytes, 0U);
    EXPECT_FALSE(action::Reclaim{}.file_pages_only);
    EXPECT_FALSE(Job{}.shared);
    const Session session;
    EXPECT_FALSE(session.visibility_known || session.ending || session.screen_reader);
    EXPECT_FALSE(session.windows_lost) << "there was no source of windows yet";
    EXPECT_TRUE(session.shows_popup);
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "model/placement.h"
#include "seen.h"

#include <format>

// Single events that look alike, and of which only one changes something.
namespace headroom {

namespace {

using namespace seen;

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

UnitMemory has_a_mebibyte(UnitId unit)
{
    return {.unit = unit,
            .current = mib,
            .memory_stalled = {},
            .io_stalled = {},
            .marked_exempt = false};
}

event::WorkingSetsSeen looked_at(const UnitMemory &memory)
{
    return {.units = {memory}, .memory = {}, .swapped_out = {}};
}

// Units

TEST(Session, ADirectoryThatIsNeitherASliceNorAUnitIsNone)
{
    Desk desk;
    desk.happens(event::UnitAppeared{UnitId{900}, "/lxc.payload"});
    desk.happens(event::UnitAppeared{UnitId{901}, std::format("{}/payload", manager)});
    desk.happens(event::UnitAppeared{UnitId{902}, "/user.slice"});
    EXPECT_FALSE(desk.session.units.contains(UnitId{900}));
    EXPECT_FALSE(desk.session.units.contains(UnitId{901}));
    EXPECT_TRUE(desk.session.units.contains(UnitId{902}));
}

TEST(Session, AUnitWithoutAnIdIsNamedByTheSliceAboveIt)
{
    Desk desk;
    const UnitId server =
        desk.unit("app.slice/app-org.example.Editor.slice/app-editor@server.service");
    const UnitId nameless = desk.unit("app.slice/app-org.example.Editor.slice/server.service");
    EXPECT_EQ(desk.session.units.at(server).app, "editor");
    EXPECT_EQ(desk.session.units.at(nameless).app, "org.example.Editor");
}

TEST(Session, AUnitIsKnownToSystemdAsItself)
{
    Desk desk;
    const App app = desk.app("app");
    const UnitId anew{900}; // at the same path: the end of the one before is yet to be reported
    desk.happens(event::UnitAppeared{anew, desk.session.units.at(app.unit).full_path});
    EXPECT_EQ(known_to_systemd(desk.session, app.unit), app.unit);
    EXPECT_EQ(known_to_systemd(desk.session, anew), anew);
}

/// The tab stays when the terminal's own unit is gone.
TEST(Session, ATabsUnitIsNoMemberOfASlice)
{
    Desk desk;
    const UnitId terminal = desk.unit("app.slice/app-org.kde.konsole-1.scope");
    const UnitId other = desk.unit("app.slice/app-org.kde.kate-1.scope");
    const UnitId tab = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(2).scope");
    desk.happens(event::UnitGone{tab});
    EXPECT_EQ(desk.session.members.at({"app.slice"}), (std::set{terminal, other}));
}

/// It is the app of one unit, and one of the names of another app.
TEST(Session, AnAppIsCalledWhatItIsBeforeWhatItsUnitsAreCalled)
{
    Desk desk;
    const UnitId service = desk.unit("app.slice/app-chromium@1f.service");
    const UnitId scope = desk.unit("app.slice/app-org.chromium.Chromium-77.scope");
    desk.happens(event::AppDescribed{.app = "chromium",
                                     .name = "Chromium",
                                     .terminal = false,
                                     .never_frozen = {},
                                     .shows_windows = true});
    desk.happens(event::UnitTied{service, {{scope, TieKind::SameProgram}}});
    ASSERT_EQ(desk.session.app_called("org.chromium.Chromium"), "chromium");
    desk.unit("app.slice/app-org.chromium.Chromium-88.scope");
    EXPECT_EQ(desk.session.app_called("org.chromium.Chromium"), "org.chromium.Chromium");
    EXPECT_EQ(desk.session.app_called(""), "");
}

TEST(Session, AFactOfAUnitWithoutAnAppConcernsNoApp)
{
    Desk desk;
    const UnitId service = desk.unit("session.slice/pipewire.service");
    desk.changed = {};
    desk.happens(event::JobSeen{service, "pipewire", {}});
    EXPECT_THAT(desk.changed.apps, IsEmpty());
}

// Processes and windows

TEST(Session, AProcessIsNamedByItsOwnNormalWindow)
{
    Desk desk;
    const App other = desk.app("org.example.Other");
    const UnitId unit = desk.unit("app.slice/run-u4.scope");
    const ProcessId process = desk.process(unit, "python3");
    desk.window(process, "org.example.Popup", WindowKind::Shell);
    desk.happens(event::ProcessSeen{desk.session.processes.at(process)});
    EXPECT_EQ(desk.session.units.at(unit).app, "") << "neither another's window nor a popup";
    desk.window(process, "org.example.Player");
    EXPECT_EQ(desk.session.units.at(unit).app, "org.example.Player");
}

/// What is kept of owners must not be from before the end of that fact.
TEST(Session, AUnitIsAnAppsFromTheFactOnThatNamesIt)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/run-u4.scope");
    desk.window(desk.process(unit, "python3"), "org.example.Player");
    EXPECT_THAT(app_units(desk.session), testing::ElementsAre(unit));
    EXPECT_THAT(desk.session.owners()->nobodys, IsEmpty());
}

TEST(Session, AnIdThatIsReadConcernsTheWindowsOfThatProcess)
{
    Desk desk;
    const UnitId one = desk.unit("app.slice/run-u4.scope");
    const UnitId other = desk.unit("app.slice/run-u5.scope");
    const ProcessId first = desk.process_unread(one, "python3");
    desk.window(first, "");
    desk.window(desk.process_unread(other, "python3"), "");
    for (const UnitId unit : {one, other})
        desk.happens(event::UnitInspected{unit, {}, true});
    desk.happens(event::HintRead{first, "org.example.Player"});
    EXPECT_TRUE(desk.session.inspections.at(one).outdated) << "it is as if its window were new";
    EXPECT_FALSE(desk.session.inspections.at(other).outdated);
}

TEST(Session, WhatIsLeftBehindIsKeptOnlyWhereItMayBe)
{
    Desk desk;
    const UnitId own = desk.unit("app.slice/app-org.example.App-1.scope");
    const UnitId elsewhere = desk.unit("session.slice/pipewire.service");
    const ProcessId child = desk.process(elsewhere, "app");
    desk.happens(event::LeftBehind{child, own, false});
    EXPECT_THAT(desk.session.left_behind, IsEmpty());
}

TEST(Session, OnlyANewWindowOutdatesAnInspection)
{
    Desk desk;
    const App app = desk.app("app");
    desk.happens(event::UnitInspected{app.unit, {}, true});
    const auto is_outdated = [&] { return desk.session.inspections.at(app.unit).outdated; };
    desk.changes(app.window, [](Window &window) { window.fullscreen = true; });
    EXPECT_FALSE(is_outdated());
    desk.window(app.process, app.id);
    EXPECT_TRUE(is_outdated());
}

/// What it needed in the background is forgotten when it is in use again, not before.
TEST(Session, AWorkingSetEndsWhenAWindowIsInSight)
{
    Desk desk;
    const App app = desk.app("app");
    desk.changes(app.window, [](Window &window) { window.hidden = true; });
    desk.happens(looked_at(has_a_mebibyte(app.unit)));
    ASSERT_TRUE(desk.session.working_sets.contains(app.unit));
    desk.changes(app.window, [](Window &window) { window.fullscreen = true; });
    EXPECT_TRUE(desk.session.working_sets.contains(app.unit)) << "it is still hidden";
    desk.changes(app.window, [](Window &window) { window.hidden = false; });
    EXPECT_FALSE(desk.session.working_sets.contains(app.unit));
}

/// Only where hidden windows aren't told may one that isn't reported have the focus.
TEST(Session, WhatIsInFrontStaysKnownUnlessNothingIsAndNobodyTellsOfHiddenWindows)
{
    for (const bool tells : {false, true}) {
        Desk desk;
        const App app = desk.app("app");
        desk.happens(event::WindowSourceChanged{"kwin", tells});
        desk.focus(app);
        desk.session.front_known = desk.now;
        desk.focus(app);
        EXPECT_TRUE(desk.session.front_known) << "the same window again";
        desk.happens(event::FocusMoved{std::nullopt});
        EXPECT_EQ(desk.session.front_known.has_value(), tells);
        desk.passes(1s);
        desk.focus(app);
        EXPECT_EQ(desk.session.front_known, desk.now - (tells ? 1s : 0s)) << "the same, once more";
    }
}

/// Two windows of X clients, of which nothing but the name is known.
TEST(Session, TheOwnerOfANameConcernsTheWindowsOfThatName)
{
    Desk desk;
    const ProcessId server = desk.process(desk.unit("session.slice/niri.service"), "Xwayland");
    desk.window(server, "org.example.One");
    desk.window(server, "org.example.Two");
    desk.changed = {};
    desk.happens(event::AppIdOwned{"org.example.One", std::nullopt});
    EXPECT_THAT(desk.changed.apps, Contains("org.example.One"));
    EXPECT_THAT(desk.changed.apps, Not(Contains("org.example.Two")));
}

// Streams, freezes and requests

TEST(Session, AnAppFallsSilentWithTheLastStreamThatRuns)
{
    Desk desk;
    const App app = desk.app("app");
    const auto stream = [&](StreamId id, bool running) {
        desk.happens(event::StreamSeen{{.id = id,
                                        .process = app.process,
                                        .app_hint = {},
                                        .kind = StreamKind::Playback,
                                        .running = running}});
    };
    stream(1, false);
    desk.happens(event::StreamGone{1});
    EXPECT_THAT(desk.session.fell_silent, IsEmpty()) << "it never played";
    stream(1, true);
    stream(2, true);
    desk.happens(event::StreamGone{1});
    EXPECT_THAT(desk.session.fell_silent, IsEmpty()) << "the other one plays on";
    desk.happens(event::StreamGone{2});
    EXPECT_EQ(desk.session.fell_silent.at(app.id), desk.now);
}

TEST(Session, ARequestToCloseWhatHasEndedIsNotForTheNextOfThatName)
{
    Desk desk;
    desk.happens(event::CloseAsked{"app"});
    EXPECT_THAT(desk.session.close_asked, IsEmpty());
    desk.app("app");
    EXPECT_THAT(desk.turns(), IsEmpty());
}

/// It was reclaimed in the background until it was frozen.
TEST(Session, ASliceOfAFrozenUnitCountsForTheFreeze)
{
    Desk desk;
    const App app = desk.app("app");
    desk.session.reclaiming[app.unit] = {.app = app.id, .under_way = true};
    desk.session.leases[app.unit] = {.app = app.id, .since = desk.now};
    desk.happens(event::Reclaimed{app.unit, 4096, false});
    EXPECT_EQ(desk.session.leases.at(app.unit).reclaimed, 4096U);
    EXPECT_FALSE(desk.session.leases.at(app.unit).reclaimed_dry) << "file pages alone, perhaps";
    EXPECT_EQ(desk.session.reclaiming.at(app.unit).bytes, 0U);
    desk.session.leases.clear();
    desk.happens(event::Reclaimed{app.unit, 8192, true});
    EXPECT_EQ(desk.session.reclaiming.at(app.unit).bytes, 8192U);
    desk.session.reclaiming.clear();
    desk.happens(event::Reclaimed{app.unit, 8192, true}); // neither is in force any more
    EXPECT_THAT(desk.session.reclaiming, IsEmpty());
}

TEST(Session, ASliceThatFoundNoFilePagesProvesNothing)
{
    struct Row {
        bool file_pages_only, all;
        std::uint64_t asked;
    };
    for (const auto &[file_pages_only, all, asked] :
         {Row{true, true, 8192}, Row{true, false, 0}, Row{false, true, 8192},
          Row{false, false, 8192}}) {
        Desk desk;
        const App app = desk.app("app");
        desk.session.working_sets[app.unit].add(has_a_mebibyte(app.unit), desk.now);
        desk.session.reclaiming[app.unit] = {
            .app = app.id, .under_way = true, .wanted = 8192, .file_pages_only = file_pages_only};
        desk.happens(event::Reclaimed{app.unit, 4096, all});
        EXPECT_EQ(desk.session.working_sets.at(app.unit).asked(), asked);
        EXPECT_EQ(desk.session.reclaiming.at(app.unit).no_file_pages, file_pages_only && !all);
    }
}

TEST(Session, OnlyFilePagesThatComeBackShowThatAllOfThemAreInUse)
{
    for (const bool file_pages_only : {true, false}) {
        Desk desk;
        const App app = desk.app("app");
        const auto look = [&](std::uint64_t returned) {
            desk.passes(6s);
            UnitMemory memory = has_a_mebibyte(app.unit);
            memory.returned = returned;
            desk.happens(looked_at(memory));
        };
        look(0);
        desk.session.reclaiming[app.unit] = {
            .app = app.id, .wanted = 8192, .file_pages_only = file_pages_only};
        desk.happens(event::Reclaimed{app.unit, 8192, true});
        look(8192);
        EXPECT_EQ(desk.session.reclaiming.at(app.unit).no_file_pages, file_pages_only);
    }
}

/// The request has the cause of the thaw.
TEST(Session, ARequestThatHasEndedIsKeptUntilTheThaw)
{
    Desk desk;
    const App app = desk.app("app");
    desk.turns();
    desk.happens(event::FreezeAsked{app.id, 0s});
    desk.happens(event::ThawAsked{app.id});
    EXPECT_THAT(desk.session.requests, IsEmpty()) << "it was not frozen yet";
    const App other = desk.frozen("other");
    desk.happens(event::ThawAsked{other.id});
    EXPECT_EQ(desk.session.requests.at(other.id).ended, ThawCause::Asked);
    EXPECT_EQ(desk.turns(), Lines{"thaw " + other.name});
    EXPECT_THAT(desk.session.requests, IsEmpty());
}

TEST(Session, ANeedBelowAMebibyteIsForgotten)
{
    Desk desk;
    const App app = desk.app("app");
    const auto kept = [&](std::uint64_t bytes) {
        desk.session.needs.clear();
        PressureSample sample{};
        sample.needs = {{app.unit, bytes, {}}};
        desk.happens(event::PressureSampled{sample});
        return desk.session.needs.contains(app.unit);
    };
    EXPECT_TRUE(kept(mib));
    EXPECT_FALSE(kept(mib - 1));
}

TEST(Session, ANeedThatIsSampledNoMoreFadesInFifteenSeconds)
{
    Desk desk;
    const App app = desk.app("app");
    PressureSample sample{};
    sample.needs = {{app.unit, 150 * mib, {}}};
    desk.happens(event::PressureSampled{sample});
    desk.passes(3s);
    desk.happens(event::PressureSampled{});
    EXPECT_EQ(desk.session.needs.at(app.unit).bytes, 120 * mib) << "twelve fifteenths are left";
}

TEST(Session, WhatCameBackIsCountedFromTheFirstSampleOnAndFadesAsANeedDoes)
{
    Desk desk;
    const App app = desk.app("app");
    const auto sampled = [&](std::optional<std::uint64_t> came_back) {
        PressureSample sample{};
        sample.needs = {{app.unit, 150 * mib, came_back}};
        desk.happens(event::PressureSampled{sample});
        return desk.session.needs.at(app.unit).back_lately;
    };
    EXPECT_EQ(sampled(900 * mib), 0U) << "since the unit exists, not lately";
    EXPECT_EQ(sampled(930 * mib), 30 * mib);
    EXPECT_EQ(sampled(930 * mib), 30 * mib);
    desk.passes(3s);
    EXPECT_EQ(sampled(930 * mib), 24 * mib) << "twelve fifteenths are left";
    EXPECT_EQ(sampled(936 * mib), 30 * mib);
}

TEST(Session, WhatCameBackWhileNothingWasSampledIsNotCounted)
{
    Desk desk;
    const App app = desk.app("app");
    PressureSample sample{};
    sample.needs = {{app.unit, 150 * mib, 90 * mib}};
    desk.happens(event::PressureSampled{sample});
    desk.passes(20min);
    sample.needs = {{app.unit, 150 * mib, 990 * mib}};
    desk.happens(event::PressureSampled{sample});
    EXPECT_EQ(desk.session.needs.at(app.unit).back_lately, 0U);
    desk.passes(100ms);
    desk.happens(event::PressureSampled{}); // another app is in front
    sample.needs = {{app.unit, 150 * mib, 1990 * mib}};
    desk.happens(event::PressureSampled{sample});
    EXPECT_EQ(desk.session.needs.at(app.unit).back_lately, 0U);
}

TEST(Session, Invariant7WhatCameBackIsUnknownSoNothingIsAdded)
{
    Desk desk;
    const App app = desk.app("app");
    for (const std::optional<std::uint64_t> came_back :
         {std::optional{90 * mib}, {}, {95 * mib}, {10 * mib}, {}}) {
        PressureSample sample{};
        sample.needs = {{app.unit, 150 * mib, came_back}};
        desk.happens(event::PressureSampled{sample});
        EXPECT_EQ(desk.session.needs.at(app.unit).back_lately, 0U);
    }
}

// What makes no sense, or concerns others

TEST(Session, WhatIsMeasuredOfAUnitThatIsGoneIsNotKept)
{
    Desk desk;
    desk.happens(looked_at(has_a_mebibyte(UnitId{900})));
    EXPECT_THAT(desk.session.working_sets, IsEmpty());
}

TEST(Session, WhatIsSaidOfNothingIsNotKept)
{
    Desk desk;
    desk.happens(event::JobSeen{UnitId{900}, "make", {}});
    EXPECT_THAT(desk.session.jobs, IsEmpty());
    desk.happens(event::ProcessSeen{});
    EXPECT_THAT(desk.session.processes, IsEmpty());
    desk.happens(event::AppNamed{ProcessId{47, 11}, "a/b"});
    EXPECT_THAT(desk.session.launches, IsEmpty());
}

TEST(Session, OnlyAServiceOfTheUsersHasAMainProcessToAskFor)
{
    Desk desk;
    const auto main_pid = [&](UnitId unit) { return desk.session.units.at(unit).main_pid; };
    EXPECT_EQ(main_pid(desk.unit("app.slice/app-kate@1.service")), std::nullopt);
    EXPECT_EQ(main_pid(desk.unit("app.slice/app-kate-1.scope")), 0);
    EXPECT_EQ(main_pid(desk.unit_at("/system.slice/cups.service")), 0);
}

TEST(Session, AShellThatWasMovedIsNoLongerInItsTerminal)
{
    Desk desk;
    const UnitId terminal = desk.unit("app.slice/app-foot-1.scope");
    const UnitId tab = desk.unit("app.slice/app-headroom.tab-foot-42.scope");
    desk.happens(event::ShellsSeen{terminal, {{{42, 420}, 7}, {{43, 430}, 7}}});
    desk.happens(event::Adopted{{42, 420}, tab, 1});
    ASSERT_EQ(desk.session.shells.at(terminal).size(), 1U);
    EXPECT_EQ(desk.session.shells.at(terminal)[0].id, (ProcessId{43, 430}));
}

} // namespace

} // namespace headroom

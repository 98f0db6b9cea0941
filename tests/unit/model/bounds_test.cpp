// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

#include <format>
#include <map>
#include <string>

// Whatever comes and goes, the session must become as small as before. tests/tree/test_bounds.py
// checks that each container is counted here.
namespace headroom {

namespace {

using namespace seen;

/// The number of entries in all containers within this one.
template<typename Container> std::size_t inner_size(const Container &container)
{
    std::size_t size = 0;
    for (const auto &[key, inner] : container)
        size += inner.size();
    return size;
}

std::map<std::string, std::size_t> sizes(const Session &session)
{
    return {
        {"in members", inner_size(session.members)},
        {"in by_app", inner_size(session.by_app)},
        {"in ties", inner_size(session.ties)},
        {"in shells", inner_size(session.shells)},
        {"in holds", inner_size(session.holds)},
        {"in unit_refusals", inner_size(session.unit_refusals)},
        {"units", session.units.size()},
        {"members", session.members.size()},
        {"by_app", session.by_app.size()},
        {"ties", session.ties.size()},
        {"started", session.started.size()},
        {"processes", session.processes.size()},
        {"tab_starters", session.tab_starters.size()},
        {"hints_awaited", session.hints_awaited.size()},
        {"windows", session.windows.size()},
        {"shows_windows_since", session.shows_windows_since.size()},
        {"unowned_windows", session.unowned_windows.size()},
        {"app_id_owners", session.app_id_owners.size()},
        {"streams", session.streams.size()},
        {"fell_silent", session.fell_silent.size()},
        {"duties", session.duties.size()},
        {"played", session.played.size()},
        {"listeners", session.listeners.size()},
        {"asked", session.asked.size()},
        {"inspections", session.inspections.size()},
        {"jobs", session.jobs.size()},
        {"shells", session.shells.size()},
        {"apps", session.apps.size()},
        {"launches", session.launches.size()},
        {"left_behind", session.left_behind.size()},
        {"fetched", session.fetched.size()},
        {"settings", session.settings.size()},
        {"partings", session.partings.size()},
        {"desktop", session.desktop.size()},
        {"working_sets", session.working_sets.size()},
        {"holds", session.holds.size()},
        {"offences", session.offences.size()},
        {"thawed_by_user", session.thawed_by_user.size()},
        {"needed", session.needed.size()},
        {"pointed_at", session.pointed_at.size()},
        {"close_asked", session.close_asked.size()},
        {"quits_itself", session.quits_itself.size()},
        {"windows_closed", session.windows_closed.size()},
        {"unfocused", session.unfocused.size()},
        {"requests", session.requests.size()},
        {"need_requests", session.need_requests.size()},
        {"need_outcomes", session.need_outcomes.size()},
        {"kept_needs", session.kept_needs.size()}, // need_test.cpp has its bounds
        {"leases", session.leases.size()},
        {"weights", session.weights.size()},
        {"protections", session.protections.size()},
        {"needs", session.needs.size()},
        {"reclaiming", session.reclaiming.size()},
        {"adopting", session.adopting.size()},
        {"rejoining", session.rejoining.size()},
        {"unit_refusals", session.unit_refusals.size()},
        {"never_settled", session.never_settled.size()},
        {"process_refusals", session.process_refusals.size()},
        {"last_reason", session.last_reason.size()},
        {"gone", session.gone.size()},
    };
}

/// Apps appear, do all that leaves something behind, and go.
class ComingAndGoing {
public:
    Session session;
    TimePoint now{1000s};
    int made = 0;

    void happens(const Event &event) { session.apply(event, now); }

    void acts(UnitId unit, const AppId &app, decltype(Action::what) what)
    {
        session.note(Action{std::move(what), unit, app + ".scope", app,
                            say("done", "withdrew the notification")},
                     now);
    }

    void comes_and_goes()
    {
        const int number = ++made;
        const AppId app = std::format("org.example.App{}", number);
        const UnitId unit{static_cast<std::uint64_t>(number)};
        const ProcessId process{number, 1};
        const WindowId window = std::format("window-{}", number);
        happens(event::UnitAppeared{
            unit, std::format("{}/app.slice/app-gnome-{}-{}.scope", manager, app, number)});
        happens(event::ProcessSeen{{.id = process,
                                    .unit = unit,
                                    .lineage = {{process, "program", false}},
                                    .app_hint = {}}});
        happens(event::AppLaunched{process, app});
        happens(
            event::AppDescribed{.app = app, .name = app, .terminal = false, .never_frozen = {}});
        happens(event::WindowSeen{
            {.id = window, .process = process, .app_hint = app, .kind = WindowKind::Normal}});
        happens(event::FocusMoved{window});
        lives(unit, app, process);
        is_frozen(unit, app);
        happens(event::WindowGone{window});
        leaves(unit, app, process);
    }

    void is_over()
    {
        // The first pass finds that they have gone, the second forgets them.
        for (int i = 0; i < 2; ++i) {
            now += 2h;
            happens(event::FocusMoved{std::nullopt});
        }
    }

private:
    void lives(UnitId unit, const AppId &app, ProcessId process)
    {
        const Stream stream{.id = static_cast<StreamId>(made),
                            .process = process,
                            .app_hint = "",
                            .kind = StreamKind::Playback,
                            .running = true};
        happens(event::StreamSeen{stream});
        happens(event::StreamGone{stream.id});
        happens(event::DutySeen{{.id = app,
                                 .kind = DutyKind::TrayIcon,
                                 .process = process,
                                 .app_name = app,
                                 .detail = {}}});
        happens(event::DutyGone{app});
        happens(event::DutySeen{{.id = "media " + app,
                                 .kind = DutyKind::Media,
                                 .process = process,
                                 .app_name = {},
                                 .detail = {}}});
        happens(event::DutyGone{"media " + app});
        happens(event::ListenerSeen{process});
        acts(unit, app, action::Ask{{process}, mib});
        happens(event::ListenerGone{process});
        for (const AppId &held : {app, AppId{"org.example.Held"}}) {
            happens(event::HoldTaken{held, std::format(":1.{}/1", made), "a test"});
            happens(event::HoldReleased{held, std::format(":1.{}/1", made)});
        }
        happens(event::UnitTied{unit, {{UnitId{unit.inode + 1}, TieKind::SameProgram}}});
        happens(event::UnitInspected{unit, {DutyKind::Terminal}, true});
        happens(event::JobSeen{.unit = unit, .program = "make", .input_age = 1s, .shared = false});
        happens(event::ShellsSeen{unit, {}});
        const UnitId tab{1'000'000 + unit.inode};
        happens(event::UnitAppeared{tab,
                                    std::format("{}/app.slice/vte-spawn-{}.scope", manager, made)});
        happens(event::TabStarted{tab, process});
        happens(event::UnitGone{tab});
        happens(event::AppIdOwned{app, process});
        happens(event::AppIdOwned{app, std::nullopt});
        happens(event::WorkingSetsSeen{.units = {{.unit = unit,
                                                  .current = mib,
                                                  .memory_stalled = 0us,
                                                  .io_stalled = 0us,
                                                  .marked_exempt = false}},
                                       .memory = {},
                                       .swapped_out = {}});
        happens(event::PressureSampled{{.system = {},
                                        .compositor = {},
                                        .focused = {},
                                        .focused_unit = {},
                                        .memory = {},
                                        .units = {},
                                        .needs = {{unit, mib, {}}}}});
        acts(unit, app, action::Protect{mib});
        acts(unit, app, action::SetWeights{{.cpu = 20, .io = 20}, WeightKind::Nap});
        happens(event::ActRefused{unit, {}, Act::Boost, "a test"});
        happens(event::NeedAsked{app});
        acts(unit, app, action::EndMeasurement{});
        happens(event::NeedAsked{app});
        happens(event::QuitLookedFor{app, true});
        happens(event::CloseAsked{app});
    }

    void is_frozen(UnitId unit, const AppId &app)
    {
        for (const ThawCause cause :
             {ThawCause::Asked, ThawCause::Needed, ThawCause::NeverSettled}) {
            acts(unit, app, action::Freeze{FreezeCause::Pressure, std::nullopt, false});
            acts(unit, app, action::Thaw{cause});
        }
        acts(unit, app, action::Freeze{FreezeCause::Pressure, std::nullopt, false});
        session.window_source = "mutter";
        happens(event::EventsArrived{unit});
        session.window_source.clear();
        acts(unit, app, action::Thaw{ThawCause::Awaited});
        happens(event::FreezeAsked{app, 0s});
        acts(unit, app, action::Freeze{FreezeCause::Asked, std::nullopt, false});
        happens(event::ThawAsked{app});
        acts(unit, app, action::Thaw{ThawCause::Asked});
        happens(event::FreezeAsked{app, 0s}); // it ends before it can be done
        acts(unit, app,
             action::Reclaim{
                 .bytes = mib, .from = ReclaimFrom::Background, .file_pages_only = false});
    }

    void leaves(UnitId unit, const AppId &app, ProcessId process)
    {
        acts(unit, app, action::Adopt{process});
        if (made % 2 == 0)
            happens(event::UnitGone{unit});
        happens(event::ProcessGone{process});
        if (made % 2 == 1)
            happens(event::UnitGone{unit});
        happens(event::ActRefused{
            {}, process, Act::Adopt, "it has ended"}); // as systemd reports a moment later
        happens(event::AppNamed{process, app});
        happens(event::AppStarting{app});
        happens(event::WindowSeen{
            {.id = app, .process = process, .app_hint = app, .kind = WindowKind::Normal}});
        happens(event::WindowGone{app});
    }
};

TEST(Bounds, WhatHasGoneLeavesNothingBehind)
{
    ComingAndGoing session;
    constexpr int times = 20'000;
    for (int i = 0; i < times; ++i) {
        session.comes_and_goes();
        session.now += 50ms;
    }
    constexpr std::size_t at_any_time = 4096;
    for (const auto &[what, size] : sizes(session.session))
        EXPECT_LE(size, at_any_time) << what << ", while they come and go";
    session.is_over();
    for (const auto &[what, size] : sizes(session.session))
        EXPECT_EQ(size, 0U) << what << ", hours later";
}

TEST(Bounds, WhatComesAllAtOnceIsNotKeptEither)
{
    ComingAndGoing session;
    for (int i = 0; i < 10'000; ++i)
        session.comes_and_goes(); // no time passes
    for (const auto &[what, size] : sizes(session.session))
        EXPECT_LE(size, 4096U) << what;
}

TEST(Bounds, WhatWasDoneToAnAppOutlivesItForAnHour)
{
    Desk desk;
    const App app = desk.app("hog");
    desk.session.note(Action{action::Freeze{FreezeCause::Pressure, std::nullopt, false}, app.unit,
                             app.name, app.id, say("done", "withdrew the notification")},
                      desk.now);
    const auto leave = [&] {
        desk.closes(app.window);
        desk.happens(event::ProcessGone{app.process});
        desk.happens(event::UnitGone{app.unit});
    };
    leave();
    desk.passes(9min);
    desk.happens(event::FocusMoved{std::nullopt});
    EXPECT_EQ(desk.session.offences.at("hog").count, 1U) << "the next one is the second";
    EXPECT_TRUE(desk.session.last_reason.contains("hog"));
    EXPECT_TRUE(desk.session.apps.contains("hog"));
    desk.passes(1min);
    desk.happens(event::FocusMoved{std::nullopt});
    EXPECT_FALSE(desk.session.offences.contains("hog")) << "the next one is the first again";
    desk.passes(49min);
    desk.happens(event::FocusMoved{std::nullopt});
    EXPECT_TRUE(desk.session.last_reason.contains("hog"));
    desk.passes(10min);
    desk.happens(event::FocusMoved{std::nullopt});
    EXPECT_FALSE(desk.session.last_reason.contains("hog"));
    EXPECT_FALSE(desk.session.apps.contains("hog"));
}

TEST(Bounds, ManyThatGoTogetherAreForgottenAtOnce)
{
    Desk desk;
    std::vector<UnitId> units;
    for (int i = 0; i < 3000; ++i) {
        const AppId app = std::format("org.example.App{}", i);
        units.push_back(desk.unit(std::format("app.slice/app-{}-1.scope", app)));
        desk.happens(
            event::AppDescribed{.app = app, .name = app, .terminal = false, .never_frozen = {}});
    }
    EXPECT_EQ(desk.session.apps.size(), 3000U);
    std::size_t gone = 0;
    const auto go_until = [&](std::size_t number) {
        while (gone < number)
            desk.happens(event::UnitGone{units[gone++]});
        return desk.session.apps.size();
    };
    EXPECT_EQ(go_until(256 + 63), 3000U);
    EXPECT_EQ(go_until(256 + 64), 3000U - 64U);
    EXPECT_EQ(go_until(3000), 256U + 3000U % 64U);
}

TEST(Bounds, WhatIsThereIsNeverForgotten)
{
    Desk desk;
    const App app = desk.app("editor");
    desk.session.note(Action{action::SetWeights{{.cpu = 500, .io = 500}, WeightKind::Boost},
                             app.unit, app.name, app.id, say("done", "withdrew the notification")},
                      desk.now);
    for (int i = 0; i < 1000; ++i)
        desk.happens(event::AppDescribed{.app = std::format("org.example.App{}", i),
                                         .name = "",
                                         .terminal = false,
                                         .never_frozen = {}});
    for (const std::size_t left : {1U + 256U, 1U}) {
        desk.passes(24h);
        desk.happens(event::FocusMoved{app.window});
        EXPECT_EQ(desk.session.apps.size(), left);
    }
    EXPECT_TRUE(desk.session.apps.contains("editor"));
    EXPECT_TRUE(desk.session.last_reason.contains("editor"));
}

/// It exempts the unit that it is in. Its description is read only once.
TEST(Bounds, NorIsAGuestWithAWindow)
{
    Desk desk;
    const App files = desk.app("thunar");
    const WindowId guest = desk.window(desk.process(files.unit, "installer"), "installer");
    desk.happens(event::AppDescribed{.app = "installer",
                                     .name = "",
                                     .terminal = false,
                                     .never_frozen = "it installs software"s});
    const auto passes_days = [&] {
        for (int i = 0; i < 2; ++i) {
            desk.passes(24h);
            desk.happens(event::FocusMoved{files.window});
        }
    };
    passes_days();
    EXPECT_TRUE(desk.session.apps.contains("installer"));
    desk.closes(guest);
    passes_days();
    EXPECT_FALSE(desk.session.apps.contains("installer"));
}

/// A move that failed because its process had ended.
TEST(Bounds, AThousandNewEntriesAreLookedThroughBeforeTheirTime)
{
    for (const Duration since_boot : {10s, 1000s}) {
        Session session;
        const TimePoint now{since_boot};
        if (now >= TimePoint{1min})
            session.apply(event::PowerSeen{false}, now); // takes the look that is due
        for (std::int32_t pid = 1; pid <= 1024; ++pid) {
            session.apply(event::ActRefused{{}, {pid, 1}, Act::Adopt, "it has ended"s}, now);
            ASSERT_EQ(session.process_refusals.size(), static_cast<std::size_t>(pid % 1024))
                << since_boot;
        }
    }
}

/// The bus may report a name before the process is seen.
TEST(Bounds, ALaunchOfAnUnknownProcessIsKeptForAMinute)
{
    Desk desk;
    const App app = desk.app("editor");
    desk.happens(event::AppNamed{app.process, app.id});
    desk.passes(1min);
    desk.happens(event::AppNamed{{4711, 1}, "org.example.Unknown"});
    const auto is_known = [&](ProcessId process) {
        desk.happens(event::PowerSeen{false});
        return desk.session.launches.contains(process);
    };
    EXPECT_TRUE(is_known({4711, 1}));
    desk.passes(1min);
    EXPECT_FALSE(is_known({4711, 1}));
    desk.passes(1h);
    EXPECT_TRUE(is_known(app.process)) << "that process is there";
}

TEST(Bounds, OfMoreThanAThousandLaunchesThoseOfUnknownProcessesGoAtOnce)
{
    Desk desk;
    desk.passes(1min);
    desk.happens(event::PowerSeen{false}); // takes the look that is due
    const auto launched = [&](std::int32_t number) {
        desk.happens(event::AppNamed{{10'000 + number, 1}, "org.example.Unknown"});
        return desk.session.launches.size();
    };
    for (std::int32_t number = 1; number < 2048; ++number)
        ASSERT_EQ(launched(number), static_cast<std::size_t>(number));
    EXPECT_EQ(launched(2048), 0U);
}

TEST(Bounds, ARefusedFreezeIsForgottenAfterAMinute)
{
    Desk desk;
    const App app = desk.app("editor");
    const auto refused_after = [&](Duration time) {
        desk.passes(time);
        desk.happens(event::PowerSeen{false});
        return desk.session.refusal(app.unit, Act::Freeze).has_value();
    };
    desk.passes(1h);
    EXPECT_FALSE(refused_after(0s)); // takes the look that is due
    desk.passes(30s);
    desk.happens(event::ActRefused{app.unit, {}, Act::Freeze, "the disk of the ledger is full"});
    EXPECT_TRUE(refused_after(30s)) << "that was half a minute ago";
    EXPECT_FALSE(refused_after(1min));
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

namespace headroom {

namespace {

using namespace seen;

// Which app it is

TEST(Session, AUnitIsNamedByItsNameThenByWhatSystemdSays)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/app-gnome-org.gnome.Maps-7.scope");
    EXPECT_EQ(desk.session.units.at(unit).app, "org.gnome.Maps");
    desk.happens(event::UnitDescribed{unit,
                                      {"app-gnome-org.gnome.Maps-7.scope"},
                                      "/usr/share/applications/other.App.desktop",
                                      0});
    EXPECT_EQ(desk.session.units.at(unit).app, "other.App");
    EXPECT_TRUE(desk.session.units_of("org.gnome.Maps").empty());
    EXPECT_EQ(desk.session.units_of("other.App"), std::set{unit});
}

TEST(Session, ASourceThatIsNoDesktopFileSaysNothing)
{
    for (const char *source :
         {"", "/run/user/1000/systemd/transient/x.scope", "org.kde.kate.desktop", "/x/.desktop",
          "/x/a\nb.desktop", "/x/a\xff.desktop"}) {
        Desk desk;
        const UnitId unit = desk.unit("app.slice/app-firefox-7.scope");
        desk.happens(event::UnitDescribed{unit, {"app-firefox-7.scope"}, source, 0});
        EXPECT_EQ(desk.session.units.at(unit).app, "firefox") << source;
    }
}

TEST(Session, AnAliasNamesAUnitThatItsOwnNameDoesNot)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/something.service");
    EXPECT_EQ(desk.session.units.at(unit).app, "");
    desk.happens(event::UnitDescribed{
        unit, {"something.service", "app-org.kde.kate@autostart.service"}, "", 7});
    EXPECT_EQ(desk.session.units.at(unit).app, "org.kde.kate");
}

TEST(Session, AUnitOfTheSessionHasNoApp)
{
    Desk desk;
    const UnitId unit = desk.unit("session.slice/app-org.kde.kate-1.scope");
    desk.happens(event::UnitDescribed{
        unit, {"app-org.kde.kate-1.scope"}, "/usr/share/applications/org.kde.kate.desktop", 0});
    desk.window(desk.process(unit, "kate"), "org.kde.kate");
    EXPECT_EQ(desk.session.units.at(unit).app, "");
}

TEST(Session, WindowBeforeProcessOrProcessBeforeWindow)
{
    for (const bool window_first : {true, false}) {
        Desk desk;
        const UnitId unit = desk.unit("app.slice/something.service");
        const ProcessId process{50, 500};
        const auto window = [&] { return desk.window(process, "org.kde.kate"); };
        const auto seen = [&] {
            desk.happens(event::ProcessSeen{{process, unit, {{process, "kate", false}}, ""}});
        };
        const WindowId id = window_first ? window() : WindowId{};
        if (window_first) {
            desk.happens(event::FocusMoved{id});
            EXPECT_EQ(desk.turn(), Lines{}) << "it isn't known yet where it runs";
            seen();
        } else {
            seen();
            desk.happens(event::FocusMoved{window()});
        }
        EXPECT_EQ(desk.session.units.at(unit).app, "org.kde.kate");
        EXPECT_EQ(desk.turn(), Lines{"boost something.service"});
    }
}

TEST(Session, WhoAProcessIs)
{
    Desk desk;
    const UnitId bus = desk.unit("session.slice/dbus.service");
    const auto app_of = [&](const WindowId &window) {
        return desk.session.app_of(desk.session.windows.at(window));
    };
    EXPECT_EQ(app_of(desk.window(desk.process(bus, "program", {}, "from.its.mark"), "hint")),
              "from.its.mark");
    const Ancestor launched = desk.ancestor("wrapper");
    desk.happens(event::AppLaunched{launched.id, "from.gio"});
    EXPECT_EQ(app_of(desk.window(desk.process(bus, "program", {launched}), "hint")), "from.gio");
    EXPECT_EQ(app_of(desk.window(desk.process(bus, "program"), "hint")), "hint");
    EXPECT_EQ(app_of(desk.window(desk.process(bus, "program"))), "program");
    EXPECT_EQ(app_of(desk.window(desk.process(bus, "pro\xff\ngram"))), "")
        << "not an id that the bus would accept";
    EXPECT_EQ(app_of(desk.window(std::nullopt, "hint")), "hint");
    EXPECT_EQ(app_of(desk.window(std::nullopt)), "");
    EXPECT_EQ(app_of(desk.window(ProcessId{4, 4}, "hint")), "hint");
}

TEST(Session, AnIdThatTheBusCouldNotTakeIsNoId)
{
    for (const std::string &bad : {std::string{"a\xff"}, std::string{"a\nb"}, std::string{"a/b"},
                                   std::string(256, 'x'), std::string{"a\0b", 3}, std::string{}}) {
        Desk desk;
        const UnitId bus = desk.unit("session.slice/dbus.service");
        const ProcessId process = desk.process(bus, "program", {}, bad);
        desk.happens(event::AppLaunched{process, bad});
        const WindowId window = desk.window(process, bad);
        EXPECT_EQ(desk.session.app_of(desk.session.windows.at(window)), "program");
        EXPECT_EQ(desk.session.app_of(desk.session.windows.at(desk.window(std::nullopt, bad))), "");
    }
}

// What comes and goes

TEST(Session, AUnitThatGoesTakesEverythingWithIt)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App frozen = desk.frozen("firefox");
    desk.focus(kate);
    desk.turns();
    desk.happens(event::ActRefused{kate.unit, {}, Act::Freeze, "no"});
    desk.happens(event::UnitGone{kate.unit});
    desk.happens(event::UnitGone{frozen.unit});
    EXPECT_EQ(desk.turns(), Lines{}) << "the kernel has undone it all";
    EXPECT_TRUE(desk.session.weights.empty());
    EXPECT_TRUE(desk.session.leases.empty());
    EXPECT_TRUE(desk.session.unit_refusals.empty());
    EXPECT_TRUE(desk.session.unfocused.empty());
    EXPECT_TRUE(desk.session.by_app.empty());
    desk.focus(frozen);
    desk.passes(1s);
    EXPECT_EQ(desk.turns(), Lines{});
}

TEST(Session, AUnitThatGoesWhileItsBoostLingers)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.focus(desk.app("firefox"));
    desk.turns();
    desk.happens(event::UnitGone{kate.unit});
    EXPECT_EQ(desk.turns(), Lines{});
    desk.passes(1s);
    EXPECT_EQ(desk.turns(), Lines{});
}

TEST(Session, AUnitMadeAnewIsAnother)
{
    Desk desk;
    const App frozen = desk.frozen("firefox");
    const std::string path = desk.session.units.at(frozen.unit).full_path;
    desk.happens(event::UnitGone{frozen.unit});
    desk.happens(event::UnitAppeared{UnitId{4711}, path});
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_EQ(desk.session.units_of("firefox"), std::set{UnitId{4711}});
}

TEST(Session, TheCompositorGoesAndItsWindowsWithIt)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App firefox = desk.frozen("firefox");
    desk.focus(kate);
    desk.turns();
    desk.happens(event::WindowSourceChanged{});
    EXPECT_TRUE(desk.session.windows.empty());
    EXPECT_FALSE(desk.session.focus);
    EXPECT_FALSE(desk.session.visibility_known);
    EXPECT_EQ(desk.turn(), Lines{"thaw " + firefox.name})
        << "the boost lingers, but no click would end the freeze";
    desk.passes(300ms);
    EXPECT_EQ(desk.turn(), Lines{"unboost " + kate.name});
}

/// KWin has crashed. The app can't connect to the next one while it is frozen, and in between
/// nothing shows that the user wants it.
TEST(Session, WithoutWindowsAllFreezesEndAndNothingIsFrozen)
{
    Desk desk;
    desk.config.notify = false;
    const App kate = desk.app("org.kde.kate");
    const App firefox = desk.frozen("firefox");
    const App hog = desk.frozen("hog");
    desk.session.leases.at(hog.unit).cause = FreezeCause::Pressure;
    desk.session.requests.erase(hog.id);
    desk.focus(kate);
    desk.turns();
    desk.happens(event::WindowSourceChanged{});
    EXPECT_THAT(desk.turns(),
                testing::UnorderedElementsAre("thaw " + firefox.name, "thaw " + hog.name));
    EXPECT_TRUE(desk.session.leases.empty() && desk.session.requests.empty());
    EXPECT_TRUE(desk.session.thawed_by_user.empty()) << "nobody wanted it";
    const char *why = "windows are no longer reported, so a click on one would resume nothing";
    desk.passes(1h);
    EXPECT_EQ(refuse_freeze(desk.session, firefox.id), why);
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, hog.unit, Level::Critical, desk.now), why);
    desk.happens(event::WindowSourceChanged{});
    EXPECT_EQ(refuse_freeze(desk.session, firefox.id), why) << "there is still no source";
    desk.happens(event::WindowSourceChanged{"kwin", true});
    EXPECT_EQ(refuse_freeze(desk.session, firefox.id), std::nullopt);
    desk.happens(event::FreezeAsked{firefox.id, 0s});
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + firefox.name));
}

TEST(Session, WhereNoSourceEverReportedWindowsTheUserMayFreeze)
{
    Desk desk;
    desk.session.window_source.clear(); // as at the start, on a compositor without one
    const App firefox = desk.frozen("firefox");
    desk.happens(event::WindowSourceChanged{});
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_TRUE(desk.session.leases.contains(firefox.unit));
}

/// A window manager was replaced, or the Shell has loaded its extensions anew.
TEST(Session, ANewSourceThatListsAHiddenWindowEndsNoFreeze)
{
    for (const bool hidden : {true, false}) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        const App firefox = desk.app("firefox");
        desk.changes(firefox.window, [](Window &window) { window.hidden = true; });
        desk.focus(kate);
        desk.turns();
        desk.happens(event::FreezeAsked{firefox.id, 0s});
        EXPECT_THAT(desk.turns(), testing::Contains("freeze " + firefox.name));
        const std::map<WindowId, Window> windows = desk.session.windows;
        desk.happens(event::WindowSourceChanged{"mutter", false});
        desk.happens(event::WindowSourceChanged{"kwin", true});
        for (auto [id, window] : windows) {
            window.hidden = hidden && window.id == firefox.window;
            desk.happens(event::WindowSeen{window});
        }
        desk.happens(event::FocusMoved{kate.window});
        const Lines acts = desk.turns();
        EXPECT_EQ(std::ranges::contains(acts, "thaw " + firefox.name), !hidden);
        EXPECT_TRUE(desk.session.thawed_by_user.empty()) << "nobody wanted it";
        desk.window(firefox.process, firefox.id);
        EXPECT_EQ(std::ranges::contains(desk.turns(), "thaw " + firefox.name), hidden)
            << "after the list, a window is new";
    }
}

TEST(Session, AProcessThatEndsLeavesItsWindowToNobody)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.happens(event::ProcessGone{kate.process});
    EXPECT_EQ(desk.turn(), Lines{}) << "the boost lingers";
    desk.happens(event::WindowGone{kate.window});
    desk.passes(300ms);
    EXPECT_EQ(desk.turn(), Lines{"unboost " + kate.name});
}

TEST(Session, AFocusedWindowThatTurnsIntoAPopupHasNoFocus)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.changed = {};
    desk.changes(kate.window, [](Window &window) { window.kind = WindowKind::Shell; });
    EXPECT_FALSE(desk.session.focus);
    EXPECT_TRUE(desk.changed.apps.contains(kate.id)) << "it has one window less";
}

TEST(Session, AWindowOfTheCompositorsOwnTakesNothingAway)
{
    for (const bool is_known_before : {true, false}) {
        Desk desk;
        const ProcessId kwin =
            desk.process(desk.unit("session.slice/plasma-kwin_wayland.service"), "kwin_wayland");
        const App kate = desk.app("org.kde.kate");
        desk.focus(kate);
        if (is_known_before)
            desk.happens(event::CompositorSeen{kwin});
        const WindowId lock_screen = desk.window(kwin, "kscreenlocker_greet");
        desk.happens(event::CompositorSeen{kwin});
        desk.happens(event::FocusMoved{lock_screen});
        EXPECT_EQ(desk.session.focused_app(), kate.id);
        EXPECT_EQ(desk.session.windows.at(lock_screen).kind, WindowKind::Shell);
        EXPECT_EQ(desk.session.windows.at(kate.window).kind, WindowKind::Normal);
    }
}

/// A unit without a name is named by its process's hint, and reading that takes a moment.
TEST(Session, AWindowComesToItsAppOnceThatIsKnown)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/run-u7.scope");
    desk.passes(1s);
    desk.happens(event::AppStarting{"org.example.Player"});
    const ProcessId player = desk.process_unread(unit, "python3");
    const WindowId window = desk.window(player, "python3");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(desk.session.focused_unit(), unit) << "its unit is known before its app is";
    EXPECT_EQ(desk.session.units.at(unit).app, "");
    EXPECT_EQ(desk.session.app_ids(), std::vector<AppId>{})
        << "not by what the window claims, which would be wrong";
    EXPECT_TRUE(desk.session.started.contains("org.example.Player"));
    desk.happens(event::HintRead{player, "org.example.Player"});
    EXPECT_EQ(desk.session.units.at(unit).app, "org.example.Player");
    EXPECT_EQ(desk.session.focused_app(), "org.example.Player");
    EXPECT_FALSE(desk.session.started.contains("org.example.Player"))
        << "the user has turned to it";
    EXPECT_TRUE(desk.session.hints_awaited.empty());
}

/// A unit with a name doesn't count as new again. Otherwise a frozen app would be thawed for it.
TEST(Session, AUnitWithANameDoesNotWaitForTheHint)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/app-org.kde.kate-1.scope");
    const ProcessId kate = desk.process_unread(unit, "kate");
    desk.window(kate, "org.kde.kate");
    EXPECT_EQ(desk.session.app_ids(), std::vector<AppId>{"org.kde.kate"});
    desk.happens(event::FreezeAsked{"org.kde.kate", 1h});
    desk.turn();
    ASSERT_TRUE(desk.session.leases.contains(unit));
    desk.happens(event::HintRead{kate, "org.kde.kate"});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(Session, WhoEndsBeforeItIsKnownLeavesNothing)
{
    Desk desk;
    const ProcessId brief = desk.process_unread(desk.unit("app.slice/run-u7.scope"), "brief");
    desk.happens(event::ProcessGone{brief});
    EXPECT_TRUE(desk.session.hints_awaited.empty());
}

TEST(Session, WhatIsUnknownChangesNothing)
{
    const UnitId nowhere{4711};
    const ProcessId nobody{47, 11};
    const std::vector<Event> strange{
        event::UnitAppeared{nowhere, ""},
        event::UnitAppeared{nowhere, "relative"},
        event::UnitAppeared{nowhere, "/../up"},
        event::UnitAppeared{nowhere, "/"},
        event::UnitAppeared{nowhere, std::string{"/a\0b.scope", 10}},
        event::UnitGone{nowhere},
        event::UnitDescribed{nowhere, {"app-x-1.scope"}, "/x/y.desktop", 7},
        event::ProcessSeen{},
        event::HintAwaited{nobody},
        event::HintRead{nobody, "org.kde.kate"},
        event::ProcessGone{nobody},
        event::WindowGone{"none"},
        event::FocusMoved{"none"},
        event::FocusMoved{std::nullopt},
        event::FreezerSettled{nowhere, true},
        event::ActRefused{nowhere, {}, Act::Freeze, "no"},
        event::ActRefused{nowhere, {}, Act::Rejoin, "no"},
        event::Adopted{nobody, nowhere, 0},
        event::ThawAsked{"nobody"},
        event::ThawAsked{},
        event::FreezeAsked{"nobody", 0s},
        event::FreezeAsked{"", -1s},
    };
    for (const Event &event : strange) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        const App firefox = desk.frozen("firefox");
        desk.focus(kate);
        desk.turns();
        desk.changed = {};
        const auto before = desk.session;
        desk.happens(event);
        if (const auto *all = std::get_if<event::ThawAsked>(&event); all && !all->app) {
            EXPECT_EQ(desk.turns(), Lines{"thaw " + firefox.name});
            continue;
        }
        EXPECT_EQ(desk.turns(), Lines{}) << "event " << event.index();
        EXPECT_EQ(desk.session.units.size(), before.units.size()) << "event " << event.index();
        EXPECT_EQ(desk.session.members, before.members) << "event " << event.index();
        EXPECT_EQ(desk.session.by_app, before.by_app) << "event " << event.index();
        EXPECT_EQ(desk.session.processes, before.processes) << "event " << event.index();
        EXPECT_EQ(desk.session.windows, before.windows) << "event " << event.index();
        EXPECT_EQ(desk.session.focus, before.focus) << "event " << event.index();
        EXPECT_EQ(desk.session.unit_refusals, before.unit_refusals) << "event " << event.index();
        EXPECT_TRUE(desk.changed.apps.empty()) << "event " << event.index();
    }
}

TEST(Session, WhatChangedIsSaidOnce)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.changed = {};
    const auto changed = [&] { return std::exchange(desk.changed.apps, {}); };
    desk.happens(event::AppDescribed{kate.id, "Kate", false});
    EXPECT_EQ(changed(), std::set<AppId>{kate.id});
    desk.focus(kate);
    EXPECT_EQ(changed(), std::set<AppId>{kate.id});
    desk.turns();
    EXPECT_EQ(changed(), std::set<AppId>{kate.id});
    desk.happens(event::ActRefused{kate.unit, {}, Act::Boost, "no"});
    EXPECT_EQ(changed(), std::set<AppId>{kate.id});
    desk.happens(event::WindowGone{kate.window});
    EXPECT_EQ(changed(), std::set<AppId>{kate.id});
    desk.happens(event::UnitGone{kate.unit});
    EXPECT_TRUE(changed().contains(kate.id));
    desk.turns();
    EXPECT_EQ(changed(), std::set<AppId>{});
}

// Actions that were done

Action done(const App &app, decltype(Action::what) what)
{
    return {
        .what = std::move(what), .unit = app.unit, .name = app.name, .app = app.id, .reason = {}};
}

TEST(Session, UnitsOfAnAppThatAreStoppedAtOnceAreOneOffence)
{
    Desk desk;
    desk.now = TimePoint{}; // a clock may start at zero
    const App app = desk.app("app");
    const action::Freeze freeze{.cause = FreezeCause::Pressure};
    const auto count = [&](TimePoint at) {
        desk.session.note(done(app, freeze), at);
        return desk.session.offences.at(app.id).count;
    };
    EXPECT_EQ(count(TimePoint{}), 1U);
    EXPECT_EQ(count(TimePoint{}), 1U) << "another unit of it";
    EXPECT_EQ(count(TimePoint{1s}), 2U);
    EXPECT_EQ(count(TimePoint{1s}), 2U);
    EXPECT_EQ(count(TimePoint{1s} + Offences::fade_after - 1us), 3U);
    EXPECT_EQ(count(TimePoint{1s} + 2 * Offences::fade_after - 1us), 1U)
        << "the next is the first again";
}

TEST(Session, WhatEndsAFreezeFirstEndsTheWishForIt)
{
    Desk desk;
    const App app = desk.app("app");
    const App other = desk.app("other");
    const UnitId second = desk.unit("app.slice/app-app-9.scope");
    desk.happens(event::FreezeAsked{app.id, 0s});
    desk.session.leases[second] = {.app = app.id}; // the request is kept for this one
    desk.session.note(done(other, action::Thaw{.cause = ThawCause::NewWindow}), desk.now);
    EXPECT_EQ(desk.session.requests.at(app.id).ended, std::nullopt)
        << "the freeze of the other one was not requested";
    desk.session.note(done(app, action::Thaw{.cause = ThawCause::NewWindow}), desk.now);
    EXPECT_EQ(desk.session.requests.at(app.id).ended, ThawCause::NewWindow);
    desk.session.note(done(app, action::Thaw{.cause = ThawCause::Asked}), desk.now);
    EXPECT_EQ(desk.session.requests.at(app.id).ended, ThawCause::NewWindow)
        << "the first cause counts";
}

// Duties

Duty busy(const std::string &id, const std::string &app_name, const std::string &detail = {})
{
    return {.id = id,
            .kind = DutyKind::Progress,
            .process = {},
            .app_name = app_name,
            .detail = detail};
}

TEST(Session, SoManyDutiesAreKeptAndThoseMayChange)
{
    Desk desk;
    for (int i = 0; i < 5000; ++i)
        desk.happens(event::DutySeen{busy(std::to_string(i), "app")});
    EXPECT_EQ(desk.session.duties.size(), 4096U);
    desk.happens(event::DutySeen{busy("7", "app", "copies")});
    EXPECT_EQ(desk.session.duties.at("7").detail, "copies");
}

TEST(Session, ADutyIsOfTheAppThatIsCalledSo)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    const auto is_its = [&](const std::string &name) {
        desk.happens(event::DutySeen{busy("duty", name)});
        return desk.session.duties_of(app.id).size() == 1;
    };
    EXPECT_TRUE(is_its("aPP.desktop"));
    desk.happens(
        event::AppDescribed{.app = app.id, .name = "Z[", .terminal = false, .never_frozen = {}});
    EXPECT_TRUE(is_its("z["));
    EXPECT_FALSE(is_its("z{")) << "only letters have a lower case";
    desk.happens(
        event::AppDescribed{.app = app.id, .name = "", .terminal = false, .never_frozen = {}});
    EXPECT_FALSE(is_its("")) << "an empty name matches no app";
    EXPECT_FALSE(is_its(".desktop"));
}

} // namespace

} // namespace headroom

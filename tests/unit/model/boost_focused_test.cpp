// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

#include <format>

namespace headroom {

namespace {

using namespace seen;

Weights weights_of(const Action &action)
{
    return std::get<action::SetWeights>(action.what).weights;
}

TEST(BoostFocused, GivesTheFocusedAppMoreOfBoth)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.app("firefox");
    EXPECT_EQ(desk.turn(), Lines{}) << "no app has the focus";
    desk.focus(kate);
    ASSERT_EQ(desk.turn(), Lines{"boost " + kate.name});
    EXPECT_EQ(weights_of(desk.actions[0]), (Weights{500, 500}));
    EXPECT_EQ(desk.actions[0].app, "org.kde.kate");
    EXPECT_EQ(desk.actions[0].reason, "boosted org.kde.kate: org.kde.kate is the active app");
    EXPECT_FALSE(desk.again_at) << "time alone changes nothing";
}

TEST(BoostFocused, Invariant5ATurnWithoutAnEventPerformsNothing)
{
    Desk desk;
    desk.focus(desk.app("org.kde.kate"));
    EXPECT_EQ(desk.turn().size(), 1U);
    EXPECT_EQ(desk.turn(), Lines{});
    desk.passes(24h);
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(BoostFocused, LingersFor300Milliseconds)
{
    for (const auto &[after, dropped] : std::vector<std::pair<Duration, bool>>{
             {0ms, false}, {299ms, false}, {299'999us, false}, {300ms, true}, {301ms, true}}) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        const App firefox = desk.app("firefox");
        desk.focus(kate);
        desk.turns();
        desk.focus(firefox);
        const TimePoint left = desk.now;
        EXPECT_EQ(desk.turn(), Lines{"boost " + firefox.name}) << "immediately";
        EXPECT_EQ(desk.again_at, left + 300ms);
        desk.passes(after);
        EXPECT_EQ(desk.turn(), dropped ? Lines{"unboost " + kate.name} : Lines{}) << after;
        EXPECT_EQ(desk.again_at.has_value(), !dropped) << after;
    }
}

TEST(BoostFocused, AltTabAndBackChangesNothing)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App firefox = desk.app("firefox");
    desk.focus(kate);
    desk.turns();
    desk.focus(firefox);
    desk.turns();
    desk.passes(100ms);
    desk.focus(kate);
    EXPECT_EQ(desk.turn(), Lines{}) << "both are boosted";
    desk.passes(300ms);
    EXPECT_EQ(desk.turn(), Lines{"unboost " + firefox.name});
    desk.passes(1h);
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(BoostFocused, FocusOnNothingOrTheShellIsNoChangeOfMind)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const ProcessId plasmashell =
        desk.process(desk.unit("session.slice/plasma-plasmashell.service"), "plasmashell");
    const WindowId popup = desk.window(plasmashell, "org.kde.plasmashell", WindowKind::Shell);
    desk.focus(kate);
    desk.turns();
    for (const std::optional<WindowId> &to : {std::optional<WindowId>{}, std::optional{popup},
                                              std::optional<WindowId>{"never heard of"}}) {
        desk.happens(event::FocusMoved{to});
        EXPECT_EQ(desk.turn(), Lines{});
        desk.passes(10s);
        EXPECT_EQ(desk.turn(), Lines{});
        EXPECT_EQ(desk.session.focused_app(), "org.kde.kate");
    }
}

TEST(BoostFocused, AClosedWindowLeavesItsBoostForAMoment)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.happens(event::WindowGone{kate.window});
    EXPECT_EQ(desk.turn(), Lines{});
    desk.passes(300ms);
    EXPECT_EQ(desk.turn(), Lines{"unboost " + kate.name});
}

TEST(BoostFocused, FullScreenCountsAsFocused)
{
    Desk desk;
    const App mpv = desk.app("mpv");
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.changes(mpv.window, [](Window &window) { window.fullscreen = true; });
    ASSERT_EQ(desk.turn(), Lines{"boost " + mpv.name});
    EXPECT_EQ(desk.actions[0].reason, "boosted mpv: mpv is in full screen");
    desk.changes(mpv.window, [](Window &window) { window.hidden = true; });
    EXPECT_EQ(desk.turn(), Lines{"unboost " + mpv.name}) << "it can't be seen";
    desk.changes(mpv.window, [](Window &window) { window.hidden = false; });
    EXPECT_EQ(desk.turn(), Lines{"boost " + mpv.name});
    desk.changes(mpv.window, [](Window &window) { window.kind = WindowKind::Shell; });
    EXPECT_EQ(desk.turn(), Lines{"unboost " + mpv.name})
        << "a dock that covers the screen is not an app";
}

TEST(BoostFocused, Invariant7WeightsThatDoNothingAreNotWritten)
{
    for (const auto &[cpu, io] :
         std::vector<std::pair<bool, bool>>{{true, false}, {false, true}, {false, false}}) {
        Desk desk;
        if (!cpu)
            desk.cannot(Capability::CpuWeight);
        if (!io)
            desk.cannot(Capability::IoWeight);
        desk.focus(desk.app("org.kde.kate"));
        EXPECT_EQ(desk.turn().size(), cpu || io ? 1U : 0U);
        for (const Action &action : desk.actions) {
            EXPECT_EQ(weights_of(action).cpu.has_value(), cpu);
            EXPECT_EQ(weights_of(action).io.has_value(), io);
        }
    }
}

TEST(BoostFocused, Invariant7WhatWasNotLookedAtYetIsNotThere)
{
    Desk desk;
    desk.session.capabilities = {};
    desk.focus(desk.app("org.kde.kate"));
    EXPECT_EQ(desk.turn(), Lines{"level unknown"});
}

TEST(BoostFocused, ACapabilityThatComesOrGoesIsFollowed)
{
    Desk desk;
    desk.cannot(Capability::IoWeight);
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.can(Capability::IoWeight);
    ASSERT_EQ(desk.turn(), Lines{"boost " + kate.name});
    EXPECT_EQ(weights_of(desk.actions[0]), (Weights{500, 500}));
    desk.cannot(Capability::IoWeight);
    desk.cannot(Capability::CpuWeight);
    EXPECT_EQ(desk.turn(), Lines{"unboost " + kate.name});
}

TEST(BoostFocused, Invariant8ARefusalIsNotRetriedUntilTheFocusReturns)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App firefox = desk.app("firefox");
    desk.focus(kate);
    desk.turns();
    desk.happens(
        event::ActRefused{kate.unit, {}, Act::Boost, "another program has set its weights"});
    EXPECT_EQ(desk.turn(), Lines{}) << "neither repeated nor undone: it isn't in force";
    desk.passes(1h);
    desk.changes(kate.window, [](Window &window) { window.fullscreen = true; });
    EXPECT_EQ(desk.turn(), Lines{});
    desk.changes(kate.window, [](Window &window) { window.fullscreen = false; });
    desk.focus(firefox);
    EXPECT_EQ(desk.turn(), Lines{"boost " + firefox.name});
    desk.focus(kate);
    EXPECT_EQ(desk.turn(), Lines{"boost " + kate.name});
}

TEST(BoostFocused, ASliceThatHoldsTheAppAloneIsBoostedToo)
{
    Desk desk;
    const UnitId tab = desk.unit("app.slice/app-org.gnome.Terminal.slice/"
                                 "vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope");
    const UnitId slice = desk.unit("app.slice/app-org.gnome.Terminal.slice");
    const WindowId window = desk.window(desk.process(tab, "bash"));
    desk.happens(event::FocusMoved{window});
    EXPECT_THAT(
        desk.turn(),
        testing::UnorderedElementsAre("boost vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope",
                                      "boost app-org.gnome.Terminal.slice"));

    const UnitId other = desk.unit("app.slice/app-org.gnome.Terminal.slice/app-firefox-1.scope");
    EXPECT_EQ(desk.turn(), Lines{"unboost app-org.gnome.Terminal.slice"})
        << "now two apps share it";
    desk.happens(event::UnitGone{other});
    EXPECT_EQ(desk.turn(), Lines{"boost app-org.gnome.Terminal.slice"});

    desk.happens(event::ActRefused{slice, {}, Act::Boost, "systemd says no"});
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_TRUE(desk.session.weights.contains(tab));
}

TEST(BoostFocused, ASharedSliceIsLeftAlone)
{
    Desk desk;
    desk.unit("app.slice/app-graphical.slice/app-firefox-1.scope");
    const UnitId kate = desk.unit("app.slice/app-graphical.slice/app-org.kde.kate-2.scope");
    desk.happens(event::FocusMoved{desk.window(desk.process(kate, "kate"))});
    EXPECT_EQ(desk.turn(), Lines{"boost app-org.kde.kate-2.scope"});
}

TEST(BoostFocused, AppSliceItselfIsNeverALoneSlice)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    EXPECT_EQ(desk.turn(), Lines{"boost " + kate.name});
}

TEST(BoostFocused, Invariant3AnExemptUnitIsNotBoosted)
{
    for (const char *below :
         {"session.slice/plasma-kwin_wayland.service", "session.slice/dbus.service",
          "app.slice/headroomd.service", "app.slice/xdg-desktop-portal-gtk.service",
          "org.kde.kate.service", "user.slice/libpod-conmon-1f.scope"}) {
        Desk desk;
        const WindowId window =
            desk.window(desk.process(desk.unit(below), "kwin_wayland"), "org.kde.kate");
        desk.changes(window, [](Window &w) { w.fullscreen = true; });
        desk.happens(event::FocusMoved{window});
        EXPECT_EQ(desk.turn(), Lines{}) << below;
    }
}

TEST(BoostFocused, AContainerIsBoostedForTheWindowInIt)
{
    Desk desk;
    const UnitId container = desk.unit("user.slice/libpod-1f.scope");
    desk.unit("user.slice/libpod-2e.scope");
    const WindowId window = desk.window(desk.process(container, "gedit"), "org.gnome.gedit");
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::FocusMoved{window});
    ASSERT_EQ(desk.turn(), Lines{"boost libpod-1f.scope"});
    EXPECT_EQ(desk.actions[0].app, "org.gnome.gedit");
    EXPECT_EQ(desk.actions[0].reason, "boosted org.gnome.gedit: org.gnome.gedit is the active app");
    desk.focus(kate);
    EXPECT_EQ(desk.turn(), Lines{"boost " + kate.name}) << "it lingers, as all boosts do";
    desk.passes(300ms);
    ASSERT_EQ(desk.turn(), Lines{"unboost libpod-1f.scope"});
    EXPECT_EQ(desk.actions[0].reason,
              "no longer boosting org.gnome.gedit: it is no longer the active app");
    desk.changes(window, [](Window &shown) { shown.fullscreen = true; });
    EXPECT_EQ(desk.turn(), Lines{"boost libpod-1f.scope"});
}

/// As where a source knows units, and no windows.
TEST(BoostFocused, AContainerWithoutAKnownWindowGoesByItsUnit)
{
    Desk desk;
    const UnitId container = desk.unit("user.slice/libpod-1f.scope");
    desk.happens(event::WindowSourceChanged{"mutter", false});
    desk.happens(event::UnitFocused{container});
    ASSERT_EQ(desk.turn(), Lines{"boost libpod-1f.scope"});
    EXPECT_EQ(desk.actions[0].reason, "boosted libpod-1f.scope: libpod-1f.scope is the active app");
    desk.happens(event::ActRefused{container, {}, Act::Boost, "systemd says no"});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(BoostFocused, AWindowWithoutAProcessIsNobodys)
{
    Desk desk;
    const WindowId window = desk.window(std::nullopt, "org.kde.kate");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.session.focused_app(), "org.kde.kate");
}

TEST(BoostFocused, EndingUndoesEveryBoost)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App mpv = desk.app("mpv");
    desk.changes(mpv.window, [](Window &window) { window.fullscreen = true; });
    desk.focus(kate);
    desk.turns();
    desk.happens(event::Ending{});
    EXPECT_THAT(desk.turn(),
                testing::UnorderedElementsAre("unboost " + kate.name, "unboost " + mpv.name));
    desk.focus(mpv);
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(BoostFocused, TheSliceIsTheAppsOwnAndNotItsNeighbours)
{
    Desk desk;
    desk.unit("app.slice/app-org.gnome.Console.slice/app-org.gnome.Console-1.scope");
    const UnitId tab =
        desk.unit("app.slice/app-org.gnome.Terminal.slice/app-org.gnome.Terminal-2.scope");
    desk.happens(event::FocusMoved{desk.window(desk.process(tab, "gnome-terminal"))});
    EXPECT_THAT(desk.turn(),
                testing::UnorderedElementsAre("boost app-org.gnome.Terminal-2.scope",
                                              "boost app-org.gnome.Terminal.slice"));
}

TEST(BoostFocused, OfSlicesInOneAnotherOnlyTheInnermostIsBoosted)
{
    for (const auto &[above, inner] :
         {std::pair{"app.slice/app-a.slice/", "app-a-b.slice"},
          std::pair{"app.slice/app-a.slice/app-a-b.slice/", "app-a-b-c.slice"}}) {
        Desk desk;
        const UnitId unit = desk.unit(std::format("{}{}/app-org.kde.kate-1.scope", above, inner));
        desk.happens(event::FocusMoved{desk.window(desk.process(unit, "kate"))});
        EXPECT_THAT(desk.turn(),
                    testing::UnorderedElementsAre("boost app-org.kde.kate-1.scope",
                                                  std::format("boost {}", inner)));
    }
}

/// A unit may be reported before the slices above it.
TEST(BoostFocused, ASliceThatIsNotKnownYetIsLeftAlone)
{
    Desk desk;
    const UnitId kate = desk.unit_at(
        std::format("{}/app.slice/app-org.kde.kate.slice/app-org.kde.kate-1.scope", manager));
    desk.happens(event::FocusMoved{desk.window(desk.process(kate, "kate"))});
    EXPECT_EQ(desk.turn(), Lines{"boost app-org.kde.kate-1.scope"});
}

} // namespace

} // namespace headroom

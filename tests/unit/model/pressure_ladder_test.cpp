// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

#include <functional>

// Calm: nothing. Uneasy: nap. High: warn, and freeze hidden apps. Critical: freeze visible apps,
// too. And all the way back.
namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;
using testing::Contains;
using testing::Not;
using testing::StartsWith;

const Appetite greedy{.grows = 80 * mib};

TEST(PressureLadder, TheHogIsFrozenAndNamed)
{
    PressedDesk desk;
    const App hog = desk.background("hog", greedy);
    desk.load = hanging();
    EXPECT_EQ(desk.acts_in(400ms), (Lines{"nap " + hog.name, "freeze " + hog.name, "warn of hog"}));
    EXPECT_EQ(desk.acts_in(2s), Lines{}) << "no other app pays for the hog";
    ASSERT_TRUE(desk.session.notice);
    EXPECT_TRUE(desk.session.notice->frozen);
    EXPECT_EQ(desk.session.notice->app, "hog");
    EXPECT_EQ(desk.session.notice->title, "hog was paused");
    EXPECT_THAT(desk.session.last_reason.at("hog").in_english(),
                testing::HasSubstr("hog was paused"));
}

TEST(PressureLadder, HowFastItGrewIsSaidWhileItIsStopped)
{
    PressedDesk desk;
    const App hog = desk.background("hog", greedy);
    desk.happens(
        event::AppDescribed{.app = hog.id, .name = "Hog", .never_frozen = {}, .icon = "pig"});
    desk.load = hanging();
    desk.acts_in(400ms);
    ASSERT_TRUE(desk.session.notice);
    EXPECT_EQ(desk.session.notice->icon, "pig");
    EXPECT_THAT(desk.session.notice->text.in_english(),
                testing::HasSubstr(" and grew by 80 MiB a second."));

    desk.config.notify = false;
    desk.acts_in(100ms);
    ASSERT_FALSE(desk.session.notice);
    desk.config.notify = true;
    desk.acts_in(100ms);
    ASSERT_TRUE(desk.session.notice);
    EXPECT_THAT(desk.session.notice->text.in_english(),
                testing::HasSubstr(" and grew by 80 MiB a second."))
        << "it has stopped growing, and yet it grew";
}

TEST(PressureLadder, WhoeverHasSwitchedPopupsOffIsToldNothing)
{
    PressedDesk desk;
    const App hog = desk.background("hog", greedy);
    desk.happens(event::PopupChosen{false});
    desk.load = hanging();
    EXPECT_EQ(desk.acts_in(400ms), (Lines{"nap " + hog.name, "freeze " + hog.name}));
    desk.happens(event::PopupChosen{true});
    EXPECT_EQ(desk.acts_in(100ms), Lines{"warn of hog"});
    desk.happens(event::PopupChosen{false});
    EXPECT_EQ(desk.acts_in(100ms), Lines{"unwarn"});
}

struct Exception {
    const char *what;
    std::function<void(PressedDesk &, const App &)> made;
    /// Empty: ten minutes undo it, or nothing does.
    std::function<void(PressedDesk &, const App &)> undone;
    const char *sentence;
};

const std::vector<Exception> &exceptions()
{
    static const std::vector<Exception> all{
        {"a rule",
         [](PressedDesk &desk, const App &app) { desk.config.rules[app.id] = AppRule::Never; },
         [](PressedDesk &desk, const App &app) { desk.config.rules.erase(app.id); },
         "your rule for hog exempts it"},
        {"a hold",
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::HoldTaken{app.id, ":1.7", "it plays music"});
         },
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::HoldReleased{app.id, ":1.7"});
         },
         "hog is held: it plays music"},
        {"warn only", [](PressedDesk &desk, const App &) { desk.config.response = Response::Warn; },
         [](PressedDesk &desk, const App &) { desk.config.response = Response::Freeze; },
         "you have chosen that nothing is paused"},
        {"a terminal",
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::AppDescribed{app.id, "hog", true, "hog is a terminal"s});
         },
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::AppDescribed{app.id, "hog", false, ""s});
         },
         "hog is a terminal"},
        {"not described",
         [](PressedDesk &desk, const App &app) { desk.session.apps.erase(app.id); },
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::AppDescribed{app.id, "hog", false, ""s});
         },
         "it isn't known yet what kind of app hog is"},
        {"no way to write it down",
         [](PressedDesk &desk, const App &) { desk.cannot(Capability::RecordFrozen); },
         [](PressedDesk &desk, const App &) { desk.can(Capability::RecordFrozen); },
         "this machine can't"},
        {"a window to be seen",
         [](PressedDesk &desk, const App &app) {
             desk.window(desk.process(app.unit, "hog"), app.id);
         },
         [](PressedDesk &desk, const App &) {
             desk.changes("window-2", [](Window &w) { w.hidden = true; });
         },
         "hog is visible"},
        {"nobody knows what is visible",
         [](PressedDesk &desk, const App &) {
             desk.happens(event::WindowSourceChanged{"xattr", false});
         },
         [](PressedDesk &desk, const App &) {
             desk.happens(event::WindowSourceChanged{"kwin", true});
             desk.window(desk.front.process); // an empty list of windows would prove nothing
         },
         "it isn't known whether hog is visible"},
        {"starting",
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::AppDescribed{app.id, "hog", false, ""s, /*shows_windows=*/true});
             desk.session.units.at(app.unit).appeared = desk.now;
         },
         [](PressedDesk &desk, const App &) { desk.passes(15s); }, "hog is starting"},
        {"closed",
         [](PressedDesk &desk, const App &app) {
             desk.window(desk.process(app.unit, "hog"), app.id);
             desk.closes("window-2");
         },
         [](PressedDesk &desk, const App &) { desk.passes(1min); },
         "hog has closed its last window and may still be saving"},
        {"thawed by hand",
         [](PressedDesk &desk, const App &app) { desk.session.thawed_by_user[app.id] = desk.now; },
         nullptr, "you resumed hog a while ago"},
        {"marked", [](PressedDesk &desk, const App &app) { desk.is_marked(app); }, nullptr,
         "app-hog-1.scope is marked as exempt (user.oomd_avoid or user.oomd_omit)"},
    };
    return all;
}

TEST(PressureLadder, Invariant3EachExceptionAlonePreventsTheFreeze)
{
    for (const Exception &exception : exceptions()) {
        PressedDesk desk;
        const App hog = desk.background("hog", greedy);
        exception.made(desk, hog);
        desk.load = hanging();
        EXPECT_THAT(desk.acts_in(3s), Not(Contains(StartsWith("freeze")))) << exception.what;
        EXPECT_EQ(why_not_frozen(desk.session, desk.config, hog.unit, Level::High, desk.now),
                  exception.sentence)
            << exception.what;
        ASSERT_TRUE(desk.session.notice) << exception.what;
        EXPECT_FALSE(desk.session.notice->frozen) << exception.what;
        EXPECT_EQ(desk.session.notice->may_be_frozen, !refuse_freeze(desk.session, hog.id))
            << exception.what;
        EXPECT_THAT(
            desk.session.notice->text.in_english(),
            testing::EndsWith("It was not paused: " + std::string{exception.sentence} + "."))
            << exception.what;
        if (!exception.undone)
            continue;
        exception.undone(desk, hog); // the counterpart: now the freeze must come
        EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name)) << exception.what;
    }
}

TEST(PressureLadder, Invariant10TheFocusedHogIsWarnedOfAndNeverFrozen)
{
    PressedDesk desk;
    desk.appetites[desk.front.unit] = greedy;
    desk.load = hanging();
    desk.load.ui_memory_full = desk.load.system_memory_full = 0.9;
    EXPECT_EQ(desk.acts_in(30s), Lines{"warn of org.example.front"});
    ASSERT_TRUE(desk.session.notice);
    EXPECT_THAT(desk.session.notice->text.in_english(),
                testing::EndsWith("It was not paused, since it is the active app. Pausing it also "
                                  "minimises it."));
    EXPECT_TRUE(desk.session.notice->may_be_frozen);
}

TEST(PressureLadder, WhereNothingCanBeMinimisedTheFocusedHogCanNotBePaused)
{
    PressedDesk desk;
    desk.session.window_source = "x11";
    desk.appetites[desk.front.unit] = greedy;
    desk.load = hanging();
    desk.load.ui_memory_full = desk.load.system_memory_full = 0.9;
    EXPECT_EQ(desk.acts_in(30s), Lines{"warn of org.example.front"});
    ASSERT_TRUE(desk.session.notice);
    EXPECT_THAT(desk.session.notice->text.in_english(),
                testing::EndsWith("It was not paused: org.example.front is the active app, which "
                                  "is never paused."));
    EXPECT_FALSE(desk.session.notice->may_be_frozen) << "a button would only be refused";
}

TEST(PressureLadder, WhoWasInFrontTenSecondsAgoMayBeFrozenThen)
{
    for (const auto &[rule, after] :
         {std::pair{AppRule::Normal, Duration{10s}}, std::pair{AppRule::Eager, Duration{0s}}}) {
        PressedDesk desk;
        const App hog = desk.app("hog");
        desk.config.rules[hog.id] = rule;
        desk.focus(hog);
        desk.turns();
        desk.focus(desk.front);
        desk.changes(hog.window, [](Window &w) { w.hidden = true; });
        const TimePoint left = desk.now;
        if (rule == AppRule::Normal) {
            EXPECT_EQ(why_not_frozen(desk.session, desk.config, hog.unit, Level::High,
                                     left + after - 1us),
                      "hog was the active app until a moment ago");
        }
        EXPECT_EQ(why_not_frozen(desk.session, desk.config, hog.unit, Level::High, left + after),
                  std::nullopt);
    }
}

/// The app's window and the window's process are gone, in either order. A helper in the same unit
/// is left.
TEST(PressureLadder, WhatIsLeftOfAnAppWasInFrontTenSecondsAgo)
{
    const auto why = [](bool was_in_front, bool process_first, Level level, Duration later) {
        PressedDesk desk;
        const App hog = desk.app("hog");
        desk.changes(hog.window, [](Window &w) { w.app_hint.clear(); });
        desk.process(hog.unit, "helper");
        desk.passes(1h);
        if (was_in_front)
            desk.focus(hog);
        desk.turns();
        const std::vector<Event> ends{event::ProcessGone{hog.process},
                                      event::WindowGone{hog.window}};
        desk.happens(ends[process_first ? 0 : 1]);
        desk.happens(ends[process_first ? 1 : 0]);
        desk.focus(desk.front);
        return why_not_frozen(desk.session, desk.config, hog.unit, level, desk.now + later);
    };
    for (const bool process_first : {true, false}) {
        EXPECT_EQ(why(true, process_first, Level::Critical, 10s - 1us),
                  "hog was the active app until a moment ago");
        EXPECT_EQ(why(true, process_first, Level::Critical, 10s), std::nullopt);
        EXPECT_EQ(why(false, process_first, Level::Critical, 0s), std::nullopt);
        EXPECT_EQ(why(false, process_first, Level::High, 0s),
                  "hog has closed its last window and may still be saving");
    }
}

TEST(PressureLadder, AWindowInFrontThatTurnsIntoAPopupWasInFront)
{
    PressedDesk desk;
    const App hog = desk.app("hog");
    desk.focus(hog);
    desk.turns();
    desk.changes(hog.window, [](Window &w) { w.kind = WindowKind::Shell; });
    EXPECT_EQ(
        why_not_frozen(desk.session, desk.config, hog.unit, Level::Critical, desk.now + 10s - 1us),
        "hog was the active app until a moment ago");
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, hog.unit, Level::Critical, desk.now + 10s),
              std::nullopt);
}

TEST(PressureLadder, WhoStartsIsSparedUnlessItIsCritical)
{
    for (const auto &[has_desktop_file, exempt_for] :
         {std::pair{true, Duration{15s}}, std::pair{false, Duration{3s}}}) {
        PressedDesk desk;
        const TimePoint started = desk.now;
        const App app = desk.starting("app", has_desktop_file);
        EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::High,
                                 started + exempt_for - 1us),
                  "app is starting");
        EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::Critical, started),
                  std::nullopt);
        EXPECT_EQ(
            why_not_frozen(desk.session, desk.config, app.unit, Level::High, started + exempt_for),
            std::nullopt);
    }
}

TEST(PressureLadder, WhoHasATenthOfAllMemoryIsNotJustStarting)
{
    for (const auto &[has_desktop_file, held, is_exempt] :
         {std::tuple{false, 99 * mib, true}, std::tuple{false, 100 * mib, false},
          std::tuple{true, 500 * mib, true}}) {
        PressedDesk desk;
        const App app = desk.starting("app", has_desktop_file);
        desk.uses(app, held);
        desk.goes_on(100ms);
        EXPECT_EQ(
            why_not_frozen(desk.session, desk.config, app.unit, Level::High, desk.now).has_value(),
            is_exempt)
            << held / mib;
    }
}

/// Seen in the virtual machine: two apps that had just started took all memory before either had a
/// tenth of it.
TEST(PressureLadder, WhoHasMoreThanIsLeftIsNotJustStarting)
{
    for (const auto &[has_desktop_file, held, is_exempt] :
         {std::tuple{false, 60 * mib, true}, std::tuple{false, 61 * mib, false},
          std::tuple{true, 61 * mib, true}}) {
        PressedDesk desk;
        const App app = desk.starting("app", has_desktop_file);
        desk.load.memory = {.total = 1000 * mib,
                            .available = 50 * mib,
                            .active_file = 0,
                            .swap_total = 20 * mib,
                            .swap_free = 10 * mib};
        desk.uses(app, held);
        desk.goes_on(100ms);
        EXPECT_EQ(
            why_not_frozen(desk.session, desk.config, app.unit, Level::High, desk.now).has_value(),
            is_exempt)
            << held / mib;
    }
}

TEST(PressureLadder, WhoStartsIsNotNapped)
{
    PressedDesk desk;
    const App app = desk.starting("app", /*has_desktop_file=*/true);
    desk.appetites[app.unit] = {.processors = 2};
    desk.load.ui_cpu_some = 0.8;
    EXPECT_EQ(desk.acts_in(14s), Lines{});
    EXPECT_EQ(desk.acts_in(2s), Lines{"nap " + app.name});
}

TEST(PressureLadder, WhoClosedItsLastWindowIsExemptForAMinuteUnlessItIsCritical)
{
    PressedDesk desk;
    const App app = desk.app("app");
    desk.passes(1h);
    desk.changes(app.window, [](Window &w) { w.hidden = true; });
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::High, desk.now),
              std::nullopt);
    desk.closes(app.window);
    const TimePoint closed = desk.now;
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::High, closed + 1min - 1us),
              "app has closed its last window and may still be saving");
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::Critical, closed),
              std::nullopt);
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::High, closed + 1min),
              std::nullopt);
    desk.window(app.process, app.id);
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, app.unit, Level::High, closed),
              "app is visible");
}

TEST(PressureLadder, WhatCanBeSeenIsFrozenOnlyWhenItIsCritical)
{
    for (const bool critical : {false, true}) {
        PressedDesk desk;
        const App hog = desk.app("hog");
        desk.passes(10s); // its window came a moment ago, and was awaited
        desk.appetites[hog.unit] = greedy;
        desk.load = hanging();
        desk.load.ui_memory_full = critical ? 0.5 : 0.3;
        const Lines acts = desk.acts_in(2s);
        EXPECT_EQ(std::ranges::contains(acts, "freeze " + hog.name), critical);
        EXPECT_THAT(acts, Contains("warn of hog"));
    }
}

TEST(PressureLadder, WhatCanBeSeenGoesOnWhileOnlyTheBackgroundStandsStill)
{
    PressedDesk desk;
    const App hog = desk.app("hog");
    desk.passes(10s);
    desk.appetites[hog.unit] = greedy;
    desk.load = hanging();
    desk.load.ui_memory_some = 0;
    desk.load.system_memory_some = desk.load.system_memory_full = 0.9;
    const Lines acts = desk.acts_in(2s);
    EXPECT_THAT(acts, Not(Contains("freeze " + hog.name)));
    EXPECT_THAT(acts, Contains("warn of hog"));
}

TEST(PressureLadder, WhatFillsAScreenIsNeverFrozen)
{
    PressedDesk desk;
    const App film = desk.app("film");
    desk.changes(film.window, [](Window &w) { w.fullscreen = true; });
    desk.appetites[film.unit] = greedy;
    desk.load = hanging();
    desk.load.ui_memory_full = 0.9;
    EXPECT_THAT(desk.acts_in(5s), Not(Contains(StartsWith("freeze"))));
}

TEST(PressureLadder, Invariant4OfTwoHogsOneAfterTheOther)
{
    PressedDesk desk;
    desk.background("a", {.grows = 50 * mib});
    desk.background("b", {.grows = 50 * mib});
    desk.load = hanging();
    std::vector<TimePoint> frozen;
    for (int i = 0; i < 30; ++i) {
        const auto before = desk.session.leases.size();
        desk.goes_on(50ms, 50ms);
        if (desk.session.leases.size() > before)
            frozen.push_back(desk.now);
    }
    ASSERT_EQ(frozen.size(), 2U);
    EXPECT_GE(frozen[1] - frozen[0], desk.config.freezing.between_freezes);
}

/// Seen in the virtual machine: the second of two hogs took what was left, because the policy did
/// not sample for 1.3 s. After that, all apps kept rereading their programs from the disk.
TEST(PressureLadder, TheSecondOfTwoHogsIsStoppedBeforeAnythingStallsToo)
{
    PressedDesk desk;
    desk.background("a", {.grows = 50 * mib});
    desk.background("b", {.grows = 50 * mib});
    desk.load.memory.active_file = 0;
    std::vector<TimePoint> frozen;
    for (auto left = 200.0; left > 0 && frozen.size() < 2;
         left -= 2.5 * static_cast<double>(2 - frozen.size())) {
        desk.load.memory.available = static_cast<std::uint64_t>(left * static_cast<double>(mib));
        const auto before = desk.session.leases.size();
        desk.goes_on(50ms, 50ms);
        if (desk.session.leases.size() > before)
            frozen.push_back(desk.now);
    }
    ASSERT_EQ(frozen.size(), 2U);
    EXPECT_GE(frozen[1] - frozen[0],
              desk.config.freezing.between_freezes + desk.config.limits.short_window);
    EXPECT_LE(frozen[1] - frozen[0],
              desk.config.freezing.between_freezes + desk.config.limits.short_window + 100ms);
}

TEST(PressureLadder, NobodyIsFrozenForProcessorsOrDisk)
{
    PressedDesk desk;
    const App build =
        desk.background("build", {.grows = 50 * mib, .processors = 8, .reads = 900 * mib});
    desk.load.ui_cpu_some = 0.9;
    desk.load.ui_io_some = 0.9;
    EXPECT_EQ(desk.acts_in(60s), Lines{"nap " + build.name});
}

TEST(PressureLadder, ANapEndsAWhileAfterWhatCalledForIt)
{
    PressedDesk desk;
    const App build = desk.background("build", {.processors = 8});
    const App idle = desk.background("idle", {.processors = 0.1});
    desk.load.ui_cpu_some = 0.5;
    EXPECT_EQ(desk.acts_in(2s), Lines{"nap " + build.name});
    EXPECT_EQ(desk.session.weights.at(build.unit).weights, desk.config.napped);
    desk.load.ui_cpu_some = 0;
    EXPECT_EQ(desk.acts_in(30s), Lines{})
        << "four seconds until the level is calm, and thirty more";
    EXPECT_EQ(desk.acts_in(5s), Lines{"wake " + build.name});
    EXPECT_FALSE(desk.session.weights.contains(idle.unit));
}

TEST(PressureLadder, WhoComesToTheFrontIsBoostedInsteadOfNapped)
{
    PressedDesk desk;
    const App build = desk.app("build");
    desk.changes(build.window, [](Window &w) { w.hidden = true; });
    desk.appetites[build.unit] = {.processors = 8};
    desk.load.ui_cpu_some = 0.5;
    EXPECT_EQ(desk.acts_in(2s), Lines{"nap " + build.name});
    desk.focus(build);
    EXPECT_THAT(desk.turns(), Contains("boost " + build.name));
    EXPECT_EQ(desk.session.weights.at(build.unit).kind, WeightKind::Boost);
}

/// A desk with a hog that pressure has frozen.
struct Frozen {
    PressedDesk desk;
    App hog;

    Frozen()
    {
        desk.cannot(Capability::CpuWeight); // naps have their own tests
        desk.cannot(Capability::IoWeight);
        hog = desk.background("hog", greedy);
        desk.load = hanging();
        EXPECT_THAT(desk.acts_in(400ms), Contains("freeze " + hog.name));
    }
    void is_calm_with_room() { desk.load = {}; }
};

TEST(ThawAfterPressure, WhenCalmForFiveSecondsAndThereIsRoom)
{
    Frozen at;
    at.is_calm_with_room();
    EXPECT_THAT(at.desk.goes_on(4500ms), Contains("level calm"));
    EXPECT_EQ(at.desk.acts_in(4400ms), Lines{});
    EXPECT_THAT(at.desk.acts_in(1s), Contains("thaw " + at.hog.name));
    EXPECT_EQ(at.desk.session.notice, std::nullopt);
}

/// That is no reason to freeze anything, nor to keep it frozen.
TEST(ThawAfterPressure, ThoughTheCpuIsBusy)
{
    for (const bool short_of_memory : {false, true}) {
        Frozen at;
        at.is_calm_with_room();
        at.desk.load.ui_cpu_some = 0.5;
        at.desk.load.ui_memory_some = short_of_memory ? 0.06 : 0;
        EXPECT_EQ(at.desk.acts_in(8s), Lines{});
        EXPECT_EQ(at.desk.session.level, Level::Uneasy);
        const Lines lines = at.desk.acts_in(10s);
        EXPECT_EQ(std::ranges::contains(lines, "thaw " + at.hog.name), !short_of_memory);
    }
}

TEST(ThawAfterPressure, NotWithoutRoomToGrowInto)
{
    Frozen at;
    // It is calm because no app grows, and memory is as full as before.
    at.desk.load.ui_memory_some = at.desk.load.system_memory_some = 0;
    EXPECT_EQ(at.desk.acts_in(120s), Lines{});
    at.is_calm_with_room();
    EXPECT_THAT(at.desk.acts_in(6s), Contains("thaw " + at.hog.name));
}

/// Seen in the virtual machine, without swap: each thaw left less to the others. In the end, the
/// app in front stalled with all others frozen.
TEST(ThawAfterPressure, NotWithoutRoomToGrowAsFastAsBefore)
{
    struct Row {
        std::uint64_t slack, swap_free; ///< MiB, of 1000 of memory
        bool thawed;
    };
    for (const auto &[slack, swap_free, thawed] :
         {Row{339, 0, false}, Row{341, 0, true}, Row{101, 238, false}, Row{101, 240, true},
          Row{99, 500, false}}) {
        Frozen at; // the hog has grown by 80 MiB a second
        at.desk.load = {.memory = {.total = 1000 * mib,
                                   .available = slack * mib,
                                   .active_file = 0,
                                   .swap_total = swap_free * mib,
                                   .swap_free = swap_free * mib}};
        const Lines acts = at.desk.acts_in(30s);
        EXPECT_EQ(std::ranges::contains(acts, "thaw " + at.hog.name), thawed)
            << slack << " MiB available, " << swap_free << " MiB of free swap";
    }
}

TEST(ThawAfterPressure, RepeatOffendersStayForTwiceAsLong)
{
    Frozen at;
    Duration before{};
    for (int i = 0; i < 5; ++i) {
        const TimePoint frozen = at.desk.session.leases.at(at.hog.unit).since;
        at.is_calm_with_room();
        while (at.desk.session.leases.contains(at.hog.unit))
            at.desk.goes_on(100ms);
        const Duration held = at.desk.now - frozen;
        if (i > 2) { // the first ones take as long as it takes to become calm
            EXPECT_NEAR(static_cast<double>(held.count()),
                        2.0 * static_cast<double>(before.count()), 5e5)
                << i;
        }
        before = held;
        at.desk.passes(6s); // older samples no longer count
        at.desk.load = hanging();
        EXPECT_THAT(at.desk.acts_in(2s), Contains("freeze " + at.hog.name));
    }
}

TEST(ThawAfterPressure, OneAtATimeTheOldestFirst)
{
    PressedDesk desk;
    const App a = desk.background("a", {.grows = 60 * mib});
    const App b = desk.background("b", {.grows = 50 * mib});
    desk.load = hanging();
    desk.acts_in(2s);
    ASSERT_EQ(desk.session.leases.size(), 2U);
    desk.load = {};
    std::vector<std::pair<TimePoint, std::string>> thawed;
    for (int i = 0; i < 400 && thawed.size() < 2; ++i) {
        for (const std::string &line : desk.goes_on(100ms)) {
            if (line.starts_with("thaw"))
                thawed.emplace_back(desk.now, line);
        }
    }
    ASSERT_EQ(thawed.size(), 2U);
    EXPECT_EQ(thawed[0].second, "thaw " + a.name);
    EXPECT_EQ(thawed[1].second, "thaw " + b.name);
    EXPECT_GE(thawed[1].first - thawed[0].first, 5s);
}

TEST(ThawAfterPressure, Invariant2EveryOtherWay)
{
    struct Way {
        const char *reason;
        std::function<void(PressedDesk &, const App &)> happens;
    };
    const Way ways[] = {
        {"you requested it",
         [](PressedDesk &desk, const App &app) { desk.happens(event::ThawAsked{app.id}); }},
        {"you requested it",
         [](PressedDesk &desk, const App &) { desk.happens(event::ThawAsked{}); }},
        {"you requested it",
         [](PressedDesk &desk, const App &app) { desk.happens(event::CloseAsked{app.id}); }},
        {"it opened a window",
         [](PressedDesk &desk, const App &app) {
             desk.window(desk.process(app.unit, "hog"), app.id);
         }},
        {"it was launched again",
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::AppLaunched{{9, 9}, app.id});
         }},
        {"it was launched again",
         [](PressedDesk &desk, const App &app) { desk.happens(event::AppStarting{app.id}); }},
        {"it may no longer be paused",
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::HoldTaken{app.id, ":1.7", "a call"});
         }},
        {"it may no longer be paused",
         [](PressedDesk &desk, const App &app) { desk.config.rules[app.id] = AppRule::Never; }},
        {"it may no longer be paused",
         [](PressedDesk &desk, const App &) { desk.config.response = Response::Off; }},
        {"another program resumed it",
         [](PressedDesk &desk, const App &app) {
             desk.happens(event::FreezerSettled{app.unit, false});
         }},
        {"its window had to respond", // the user closes it, and it may ask a question
         [](PressedDesk &desk, const App &app) {
             const WindowId window = desk.window(desk.process(app.unit, "hog"), app.id);
             desk.changes(window, [](Window &w) { w.hidden = true; });
             desk.session.leases.at(app.unit).ended.reset();
             desk.happens(event::WindowAwaited{window});
         }},
        {"Headroom is ending",
         [](PressedDesk &desk, const App &) { desk.happens(event::Ending{}); }},
    };
    for (const Way &way : ways) {
        Frozen at;
        way.happens(at.desk, at.hog);
        at.desk.turn();
        const auto thaw = std::ranges::find_if(at.desk.actions, [](const Action &action) {
            return std::holds_alternative<action::Thaw>(action.what);
        });
        ASSERT_NE(thaw, at.desk.actions.end()) << way.reason;
        EXPECT_EQ(thaw->reason, "resumed hog: " + std::string{way.reason});
        EXPECT_THAT(at.desk.acts_in(2s), Not(Contains(StartsWith("freeze"))))
            << "it is not frozen again immediately: " << way.reason;
    }
}

TEST(ThawAfterPressure, AfterFourHoursAtTheLatest)
{
    Frozen at;
    at.desk.passes(4h - 500ms);
    EXPECT_THAT(at.desk.turns(), Not(Contains(StartsWith("thaw"))));
    at.desk.passes(500ms);
    EXPECT_THAT(at.desk.turns(), Contains("thaw " + at.hog.name));
    EXPECT_EQ(at.desk.session.last_reason.at("hog").in_english().substr(0, 8), "withdrew")
        << "the notification is withdrawn, too";
}

TEST(ThawAfterPressure, ClosingAsksEachUnitOnce)
{
    Frozen at;
    at.desk.happens(event::CloseAsked{at.hog.id});
    const Lines lines = at.desk.turns();
    EXPECT_EQ(lines.front(), "thaw " + at.hog.name) << "a frozen app can't quit";
    EXPECT_EQ(std::ranges::count(lines, "end " + at.hog.name), 1);
}

TEST(Reclaim, SliceBySliceWhileSwapHasRoomAndEachIsLookedAt)
{
    Frozen at;
    at.desk.load.ui_memory_some = at.desk.load.system_memory_some = 0;
    at.desk.load.memory.swap_total = at.desk.load.memory.swap_free = 200 * mib;
    EXPECT_EQ(at.desk.acts_in(3s), Lines{}) << "four seconds until the level is calm";
    EXPECT_EQ(at.desk.acts_in(2s), Lines{"reclaim 16777216 of " + at.hog.name});
    EXPECT_EQ(at.desk.acts_in(500ms), Lines{}) << "one at a time";
    at.desk.happens(event::Reclaimed{at.hog.unit, 16 * mib, true});
    EXPECT_EQ(at.desk.turns(), Lines{}) << "first it takes another sample";
    EXPECT_EQ(at.desk.acts_in(100ms), Lines{"reclaim 16777216 of " + at.hog.name});
    at.desk.load.memory.swap_free = 55 * mib; // after one more, 39 of 200 MiB would be left
    at.desk.happens(event::Reclaimed{at.hog.unit, 16 * mib, true});
    EXPECT_EQ(at.desk.acts_in(10s), Lines{}) << "a fifth of swap stays free";
    at.desk.load.memory.swap_free = 56 * mib;
    EXPECT_EQ(at.desk.acts_in(100ms), Lines{"reclaim 16777216 of " + at.hog.name});
    at.desk.happens(event::Reclaimed{at.hog.unit, 4096, false});
    EXPECT_EQ(at.desk.acts_in(1s), Lines{}) << "there is no more to reclaim";
}

/// Seen in the virtual machine: for 32 MiB the kernel wrote 100 MiB to a slow disk. The app in
/// front waited behind those writes for four seconds.
TEST(Reclaim, NothingWhileAnythingInFrontStalls)
{
    Frozen at;
    at.desk.load.ui_memory_some = at.desk.load.system_memory_some = 0;
    at.desk.load.memory.swap_total = at.desk.load.memory.swap_free = 512 * mib;
    const auto stalls = {&Load::ui_memory_some, &Load::system_memory_some, &Load::ui_io_some};
    for (const auto stall : stalls) {
        at.desk.load.*stall = 0.3;
        EXPECT_THAT(at.desk.acts_in(3s), Not(Contains(StartsWith("reclaim"))));
        at.desk.load.*stall = 0;
    }
    EXPECT_EQ(at.desk.acts_in(5s), Lines{"reclaim 16777216 of " + at.hog.name});
}

TEST(Reclaim, NothingWithoutSwapOrWhenSwitchedOff)
{
    for (const bool enabled : {true, false}) {
        Frozen at;
        at.desk.config.reclaim.enabled = enabled;
        at.desk.load.memory.swap_total = at.desk.load.memory.swap_free = enabled ? 0 : 512 * mib;
        EXPECT_THAT(at.desk.acts_in(2s), Not(Contains(StartsWith("reclaim"))));
    }
}

} // namespace

} // namespace headroom

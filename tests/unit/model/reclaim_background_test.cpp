// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "gentle.h"
#include "policy/explain.h"
#include "policy/gentle_slices.h"
#include "policy/kept_in_memory.h"

#include <algorithm>
#include <format>
#include <functional>

namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(ReclaimBackground, OffThereIsNeitherAnActNorAWakeUp)
{
    GentleDesk desk;
    desk.config.gentle.enabled = false;
    EXPECT_EQ(desk.goes_on(1h), Lines{});
    EXPECT_EQ(desk.looks, 0U);
    EXPECT_EQ(desk.again_at, std::nullopt);
}

TEST(ReclaimBackground, AHundredthEverySixSeconds)
{
    GentleDesk desk;
    EXPECT_EQ(desk.goes_on(0s), Lines{}) << "one look is not enough to see stalls";
    EXPECT_EQ(desk.again_at, desk.now + 6s);
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    EXPECT_EQ(desk.goes_on(5999ms), Lines{});
    EXPECT_EQ(desk.goes_on(1ms), Lines{desk.slice(hundredth)});
    EXPECT_EQ(desk.session.reclaiming.at(desk.idle.unit).bytes, mib);
}

TEST(ReclaimBackground, TheNearerTheTargetTheLess)
{
    struct Row {
        Duration memory, io; ///< in each six seconds
        Lines lines;
    };
    GentleDesk made;
    const auto both = [&](std::uint64_t bytes) {
        return Lines{std::format("reclaim {} of {}", bytes, made.idle.name)};
    };
    for (const Row &row : {Row{15ms, 0us, Lines{made.slice(gib / 100 * 3 / 4 / 4096 * 4096)}},
                           Row{30ms, 0us, both(gib / 200 / 4096 * 4096)},
                           Row{0us, 30ms, both(gib / 200 / 4096 * 4096)}, Row{60ms, 0us, {}},
                           Row{0us, 60ms, {}}, Row{3s, 0us, {}}}) {
        GentleDesk desk;
        desk.goes_on(0s);
        desk.memories[desk.idle.unit].memory_stalled = row.memory;
        desk.memories[desk.idle.unit].io_stalled = row.io;
        EXPECT_EQ(desk.goes_on(6s), row.lines);
    }
}

/// The sizes are such that a slice remains even right beside a limit.
TEST(ReclaimBackground, OnBothSidesOfTheLimitsOfStalls)
{
    struct Row {
        const char *what;
        std::uint64_t current;
        Duration stalled; ///< in six seconds
        std::uint64_t bytes;
        bool file_pages_only;
    };
    for (const Row &row : {Row{"0.4975 %", gib, 29'850us, 5'394'432, true},
                           Row{"0.995 %", 8 * gib, 59'700us, 425'984, false},
                           Row{"1.005 %", 8 * gib, 60'300us, 0, false}}) {
        GentleDesk desk;
        desk.memories[desk.idle.unit].current = row.current;
        desk.goes_on(0s);
        desk.memories[desk.idle.unit].memory_stalled = row.stalled;
        const std::string slice =
            std::format("reclaim {}{} of {}", row.bytes,
                        row.file_pages_only ? " in file pages" : "", desk.idle.name);
        EXPECT_EQ(desk.goes_on(6s), row.bytes > 0 ? Lines{slice} : Lines{}) << row.what;
    }
}

TEST(ReclaimBackground, ASliceIsOfWhatTheLastLookHasSeen)
{
    GentleDesk desk;
    desk.goes_on(0s);
    desk.goes_on(6s);
    const auto slices = [&](UnitId unit) {
        Wanted wanted;
        take_slices(desk.session, desk.config, {unit}, wanted);
        return wanted.reclaims.size();
    };
    const App other = desk.hidden("other");
    EXPECT_EQ(slices(other.unit), 0U) << "it was not measured";
    desk.session.reclaiming.clear();
    EXPECT_EQ(slices(desk.idle.unit), 1U);
    desk.passes(6s);
    desk.happens(event::WorkingSetsSeen{
        .units = {desk.memories[other.unit]}, .memory = desk.memory, .swapped_out = 0});
    EXPECT_EQ(slices(desk.idle.unit), 0U) << "the last look was at another unit";
}

TEST(ReclaimBackground, FilePagesFirstAndThenAllOfIt)
{
    GentleDesk desk;
    desk.goes_on(0s);
    desk.answers_slices = false;
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    EXPECT_EQ(desk.goes_on(12s), Lines{}) << "one at a time";
    desk.happens(event::Reclaimed{desk.idle.unit, 0, false});
    EXPECT_EQ(desk.goes_on(6s), Lines{std::format("reclaim {} of {}", hundredth, desk.idle.name)})
        << "no file pages are left";
}

TEST(ReclaimBackground, WhoHasLittleIsLetBe)
{
    GentleDesk desk;
    UnitMemory &memory = desk.memories[desk.idle.unit];
    memory.current = 100 * mib + 4096;
    desk.goes_on(0s);
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(4096)}) << "and no app is brought below it";
    memory.current = 100 * mib;
    EXPECT_EQ(desk.goes_on(1h), Lines{desk.end()});
    EXPECT_EQ(desk.looks, 3U);
    EXPECT_EQ(desk.again_at, std::nullopt);
}

TEST(ReclaimBackground, WhoHadLittleIsLookedAtAgainInALaterTurn)
{
    GentleDesk desk;
    UnitMemory &memory = desk.memories[desk.idle.unit];
    memory.current = 50 * mib;
    desk.goes_on(0s);
    for (std::size_t looks = 1; looks < 4; ++looks) {
        EXPECT_EQ(desk.looks, looks);
        EXPECT_EQ(desk.again_at, std::nullopt) << "nothing is woken for it";
        desk.passes(10min - 1us);
        EXPECT_EQ(desk.goes_on(0s), Lines{});
        EXPECT_EQ(desk.looks, looks);
        desk.passes(1us);
        if (looks == 3)
            memory.current = gib;
        EXPECT_EQ(desk.goes_on(0s), Lines{});
    }
    EXPECT_EQ(desk.looks, 4U);
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    EXPECT_EQ(desk.session.working_sets.at(desk.idle.unit).used(), gib);
}

struct Obstacle {
    const char *what;
    std::function<void(GentleDesk &)> made;
    std::function<void(GentleDesk &)> undone; ///< empty: nothing undoes it soon
    const char *sentence;
};

void show(GentleDesk &desk, bool hidden)
{
    desk.changes(desk.idle.window, [hidden](Window &window) { window.hidden = hidden; });
}

Stream playing(const App &app, bool running)
{
    return {.id = 1,
            .process = app.process,
            .app_hint = "",
            .kind = StreamKind::Playback,
            .running = running};
}

/// What prevents it without a look.
const std::vector<Obstacle> &obstacles()
{
    static const std::vector<Obstacle> all{
        {"off", [](GentleDesk &d) { d.config.gentle.enabled = false; },
         [](GentleDesk &d) { d.config.gentle.enabled = true; }, "this is switched off"},
        {"on battery", [](GentleDesk &d) { d.happens(event::PowerSeen{true}); },
         [](GentleDesk &d) { d.happens(event::PowerSeen{false}); }, "the computer runs on battery"},
        {"power unknown", [](GentleDesk &d) { d.happens(event::PowerSeen{std::nullopt}); },
         [](GentleDesk &d) { d.happens(event::PowerSeen{false}); },
         "it isn't known whether the computer runs on battery"},
        {"the user wants nothing", [](GentleDesk &d) { d.config.response = Response::Off; },
         [](GentleDesk &d) { d.config.response = Response::Freeze; },
         "nothing is done when resources run short"},
        {"pressure unknown", [](GentleDesk &d) { d.cannot(Capability::Pressure); },
         [](GentleDesk &d) { d.can(Capability::Pressure); }, "pressure is unknown"},
        {"about to sleep", [](GentleDesk &d) { d.happens(event::PartingBegins{Parting::Sleep}); },
         [](GentleDesk &d) { d.happens(event::PartingOver{Parting::Sleep}); }, "about to sleep"},
        {"in front", [](GentleDesk &d) { d.focus(d.idle); },
         [](GentleDesk &d) { d.focus(d.front); }, "idle is the active app"},
        {"shown", [](GentleDesk &d) { show(d, false); }, [](GentleDesk &d) { show(d, true); },
         "idle is visible"},
        {"visibility unknown", [](GentleDesk &d) { d.session.visibility_known = false; },
         [](GentleDesk &d) { d.session.visibility_known = true; },
         "it isn't known whether idle is visible"},
        {"a rule", [](GentleDesk &d) { d.config.rules["idle"] = AppRule::Never; },
         [](GentleDesk &d) { d.config.rules.clear(); }, "exempts it"},
        {"a hold", [](GentleDesk &d) { d.happens(event::HoldTaken{"idle", ":1.7", "a test"}); },
         [](GentleDesk &d) { d.happens(event::HoldReleased{"idle", ":1.7"}); },
         "idle is held: a test"},
        {"a terminal",
         [](GentleDesk &d) {
             d.happens(event::AppDescribed{"idle", "idle", true, "idle is a terminal"s});
         },
         [](GentleDesk &d) { d.happens(event::AppDescribed{"idle", "idle", false, ""s}); },
         "idle is a terminal"},
        {"it plays", [](GentleDesk &d) { d.happens(event::StreamSeen{playing(d.idle, true)}); },
         [](GentleDesk &d) { d.happens(event::StreamSeen{playing(d.idle, false)}); },
         "idle is playing"},
        {"somebody plays",
         [](GentleDesk &d) {
             d.happens(event::StreamSeen{
                 {.id = 1, .process = {}, .app_hint = "", .kind = {}, .running = true}});
         },
         [](GentleDesk &d) { d.happens(event::StreamGone{1}); },
         "it isn't known whether it is idle"},
        {"frozen", [](GentleDesk &d) { d.happens(event::FreezeAsked{"idle", 10min}); },
         [](GentleDesk &d) { d.happens(event::ThawAsked{"idle"}); }, "idle is paused"},
        {"refused",
         [](GentleDesk &d) {
             d.happens(event::ActRefused{
                 d.idle.unit, {}, Act::Reclaim, "the kernel has no memory.reclaim"});
         },
         {},
         "the kernel has no memory.reclaim"},
    };
    return all;
}

bool is_of_reclaim(const std::string &line)
{
    return line.starts_with("reclaim ") || line.starts_with("end ");
}

Lines of_reclaim(Lines lines)
{
    std::erase_if(lines, [](const std::string &line) { return !is_of_reclaim(line); });
    return lines;
}

/// since: since the last look.
void ends_at_once(const Obstacle &obstacle, Duration since)
{
    GentleDesk desk;
    desk.goes_on(0s);
    ASSERT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.passes(since);
    obstacle.made(desk);
    const Lines lines = desk.turn();
    EXPECT_THAT(lines, Contains(desk.end()));
    EXPECT_THAT(lines, Not(Contains(StartsWith("reclaim "))));
    const auto end = std::ranges::find_if(desk.actions, [](const Action &action) {
        return std::holds_alternative<action::EndReclaim>(action.what);
    });
    ASSERT_NE(end, desk.actions.end());
    EXPECT_THAT(end->reason.in_english(), HasSubstr(obstacle.sentence));
    EXPECT_THAT(end->reason.in_english(), HasSubstr("0 MiB so far"));
    EXPECT_THAT(of_reclaim(desk.turns()), Lines{});
    desk.happens(event::FreezerSettled{desk.idle.unit, true});
    const auto looks = desk.looks;
    EXPECT_EQ(of_reclaim(desk.goes_on(9min)), Lines{});
    EXPECT_EQ(desk.looks, looks);
    if (!obstacle.undone)
        return;
    obstacle.undone(desk);
    EXPECT_THAT(of_reclaim(desk.goes_on(2min)), Contains(desk.slice(hundredth)))
        << "it continues by itself";
}

TEST(ReclaimBackground, WhateverSpeaksAgainstItEndsItAtOnceAndNobodyIsWoken)
{
    for (const Obstacle &obstacle : obstacles()) {
        for (const Duration since : {Duration{0s}, Duration{3s}}) {
            SCOPED_TRACE(std::format("{}, {} after the last look", obstacle.what, since));
            ends_at_once(obstacle, since);
        }
    }
}

/// What goes on is looked at again when the next look is due, and not before.
TEST(ReclaimBackground, BetweenTwoLooksWhatGoesOnGoesOn)
{
    GentleDesk desk;
    desk.goes_on(0s);
    ASSERT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    const TimePoint next = desk.now + 6s;
    desk.passes(3s);
    EXPECT_THAT(of_reclaim(desk.turn()), Lines{});
    EXPECT_EQ(desk.again_at, next);
    EXPECT_TRUE(desk.session.reclaiming.contains(desk.idle.unit));
}

TEST(ReclaimBackground, BetweenTwoLooksTheEndOfTheLastOnePlansNoLook)
{
    GentleDesk desk;
    desk.goes_on(0s);
    ASSERT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.passes(3s);
    desk.happens(event::HoldTaken{"idle", ":1.7", "a test"});
    EXPECT_EQ(of_reclaim(desk.turn()), Lines{desk.end()});
    EXPECT_EQ(desk.again_at, std::nullopt);
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.again_at, std::nullopt);
}

/// One app is due after the next look and another before it. Neither changes when that is.
TEST(ReclaimBackground, BetweenTwoLooksNobodyIsWokenForAnAppThatBecomesDue)
{
    GentleDesk desk;
    (void)desk.hidden("z"); // due in 60 s
    (void)desk.hidden("a"); // due 5 s later
    desk.passes(45s);
    (void)desk.looked();
    ASSERT_EQ(desk.looks, 1U);
    const TimePoint next = desk.now + 6s;
    desk.passes(3s);
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.again_at, next);
}

/// A program that has closed its last window often writes its settings.
TEST(ReclaimBackground, NotWhileItMayStillBeSaving)
{
    GentleDesk desk;
    desk.goes_on(0s);
    ASSERT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.passes(3s);
    desk.closes(desk.idle.window);
    EXPECT_EQ(of_reclaim(desk.turn()), Lines{desk.end()});
    EXPECT_THAT(desk.session.last_reason.at("idle").in_english(),
                HasSubstr("idle has closed its last window and may still be saving"));
    EXPECT_EQ(of_reclaim(desk.goes_on(59s)), Lines{});
    EXPECT_THAT(of_reclaim(desk.goes_on(13s)), Contains(desk.slice(hundredth)));
}

TEST(ReclaimBackground, WhatSpeaksAgainstItFromTheStartNeverBeginsIt)
{
    for (const Obstacle &obstacle : obstacles()) {
        SCOPED_TRACE(obstacle.what);
        GentleDesk desk;
        obstacle.made(desk);
        desk.turns();
        desk.happens(event::FreezerSettled{desk.idle.unit, true});
        EXPECT_EQ(of_reclaim(desk.goes_on(9min)), Lines{});
        EXPECT_EQ(desk.looks, 0U);
    }
}

TEST(ReclaimBackground, NotWhileTheMachineIsShort)
{
    GentleDesk desk;
    desk.goes_on(0s);
    ASSERT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    const auto sample = [&](Duration stalled) {
        const StallTotals none{.some = 0us, .full = 0us};
        PressureSample seen{.system = GroupStalls{none, none, {.some = stalled, .full = 0us}},
                            .compositor = {},
                            .focused = {},
                            .focused_unit = {},
                            .memory = {},
                            .units = {}};
        desk.happens(event::PressureSampled{seen});
    };
    sample(0us);
    desk.passes(1s);
    sample(300ms);
    EXPECT_THAT(desk.turns(), Contains(desk.end()));
    EXPECT_EQ(desk.session.level, Level::Uneasy);
    EXPECT_THAT(desk.session.last_reason.at("idle").in_english(), HasSubstr("pressure is uneasy"));
    desk.passes(5s); // the sample is too old to count
    desk.turns();
    ASSERT_EQ(desk.session.level, Level::Calm);
    EXPECT_EQ(of_reclaim(desk.goes_on(65s)), Lines{}) << "first a minute of calm, and a look";
    EXPECT_EQ(of_reclaim(desk.goes_on(1s)), Lines{desk.slice(hundredth)});
}

TEST(ReclaimBackground, WhatComesBackMakesTheNextSliceSmaller)
{
    GentleDesk desk;
    UnitMemory &memory = desk.memories[desk.idle.unit];
    memory.returned = 0;
    desk.goes_on(0s);
    const auto both = [&](double times) {
        const auto bytes = static_cast<std::uint64_t>(static_cast<double>(gib) / 100 * times);
        return Lines{std::format("reclaim {} of {}", bytes / 4096 * 4096, desk.idle.name)};
    };
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    memory.returned = hundredth / 2 - 1;
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(gib / 50 / 4096 * 4096)});
    memory.returned = *memory.returned + gib / 100;
    EXPECT_EQ(desk.goes_on(6s), both(1)) << "file pages alone have come back";
    memory.returned = *memory.returned + hundredth;
    EXPECT_EQ(desk.goes_on(6s), both(0.5));
    memory.returned = *memory.returned + hundredth;
    EXPECT_EQ(desk.goes_on(6s), both(0.25));
    memory.returned = *memory.returned + hundredth;
    EXPECT_EQ(desk.goes_on(6s), both(0.25)) << "never less";
    EXPECT_EQ(desk.goes_on(6s), both(0.5));
    EXPECT_EQ(desk.goes_on(6s), both(1));
    EXPECT_EQ(desk.goes_on(6s), both(2));
    EXPECT_EQ(desk.goes_on(6s), both(2)) << "never more";
}

TEST(ReclaimBackground, Invariant7WhatIsUnknownOfAUnitIsNotNothing)
{
    for (const auto &change : std::vector<std::function<void(UnitMemory &)>>{
             [](UnitMemory &m) { m.current.reset(); },
             [](UnitMemory &m) { m.memory_stalled.reset(); },
             [](UnitMemory &m) { m.io_stalled.reset(); },
             [](UnitMemory &m) { m.marked_exempt = true; }}) {
        GentleDesk desk;
        change(desk.memories[desk.idle.unit]);
        EXPECT_EQ(desk.goes_on(1h), Lines{});
        EXPECT_LE(desk.looks, 21U);
        EXPECT_EQ(desk.again_at, std::nullopt);
    }
}

TEST(ReclaimBackground, WhatStaysIsWhatItNeedsAndNobodyIsWokenAnyMore)
{
    GentleDesk desk;
    UnitMemory &memory = desk.memories[desk.idle.unit];
    desk.goes_on(0s);
    for (int i = 0; i < 50; ++i) { // it gives what is requested
        EXPECT_THAT(desk.goes_on(6s), Not(Contains(desk.end())));
        memory.current = *memory.current - hundredth / 2;
    }
    memory.current = 700 * mib;
    EXPECT_THAT(desk.goes_on(2min), Not(Contains(desk.end()))) << "until now it has become smaller";
    EXPECT_EQ(of_reclaim(desk.goes_on(6s)), Lines{desk.end()});
    EXPECT_THAT(desk.session.last_reason.at("idle").in_english(),
                HasSubstr("it needs about 700 MiB"));
    const auto looks = desk.looks;
    EXPECT_EQ(desk.goes_on(10h), Lines{});
    EXPECT_EQ(desk.looks, looks);
    EXPECT_EQ(desk.again_at, std::nullopt);
    EXPECT_THAT(in_english(explain(desk.session, desk.config, "idle", desk.now)),
                Contains("Unused memory of " + desk.idle.name
                         + " is not pushed out: it needs about 700 MiB."));
}

TEST(ReclaimBackground, WhatNeverGivesAnythingIsLetBe)
{
    GentleDesk desk;
    UnitMemory &memory = desk.memories[desk.idle.unit];
    desk.goes_on(0s);
    for (int i = 0; i < 200; ++i) {
        memory.memory_stalled = *memory.memory_stalled + 600ms;
        EXPECT_EQ(desk.goes_on(6s), Lines{});
    }
    EXPECT_EQ(desk.looks, 101U) << "for ten minutes";
    EXPECT_EQ(desk.again_at, std::nullopt);
    show(desk, false);
    desk.turns();
    show(desk, true);
    EXPECT_THAT(desk.goes_on(12s), Contains(desk.slice(hundredth))) << "it has been used since";
}

TEST(ReclaimBackground, WhatCouldNotBeAskedForIsNotMeasured)
{
    GentleDesk desk;
    desk.answers_slices = false; // the disk hangs
    desk.goes_on(0s);
    EXPECT_THAT(desk.goes_on(594s), Not(Contains(desk.end())));
    EXPECT_EQ(of_reclaim(desk.goes_on(6s)), Lines{desk.end()});
    EXPECT_THAT(desk.session.last_reason.at("idle").in_english(),
                HasSubstr("too little can be pushed out to see what it needs"));
}

TEST(ReclaimBackground, WhyItStaysInMemoryIsSaidFromTheMomentItIsHidden)
{
    GentleDesk desk;
    desk.focus(desk.idle);
    desk.turns();
    desk.focus(desk.front);
    desk.turns();
    desk.passes(WorkingSet::window - 1us);
    const auto why = [&] {
        return in_english(
            kept_in_memory(desk.session, desk.config, calm, desk.idle.unit, desk.now));
    };
    EXPECT_EQ(why(), "it was used, or resources were short, less than a minute ago");
    desk.passes(1us);
    EXPECT_EQ(why(), std::nullopt);
    desk.session.leases[desk.idle.unit] = {.app = desk.idle.id, .since = desk.now};
    EXPECT_EQ(why(), "idle is paused");
}

TEST(ReclaimBackground, AllUnitsOfAnAppGiveOrNoneDoes)
{
    GentleDesk desk;
    const UnitId second = desk.unit("app.slice/app-idle-9.scope");
    ASSERT_EQ(desk.session.units_of("idle"), (std::set{desk.idle.unit, second}));
    desk.passes(WorkingSet::window);
    desk.turns();
    EXPECT_EQ(desk.measure, (std::set{desk.idle.unit, second}));
    show(desk, false);
    desk.turns();
    EXPECT_EQ(desk.measure, std::set<UnitId>{});
}

TEST(ReclaimBackground, WhereNobodyHasMoreToGiveNoLookIsPlanned)
{
    GentleDesk desk;
    desk.memories[desk.idle.unit].current = 100 * mib;
    EXPECT_EQ(desk.goes_on(0s), Lines{});
    EXPECT_EQ(desk.looks, 1U);
    EXPECT_EQ(desk.again_at, std::nullopt);
    EXPECT_THAT(in_english(explain(desk.session, desk.config, "idle", desk.now)),
                Contains("Unused memory of " + desk.idle.name
                         + " is not pushed out: it has no more than 100 MiB in memory."));
}

TEST(ReclaimBackground, NotUntilItWasAMinuteInTheBackground)
{
    GentleDesk desk;
    desk.focus(desk.idle);
    desk.turns();
    desk.passes(1h);
    desk.focus(desk.front);
    EXPECT_EQ(desk.goes_on(59s), Lines{});
    EXPECT_EQ(desk.looks, 0U);
    EXPECT_EQ(desk.again_at, desk.now + 1s);
    desk.goes_on(1s);
    EXPECT_EQ(desk.looks, 1U);
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
}

TEST(ReclaimBackground, AllOfThemInOneLook)
{
    GentleDesk desk;
    const App other = desk.hidden("other");
    desk.passes(1min);
    desk.goes_on(0s);
    EXPECT_EQ(desk.goes_on(6s).size(), 2U);
    EXPECT_EQ(desk.looks, 2U);
}

TEST(ReclaimBackground, ExemptUnitsNever)
{
    GentleDesk desk;
    for (const char *path : {"session.slice/pipewire.service", "app.slice/dbus.service",
                             "app.slice/headroomd.service", "app.slice/app-t.slice"}) {
        const UnitId unit = desk.unit(path);
        desk.memories[unit] = {.unit = unit,
                               .current = gib,
                               .memory_stalled = 0us,
                               .io_stalled = 0us,
                               .marked_exempt = false};
    }
    desk.passes(1h);
    desk.turn();
    EXPECT_EQ(desk.measure, std::set{desk.idle.unit});
}

TEST(ReclaimBackground, ItIsSaidOnceWhenItBeginsAndWhatIsInForce)
{
    GentleDesk desk;
    desk.goes_on(0s);
    desk.goes_on(6s);
    EXPECT_EQ(desk.session.reclaiming.at(desk.idle.unit).slices, 1U);
    EXPECT_FALSE(desk.session.last_reason.contains("idle")) << "one slice of many";
    desk.goes_on(60s);
    EXPECT_THAT(in_english(explain(desk.session, desk.config, "idle", desk.now)),
                Contains(HasSubstr("is being pushed out: ")));
}

TEST(ReclaimBackground, TheEndOfItsUnitIsTheEndOfIt)
{
    GentleDesk desk;
    desk.goes_on(0s);
    desk.goes_on(6s);
    desk.happens(event::UnitGone{desk.idle.unit});
    EXPECT_EQ(desk.goes_on(1h), Lines{});
    EXPECT_TRUE(desk.session.reclaiming.empty());
    EXPECT_TRUE(desk.session.working_sets.empty());
}

TEST(ReclaimBackground, AtTheEndOfTheDaemonItIsOver)
{
    GentleDesk desk;
    desk.goes_on(0s);
    desk.goes_on(6s);
    desk.happens(event::Ending{});
    EXPECT_THAT(desk.turns(), Contains(desk.end()));
}

} // namespace

} // namespace headroom

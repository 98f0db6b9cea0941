// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/reason_code.h"
#include "policy/judge_pressure.h"
#include "policy/pressure_words.h"
#include "policy/reclaim_frozen.h"
#include "policy/thaw_wanted.h"
#include "policy/watch_pressure.h"
#include "seen.h"

// Each limit of pressure, at the exact figure and a microsecond or a byte beside it. Each test uses
// a few samples, not a running desk.
namespace headroom {

namespace {

using namespace seen;

constexpr TimePoint start{1000s};

MemoryLevel room(std::uint64_t available, std::uint64_t swap_free = 0)
{
    return {.total = 1000 * mib,
            .available = available,
            .active_file = 0,
            .swap_total = 100 * mib,
            .swap_free = swap_free};
}

constexpr std::uint64_t low = 99 * mib;
constexpr std::uint64_t ample = 500 * mib;

/// A session in which only pressure is known.
struct Short {
    Session session;
    Config config;

    Short()
    {
        session.apply(event::CapabilityFound{Capability::Pressure, true, "it works"s, ""s},
                      start - 1h);
    }

    [[nodiscard]] Judgement judged(TimePoint now) const
    {
        return judge_pressure(session, config, now);
    }

    /// Takes the totals that each group has stalled since boot. A total that is left out is zero.
    void sample(TimePoint at, MemoryLevel memory, Duration ui_some = 0us, Duration ui_full = 0us,
                Duration system_some = 0us, Duration system_full = 0us)
    {
        PressureSample sample;
        sample.system = GroupStalls{.cpu = {}, .io = {}, .memory = {system_some, system_full}};
        sample.compositor =
            GroupStalls{.cpu = {ui_some, 0us}, .io = {ui_some, 0us}, .memory = {ui_some, ui_full}};
        sample.memory = memory;
        session.pressure.add(sample, at);
    }
};

struct Row {
    const char *what;
    Duration window;
    Duration at; ///< a stall of this length makes it `level`
    Level level;
    std::uint64_t available;
    bool full;
};

TEST(PressureLimits, OfStallsInFrontAndOfAll)
{
    const Row front[] = {{"a frame is late now and then", 500ms, 15ms, Level::Uneasy, ample, false},
                         {"one frame in ten is late", 200ms, 20ms, Level::High, low, false},
                         {"it hangs", 500ms, 200ms, Level::Critical, low, true}};
    const Row all[] = {{"all, some", 500ms, 25ms, Level::Uneasy, ample, false},
                       {"all, more", 200ms, 20ms, Level::High, low, false},
                       {"all, full", 500ms, 200ms, Level::Critical, low, true}};
    const auto level = [&front](const Row &row, bool in_front, Duration stalled) {
        Short at;
        const auto sample = [&](Duration when, Duration all_of_it) {
            const Duration some = row.full ? 0us : all_of_it;
            const Duration full = row.full ? all_of_it : 0us;
            // A standstill of all counts only while the front is uneasy.
            const Duration uneasy = full > 0us ? front[0].at : 0us;
            if (in_front)
                at.sample(start + when, room(row.available), some, full);
            else
                at.sample(start + when, room(row.available), uneasy, 0us, some, full);
        };
        sample(0us, 0us);
        // All of the stall is in the window's first microsecond: a shorter window would miss it.
        sample(1us, stalled);
        sample(row.window, stalled);
        return at.judged(start + row.window).level;
    };
    for (const Row &row : front) {
        EXPECT_EQ(level(row, true, row.at), row.level) << row.what;
        EXPECT_LT(level(row, true, row.at - 1us), row.level) << row.what;
    }
    for (const Row &row : all) {
        EXPECT_EQ(level(row, false, row.at), row.level) << row.what;
        EXPECT_LT(level(row, false, row.at - 1us), row.level) << row.what;
    }
}

TEST(PressureLimits, ProcessorsAndDiskCountFromAFifthOfASecond)
{
    for (const Resource resource : {Resource::Cpu, Resource::Io}) {
        const auto judged = [&](Duration stalled) {
            Short at;
            for (const auto &[when, total] :
                 {std::pair{0us, 0us}, std::pair{1us, stalled}, std::pair{Duration{1s}, stalled}}) {
                PressureSample sample;
                sample.focused = GroupStalls{};
                (resource == Resource::Cpu ? sample.focused->cpu : sample.focused->io) = {total,
                                                                                          0us};
                sample.focused_unit = UnitId{7};
                at.session.pressure.add(sample, start + when);
            }
            return at.judged(start + 1s);
        };
        EXPECT_EQ(judged(200ms).level, Level::Uneasy);
        EXPECT_EQ(judged(200ms).resource, resource);
        EXPECT_EQ(judged(200ms - 1us).level, Level::Calm);
    }
}

TEST(PressureLimits, GoneWithinTwoSecondsOrTwentyWhereHardlyAnyIsLeft)
{
    const auto level = [](std::uint64_t left, std::uint64_t lost_in_a_second, Duration over = 1s) {
        Short at;
        at.sample(start, room(left + lost_in_a_second));
        at.sample(start + over, room(left));
        return at.judged(start + over).level;
    };
    EXPECT_EQ(level(60 * mib, 30 * mib), Level::Calm) << "in two seconds";
    EXPECT_EQ(level(60 * mib, 30 * mib + 4096), Level::High);
    EXPECT_EQ(level(40 * mib, 4 * mib), Level::Calm)
        << "4 % of all memory are left: ten seconds is long enough";
    EXPECT_EQ(level(40 * mib - 4096, 4 * mib), Level::High);
    EXPECT_EQ(level(20 * mib, mib), Level::Calm) << "in twenty seconds";
    EXPECT_EQ(level(20 * mib - 4096, mib), Level::High);
    EXPECT_EQ(level(20 * mib - 4096, mib, 999ms), Level::Calm)
        << "growth needs a second of samples";
    EXPECT_EQ(level(100 * mib, 90 * mib), Level::Calm) << "a tenth of memory isn't low";
    EXPECT_EQ(level(100 * mib - 4096, 90 * mib), Level::High);
    Short at;
    at.sample(start, room(99 * mib));
    at.sample(start + 1s, room(60 * mib));
    const Judgement soon = at.judged(start + 1s);
    EXPECT_EQ(soon.because, "memory will run out in 1.5 s");
    EXPECT_EQ(soon.now, Level::High);
    EXPECT_FALSE(soon.in_front) << "nothing stalls yet";
}

TEST(PressureLimits, TheTimeLeftIsReportedWhereThereIsAny)
{
    // A MiB is lost in a second.
    const auto because = [](std::uint64_t left) {
        Short at;
        at.sample(start, room(left + mib));
        at.sample(start + 1s, room(left));
        return at.judged(start + 1s).because;
    };
    EXPECT_EQ(because(0), "all memory is in use");
    EXPECT_EQ(because(mib / 20 - 4096), "all memory is in use");
    EXPECT_EQ(because(mib / 20 + 4096), "memory will run out in 0.1 s");
}

TEST(PressureLimits, ALevelStandsForFourSecondsAndIsOfNowForThree)
{
    Short at;
    at.sample(start, room(low));
    at.sample(start + 200ms, room(low), 50ms);
    EXPECT_EQ(at.judged(start + 200ms).now, Level::High);
    EXPECT_TRUE(at.judged(start + 200ms).in_front);
    EXPECT_EQ(at.judged(start + 3200ms).now, Level::High);
    EXPECT_EQ(at.judged(start + 3200ms + 1us).now, Level::Calm)
        << "an old sample doesn't count as now";
    EXPECT_FALSE(at.judged(start + 3200ms + 1us).in_front);
    EXPECT_EQ(at.judged(start + 4200ms).level, Level::High);
    EXPECT_EQ(at.judged(start + 4200ms + 1us).level, Level::Calm);
    EXPECT_EQ(at.judged(start + 4200ms + 1us).because, "the active app hardly has to wait");
    at.session.apply(event::CapabilityFound{Capability::Pressure, false, "it doesn't"s, ""s},
                     start);
    EXPECT_EQ(at.judged(start + 200ms).level, Level::Unknown);
}

TEST(PressureLimits, OfTwoAsBadTheLaterIsTold)
{
    Short at;
    at.sample(start, room(low));
    at.sample(start + 200ms, room(low), 100ms);
    at.sample(start + 400ms, room(low), 160ms);
    EXPECT_EQ(at.judged(start + 400ms).because,
              "the desktop waited for memory 30 % of the last 0.2 s");
    at.sample(start + 2s, room(ample), 160ms);
    EXPECT_EQ(at.judged(start + 2s).because,
              "the desktop waited for memory 30 % of the last 0.2 s");
    EXPECT_EQ(at.judged(start + 2s).now, Level::Calm);
}

TEST(PressureLimits, WhatWasBeforeAFreezeTookEffectLeadsToNoOther)
{
    for (const auto &[cause, since, now] : {std::tuple{FreezeCause::Pressure, -300ms, Level::High},
                                            std::tuple{FreezeCause::Pressure, -299ms, Level::Calm},
                                            std::tuple{FreezeCause::Asked, 0ms, Level::High}}) {
        Short at;
        at.session.leases[UnitId{7}] = {.app = "hog", .since = start + since, .cause = cause};
        at.sample(start, room(low));
        at.sample(start + 200ms, room(low), 50ms);
        EXPECT_EQ(at.judged(start + 200ms).now, now) << since;
        EXPECT_EQ(at.judged(start + 200ms).level, Level::High);
    }
}

TEST(PressureLimits, RoomIsAboveTheTenthThatIsLow)
{
    Short at;
    EXPECT_EQ(has_room_for(at.session, at.config, 0), std::nullopt) << "no sample yet";
    EXPECT_EQ(is_memory_low(at.session, at.config), std::nullopt);
    at.sample(start, room(250 * mib, 50 * mib));
    EXPECT_EQ(has_room_for(at.session, at.config, 200 * mib), true);
    EXPECT_EQ(has_room_for(at.session, at.config, 200 * mib + 1), false);
    at.sample(start + 1s, {});
    EXPECT_EQ(has_room_for(at.session, at.config, 0), std::nullopt)
        << "no machine is without memory: this is unknown";
    EXPECT_EQ(is_memory_low(at.session, at.config), std::nullopt);
    at.sample(start + 2s,
              {.total = 1, .available = 1, .active_file = 0, .swap_total = 0, .swap_free = 0});
    EXPECT_EQ(is_memory_low(at.session, at.config), false);
    EXPECT_EQ(has_room_for(at.session, at.config, 0), true);
}

TEST(PressureLimits, MemoryMayBecomeLowBelowAQuarter)
{
    const auto may_be = [](std::uint64_t available) {
        Short at;
        at.sample(start, room(available));
        return may_become_low(at.session, at.config);
    };
    EXPECT_EQ(may_be(250 * mib), false);
    EXPECT_EQ(may_be(250 * mib - 1), true);
    EXPECT_EQ(may_become_low(Session{}, Config{}), std::nullopt) << "no sample has come";
}

TEST(PressureLimits, TwoSamplesATenthOfASecondApartAreEnough)
{
    const auto level = [](Duration apart) {
        Short at;
        at.sample(start, room(low));
        at.sample(start + apart, room(low), 90ms);
        return at.judged(start + apart).level;
    };
    EXPECT_EQ(level(100ms), Level::High);
    EXPECT_EQ(level(100ms - 1us), Level::Calm) << "one frame that is late is no shortage";
}

TEST(PressureLimits, AtTheTenthItselfSwappingTells)
{
    Short at;
    at.sample(start, room(100 * mib, 50 * mib));
    EXPECT_EQ(is_memory_low(at.session, at.config), false);
    at.sample(start + 1s, room(100 * mib, 45 * mib));
    EXPECT_EQ(is_memory_low(at.session, at.config), true);
}

TEST(PressureLimits, WhereNothingStallsNothingInFrontDoes)
{
    Short at;
    at.sample(start, room(ample));
    at.sample(start + 1s, room(ample));
    EXPECT_EQ(at.judged(start + 1s).now, Level::Calm);
    EXPECT_FALSE(at.judged(start + 1s).in_front);
    at.session.apply(
        event::CapabilityFound{Capability::Pressure, false, "this machine can't"s, ""s}, start);
    EXPECT_FALSE(at.judged(start + 1s).in_front) << "nor where pressure is unknown";
}

// How often pressure is sampled.

Wanted watched(const Short &at, TimePoint now)
{
    Wanted wanted;
    watch_pressure(at.session, at.config, at.judged(now), now, wanted);
    return wanted;
}

TEST(PressureWatched, ForFourSecondsAfterWhatLeadsToMore)
{
    const std::function<void(Session &)> moments[] = {
        [](Session &session) { session.pressure.stall_seen(start); },
        [](Session &session) { session.pressure.app_started(start); },
        [](Session &session) { session.last_thaw = start; },
    };
    for (const auto &moment : moments) {
        Short at;
        moment(at.session);
        const Wanted just = watched(at, start + 4s - 1us);
        EXPECT_EQ(just.sample_every, 100ms);
        EXPECT_EQ(just.again_at, start + 4s);
        EXPECT_EQ(watched(at, start + 4s).sample_every, std::nullopt);
        EXPECT_EQ(watched(at, start + 4s).again_at, std::nullopt);
        at.config.response = Response::Off;
        EXPECT_EQ(watched(at, start).sample_every, 250ms) << "for its reports alone";
        EXPECT_EQ(watched(at, start).level, Level::Calm);
        at.config.response = Response::Warn;
        at.session.ending = true;
        EXPECT_EQ(watched(at, start).sample_every, std::nullopt);
        EXPECT_EQ(watched(at, start).level, std::nullopt);
        at.session.ending = false;
        at.session.apply(event::CapabilityFound{Capability::Pressure, false, "it doesn't"s, ""s},
                         start);
        EXPECT_EQ(watched(at, start).sample_every, std::nullopt) << "there is nothing to sample";
        EXPECT_EQ(watched(at, start).level, Level::Unknown);
    }
}

TEST(PressureWatched, TheWorseTheOftener)
{
    Short bad;
    bad.sample(start, room(low));
    bad.sample(start + 200ms, room(low), 50ms);
    EXPECT_EQ(watched(bad, start + 200ms).sample_every, 50ms);
    EXPECT_EQ(watched(bad, start + 200ms).again_at, start + 4200ms + 1us)
        << "in case no more samples arrive";
    EXPECT_EQ(watched(bad, start + 3200ms + 1us).sample_every, 100ms)
        << "the level was high a moment ago";
    Short uneasy;
    uneasy.sample(start, room(ample));
    uneasy.sample(start + 500ms, room(ample), 15ms);
    EXPECT_EQ(watched(uneasy, start + 500ms).sample_every, 100ms);
    Short quiet;
    quiet.sample(start, room(ample));
    EXPECT_EQ(watched(quiet, start).sample_every, std::nullopt);
    EXPECT_EQ(watched(quiet, start).again_at, std::nullopt);
    quiet.session.leases[UnitId{7}] = {.app = "x", .cause = FreezeCause::Asked};
    EXPECT_EQ(watched(quiet, start).sample_every, std::nullopt)
        << "a requested freeze ends by itself";
    quiet.session.leases[UnitId{8}] = {
        .app = "y", .since = start - 1h, .cause = FreezeCause::Pressure};
    EXPECT_EQ(watched(quiet, start).sample_every, 2s);
}

TEST(PressureWatched, WhileMemoryFillsUp)
{
    const auto every = [](std::uint64_t left, std::uint64_t lost, Duration over = 1s) {
        Short at;
        at.sample(start, room(left + lost));
        at.sample(start + over, room(left));
        return watched(at, start + over).sample_every;
    };
    EXPECT_EQ(every(800 * mib, 40 * mib), std::nullopt) << "twenty seconds are left";
    EXPECT_EQ(every(800 * mib, 40 * mib + 4096), 100ms);
    EXPECT_EQ(every(100 * mib, 40 * mib, 999ms), std::nullopt)
        << "less than a second is not enough";
}

TEST(PressureWatched, WhileAnythingStallsThatIsNoNoise)
{
    const auto every = [](Duration stalled, Duration later, StallGroup who) {
        Short at;
        const auto sample = [&](TimePoint when, Duration so_far) {
            PressureSample sample;
            const GroupStalls stalls{.cpu = {}, .io = {}, .memory = {so_far, 0us}};
            sample.memory = room(ample);
            (who == StallGroup::System           ? sample.system
                 : who == StallGroup::Compositor ? sample.compositor
                                                 : sample.focused) = stalls;
            at.session.pressure.add(sample, when);
        };
        sample(start, 0us);
        sample(start + 500ms, stalled);
        return watched(at, start + 500ms + later).sample_every;
    };
    for (const StallGroup who : {StallGroup::System, StallGroup::Compositor, StallGroup::Focused}) {
        EXPECT_EQ(every(2500us, 0us, who), 100ms) << "half a percent of half a second";
        EXPECT_EQ(every(2499us, 0us, who), std::nullopt);
        EXPECT_EQ(every(2500us, 4s, who), 100ms);
        EXPECT_EQ(every(2500us, 4s + 1us, who), std::nullopt);
    }
}

TEST(PressureLimits, OfTheForegroundTheOneThatStalledMoreIsNamed)
{
    const auto because = [](std::optional<Duration> desktop, std::optional<Duration> app) {
        const auto stalls = [](std::optional<Duration> some) {
            return some.transform([](Duration so_far) {
                return GroupStalls{.cpu = {}, .io = {}, .memory = {so_far, 0us}};
            });
        };
        const auto at_first = [](Duration) { return Duration{}; };
        Short at;
        PressureSample sample;
        sample.memory = room(ample);
        sample.compositor = stalls(desktop.transform(at_first));
        sample.focused = stalls(app.transform(at_first));
        at.session.pressure.add(sample, start);
        sample.compositor = stalls(desktop);
        sample.focused = stalls(app);
        at.session.pressure.add(sample, start + 500ms);
        return at.judged(start + 500ms).because;
    };
    constexpr auto by_desktop = "the desktop waited for memory 5 % of the last 0.5 s";
    constexpr auto by_app = "the active app waited for memory 5 % of the last 0.5 s";
    EXPECT_EQ(because(25ms, 24ms), by_desktop);
    EXPECT_EQ(because(24ms, 25ms), by_app);
    EXPECT_EQ(because(25ms, 25ms), by_app);
    EXPECT_EQ(because(25ms, std::nullopt), by_desktop) << "no app is in front";
    EXPECT_EQ(because(std::nullopt, 25ms), by_app);
}

TEST(PressureLimits, EachStallHasASentenceOfItsOwnAndACode)
{
    std::set<std::string> sentences;
    for (const StallGroup who : {StallGroup::System, StallGroup::Compositor, StallGroup::Focused}) {
        for (const Resource what : {Resource::Cpu, Resource::Io, Resource::Memory}) {
            const Sentence told = stalled_for(what, who, Sentence{7.0, 0}, Sentence{0.5, 1});
            sentences.insert(told.in_english());
            EXPECT_EQ(reason_code(told).starts_with("foreground-waits"), who != StallGroup::System)
                << told;
        }
    }
    EXPECT_EQ(sentences.size(), 9U);
}

// What is reclaimed from frozen apps.

struct Frozen : Short {
    UnitId unit{7};

    Frozen()
    {
        session.units[unit] = {.full_path = {},
                               .path = {},
                               .own_app = "hog",
                               .app = "hog",
                               .names = {},
                               .source_path = {},
                               .main_pid = {}};
        session.leases[unit] = {.app = "hog",
                                .since = start - 1min,
                                .state = FreezerState::Frozen,
                                .cause = FreezeCause::Pressure};
        holds(start, 500 * mib, room(low, 50 * mib));
    }

    void holds(TimePoint at, std::uint64_t held, MemoryLevel memory)
    {
        PressureSample sample;
        sample.memory = memory;
        sample.units.push_back(
            {.unit = unit, .held = held, .scanned = {}, .refaults = {}, .cpu = {}, .io = {}});
        session.pressure.add(sample, at);
    }

    [[nodiscard]] std::optional<std::uint64_t> slice(Level level = Level::Calm,
                                                     bool wanted_frozen = true) const
    {
        Wanted wanted;
        if (wanted_frozen)
            wanted.frozen[unit] = {};
        reclaim_frozen(session, config, {.level = level, .now = level, .because = {}}, start,
                       wanted);
        return wanted.reclaims.contains(unit) ? std::optional{wanted.reclaims.at(unit).bytes}
                                              : std::nullopt;
    }
};

TEST(PushedOut, SixteenMebibytesAtATime)
{
    const Frozen frozen;
    EXPECT_EQ(frozen.slice(), 16 * mib);
    EXPECT_EQ(frozen.slice(Level::Uneasy), std::nullopt) << "the disk is busy enough";
    EXPECT_EQ(frozen.slice(Level::Calm, false), std::nullopt) << "it is thawed in this turn";
}

TEST(PushedOut, NothingWhereSomethingSpeaksAgainstIt)
{
    struct Row {
        const char *why;
        std::function<void(Frozen &)> happens;
    };
    for (const Row &row : {
             Row{"switched off", [](Frozen &at) { at.config.reclaim.enabled = false; }},
             Row{"Headroom ends", [](Frozen &at) { at.session.ending = true; }},
             Row{"somebody asked for the freeze",
                 [](Frozen &at) { at.session.leases.at(at.unit).cause = FreezeCause::Asked; }},
             Row{"it doesn't stand still yet",
                 [](Frozen &at) { at.session.leases.at(at.unit).state = FreezerState::Freezing; }},
             Row{"one is under way",
                 [](Frozen &at) { at.session.leases.at(at.unit).reclaiming = start; }},
             Row{"there is no more",
                 [](Frozen &at) { at.session.leases.at(at.unit).reclaimed_dry = true; }},
             Row{"it shall go on",
                 [](Frozen &at) { at.session.leases.at(at.unit).ended = ThawCause::Calm; }},
             Row{"nobody has looked since",
                 [](Frozen &at) { at.session.leases.at(at.unit).last_slice = start; }},
             Row{"memory isn't low",
                 [](Frozen &at) { at.holds(start + 1s, 500 * mib, room(ample, 50 * mib)); }},
             Row{"nobody knows how much it holds",
                 [](Frozen &at) { at.session.pressure.forget_unit(at.unit); }},
         }) {
        Frozen at;
        row.happens(at);
        EXPECT_EQ(at.slice(), std::nullopt) << row.why;
    }
    Frozen looked_at;
    looked_at.session.leases.at(looked_at.unit).last_slice = start - 1us;
    EXPECT_EQ(looked_at.slice(), 16 * mib);
}

TEST(PushedOut, AFifthOfSwapStaysFree)
{
    const auto slice = [](std::uint64_t swap_free) {
        Frozen at;
        at.holds(start + 1s, 500 * mib, room(low, swap_free));
        return at.slice();
    };
    EXPECT_EQ(slice(36 * mib), 16 * mib);
    EXPECT_EQ(slice(36 * mib - 1), std::nullopt);
    EXPECT_EQ(slice(0), std::nullopt);
    Frozen at;
    at.config.reclaim.swap_reserve = 0;
    at.holds(start + 1s, 500 * mib, room(low, 16 * mib));
    EXPECT_EQ(at.slice(), 16 * mib);
    at.holds(start + 2s, 500 * mib, room(low, 16 * mib - 1));
    EXPECT_EQ(at.slice(), std::nullopt) << "there must be room for all of it";
    at.holds(start + 3s, 500 * mib,
             {.total = 1000 * mib,
              .available = low,
              .active_file = 0,
              .swap_total = 0,
              .swap_free = 16 * mib});
    EXPECT_EQ(at.slice(), std::nullopt);
}

TEST(PushedOut, TheLastSixteenAreNotWorthTheFaults)
{
    Frozen at;
    at.session.leases.at(at.unit).reclaimed = 100 * mib;
    at.holds(start + 1s, 116 * mib, room(low, 50 * mib));
    EXPECT_EQ(at.slice(), std::nullopt);
    at.holds(start + 2s, 116 * mib + 1, room(low, 50 * mib));
    EXPECT_EQ(at.slice(), 16 * mib);
}

} // namespace

} // namespace headroom

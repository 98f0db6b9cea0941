// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/judge_pressure.h"

#include "policy/foreground_waits.h"
#include "policy/pressure_words.h"

#include <algorithm>
#include <ranges>
#include <span>

namespace headroom {

namespace {

constexpr TimePoint ever{Duration::min()};
/// An older sample does not show the present.
constexpr Duration stale = std::chrono::seconds{3};
/// Bytes of swap taken within `long_window`, not by the daemon: memory is being pushed out.
constexpr std::uint64_t swapping = 4ULL << 20U;
constexpr Duration shown_as_none = std::chrono::milliseconds{50}; ///< "0.0 s"

struct Finding {
    Level level = Level::Calm;
    Resource resource = Resource::Memory;
    double percent = 0;
    Duration window{};
    StallGroup group = StallGroup::System; ///< whose tasks stalled
    std::optional<Duration> left; ///< until memory is gone, if that is the finding
};

/// One row of the table of limits: what is measured, over which time, and from which share on it
/// means which level.
struct Row {
    Level level;
    Resource resource;
    bool by_ui; ///< the compositor or the focused app, whichever stalls more; else the whole system
    StallKind kind;
    Duration PressureLimits::*window;
    double PressureLimits::*percent;
    double times = 1; ///< of that percentage
};

/// These count while memory is low. Reading a whole disk also stalls tasks for memory, and is no
/// reason for a freeze. The worst comes first.
constexpr Row while_low[] = {
    {Level::Critical, Resource::Memory, true, StallKind::Full, &PressureLimits::window,
     &PressureLimits::ui_memory_critical},
    {Level::Critical, Resource::Memory, false, StallKind::Full, &PressureLimits::window,
     &PressureLimits::system_memory_critical},
    {Level::High, Resource::Memory, true, StallKind::Some, &PressureLimits::short_window,
     &PressureLimits::ui_memory_high},
    {Level::High, Resource::Memory, false, StallKind::Some, &PressureLimits::short_window,
     &PressureLimits::system_memory_high},
    // These need only two samples. With an older one, the two rows above apply as well: over
    // `short_window`, the same stall is at least 1.5 times their limit.
    {Level::High, Resource::Memory, true, StallKind::Some, &PressureLimits::shortest_window,
     &PressureLimits::ui_memory_high, 3},
    {Level::High, Resource::Memory, false, StallKind::Some, &PressureLimits::shortest_window,
     &PressureLimits::system_memory_high, 3},
};

constexpr Row always[] = {
    {Level::Uneasy, Resource::Memory, true, StallKind::Some, &PressureLimits::window,
     &PressureLimits::ui_memory_uneasy},
    {Level::Uneasy, Resource::Memory, false, StallKind::Some, &PressureLimits::window,
     &PressureLimits::system_memory_uneasy},
    {Level::Uneasy, Resource::Cpu, true, StallKind::Some, &PressureLimits::long_window,
     &PressureLimits::ui_cpu_uneasy},
    {Level::Uneasy, Resource::Io, true, StallKind::Some, &PressureLimits::long_window,
     &PressureLimits::ui_io_uneasy},
};

/// Percent of all memory. nullopt: unknown.
std::optional<double> slack_share(const PressureHistory &history, TimePoint at)
{
    const auto memory = history.memory(at);
    const auto slack = history.slack(at);
    if (!memory || !slack || memory->total == 0)
        return std::nullopt;
    return 100.0 * static_cast<double>(*slack) / static_cast<double>(memory->total);
}

std::optional<bool> is_low(const PressureHistory &history, const PressureLimits &limits,
                           TimePoint at)
{
    const auto percent = slack_share(history, at);
    if (!percent)
        return std::nullopt;
    if (*percent < limits.slack_low || *percent >= limits.slack_ample)
        return *percent < limits.slack_low;
    return history.swapped_out(at, limits.long_window) > swapping; // nullopt compares as less
}

std::optional<Stall> stall_of(const PressureHistory &history, const Row &row, Duration window,
                              TimePoint at, TimePoint not_before)
{
    const StallLine line{StallGroup::System, row.resource, row.kind};
    if (row.by_ui)
        return stalled_in_front(history, line, window, at, not_before);
    return history.stalled(line, window, at, not_before).transform([](double share) {
        return Stall{share, StallGroup::System};
    });
}

/// On a quiet desktop, a single task in the background is all that could run. It may wait all the
/// time, and nothing hangs. false: the foreground waits as well, or nobody knows.
bool only_behind(const Row &row, const PressureHistory &history, const PressureLimits &limits,
                 TimePoint at, TimePoint not_before)
{
    return !row.by_ui && row.kind == StallKind::Full
        && !foreground_waits(history, limits, at, not_before).value_or(true);
}

/// Memory is low and will be gone in a moment, swap included. Nothing may stall yet. But an app
/// that is frozen at the first stall has left no room to the others. They then read their own
/// programs from disk again and again.
std::optional<Finding> gone_soon(const PressureHistory &history, const PressureLimits &limits,
                                 TimePoint at, TimePoint not_before)
{
    const auto left = history.time_left(at, limits.long_window, limits.short_window, not_before);
    const auto room = history.room(at);
    const auto memory = history.memory(at);
    if (!left || !room || !memory)
        return std::nullopt;
    const bool nearly_gone = 100.0 * static_cast<double>(*room)
        < limits.room_nearly_gone * static_cast<double>(memory->total);
    if (*left >= (nearly_gone ? limits.filling_up : limits.gone_soon))
        return std::nullopt;
    return Finding{Level::High, Resource::Memory, 0, {}, StallGroup::System, left};
}

std::optional<Finding> first_of(std::span<const Row> rows, const PressureHistory &history,
                                const PressureLimits &limits, TimePoint at, TimePoint not_before)
{
    for (const Row &row : rows) {
        if (row.times > 1 && not_before != ever)
            continue; // older samples exist, but a freeze must have time to take effect
        const Duration window = limits.*row.window;
        const auto stall = stall_of(history, row, window, at, not_before);
        if (stall && stall->share * 100 >= limits.*row.percent * row.times
            && !only_behind(row, history, limits, at, not_before))
            return Finding{.level = row.level,
                           .resource = row.resource,
                           .percent = stall->share * 100,
                           .window = window,
                           .group = stall->group,
                           .left = std::nullopt};
    }
    return std::nullopt;
}

/// The worst that applies at one moment.
Finding find(const PressureHistory &history, const PressureLimits &limits, TimePoint at,
             TimePoint not_before)
{
    if (is_low(history, limits, at).value_or(false)) {
        if (const auto stalls = first_of(while_low, history, limits, at, not_before))
            return *stalls;
        if (const auto soon = gone_soon(history, limits, at, not_before))
            return *soon;
    }
    return first_of(always, history, limits, at, not_before).value_or(Finding{});
}

Sentence describe(const Finding &finding)
{
    if (finding.level == Level::Calm)
        return say("why pressure is what it is", "the active app hardly has to wait");
    const std::chrono::duration<double> window = finding.window;
    if (finding.left) {
        if (*finding.left < shown_as_none)
            return say("why pressure is what it is", "all memory is in use");
        const std::chrono::duration<double> left = *finding.left;
        return say("why pressure is what it is", "memory will run out in {} s",
                   Sentence{left.count(), 1});
    }
    return stalled_for(finding.resource, finding.group, Sentence{finding.percent, 0},
                       Sentence{window.count(), 1});
}

/// A freeze takes a moment to take effect. Samples from before must not lead to another one.
TimePoint after_last_freeze(const Session &session, const Config &config)
{
    TimePoint last = ever;
    for (const auto &[unit, lease] : session.leases) {
        if (lease.cause == FreezeCause::Pressure)
            last = std::max(last, lease.since + config.freezing.between_freezes);
    }
    return last;
}

} // namespace

Judgement judge_pressure(const Session &session, const Config &config, TimePoint now)
{
    Judgement judgement;
    if (!session.capability(Capability::Pressure).available)
        return judgement;
    const PressureHistory &history = session.pressure;
    Finding worst;
    // Backwards: of two equal ones, the later counts.
    for (const TimePoint at : std::views::reverse(history.times())) {
        if (at < now - config.limits.alert_lingers || worst.level == Level::Critical)
            break;
        const Finding then = find(history, config.limits, at, ever);
        if (then.level > worst.level)
            worst = then;
    }
    judgement = {.level = worst.level,
                 .now = Level::Calm,
                 .resource = worst.resource,
                 .in_front = false,
                 .because = describe(worst)};
    if (const auto last = history.last_at(); last && now - *last <= stale) {
        const Finding present =
            find(history, config.limits, *last, after_last_freeze(session, config));
        judgement.now = present.level;
        judgement.in_front = present.group != StallGroup::System;
        if (present.level >= Level::High) {
            judgement.resource = present.resource;
            judgement.because = describe(present);
        }
    }
    return judgement;
}

bool memory_is_calm(const Session &session, const Config &config, Duration lasting, TimePoint now)
{
    const auto times = session.pressure.times();
    const TimePoint since = now - lasting;
    if (times.empty() || times.front() > since || now - times.back() > stale)
        return false;
    // find() looks at memory first.
    return std::ranges::none_of(times, [&](TimePoint at) {
        if (at < since)
            return false;
        const Finding then = find(session.pressure, config.limits, at, ever);
        return then.level > Level::Calm && then.resource == Resource::Memory;
    });
}

std::optional<bool> is_memory_low(const Session &session, const Config &config)
{
    const auto last = session.pressure.last_at();
    return last ? is_low(session.pressure, config.limits, *last) : std::nullopt;
}

std::optional<bool> may_become_low(const Session &session, const Config &config)
{
    const auto last = session.pressure.last_at();
    return (last ? slack_share(session.pressure, *last) : std::nullopt)
        .transform([&](double percent) { return percent < config.limits.slack_ample; });
}

std::optional<bool> has_room_for(const Session &session, const Config &config, std::uint64_t bytes)
{
    const auto last = session.pressure.last_at();
    const auto room = last ? session.pressure.room(*last) : std::nullopt;
    const auto memory = last ? session.pressure.memory(*last) : std::nullopt;
    if (!room || !memory || memory->total == 0)
        return std::nullopt;
    return static_cast<double>(*room)
        >= config.limits.slack_low / 100 * static_cast<double>(memory->total)
        + static_cast<double>(bytes);
}

} // namespace headroom

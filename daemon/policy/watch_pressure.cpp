// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/watch_pressure.h"

#include "policy/rank_culprits.h"
#include "policy/why_not_frozen.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr TimePoint ever{Duration::min()};

/// The kernel's triggers come up to two seconds late. Sampling while memory fills up is in time.
bool fills_up(const PressureHistory &history, const PressureLimits &limits)
{
    const auto last = history.last_at();
    const auto left = last ? history.time_left(*last, limits.long_window, limits.long_window, ever)
                           : std::nullopt;
    return left && *left < limits.filling_up;
}

bool stalls_lately(const PressureHistory &history, const PressureLimits &limits, TimePoint now)
{
    return std::ranges::any_of(history.times(), [&](TimePoint at) {
        if (at < now - limits.alert_lingers)
            return false;
        const auto some = [&](StallGroup group) {
            return history.stalled({group, Resource::Memory, StallKind::Some}, limits.window, at,
                                   ever);
        };
        return std::max({some(StallGroup::System), some(StallGroup::Compositor),
                         some(StallGroup::Focused)})
                   .value_or(0)
            * 100
            >= limits.any_stall;
    });
}

/// The culprit is the app that the notification is about, and it may not be frozen.
bool only_warns(const Session &session, const Config &config, Level level, TimePoint now)
{
    if (!session.notice || session.notice->frozen || session.notice->app.empty())
        return false;
    const AppId &app = session.notice->app;
    const auto culprits = rank_culprits(session, config, now);
    return !culprits.empty() && culprits.front().app == app
        && why_not_frozen(session, config, app, level, now);
}

} // namespace

void watch_pressure(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted)
{
    if (!session.ending)
        wanted.level = judgement.level;
    wanted.level_reason = judgement.because;
    if (const auto last = session.pressure.last_at();
        last && judgement.level > Level::Calm && !session.ending)
        // In case no more samples come: what they showed is over then.
        wanted.look_again_at(*last + config.limits.alert_lingers + Duration{1});
    if (session.ending || judgement.level == Level::Unknown)
        return;
    const PressureLimits &limits = config.limits;
    bool expects_more = false;
    // A trigger has fired. Or an app has started or was thawed: it can take memory faster than the
    // trigger fires.
    for (const auto &moment :
         {session.pressure.last_trigger(), session.pressure.last_start(), session.last_thaw}) {
        if (!moment || now >= *moment + limits.alert_lingers)
            continue;
        expects_more = true;
        wanted.look_again_at(*moment + limits.alert_lingers);
    }
    // Other programs, queued commands and the record for the next boot rely on the level.
    const bool only_reports = config.response == Response::Off;
    if (judgement.now >= Level::High)
        wanted.sample_every = only_reports || only_warns(session, config, judgement.now, now)
            ? limits.sample_no_freeze
            : limits.sample_critical;
    else if (expects_more || judgement.level > Level::Calm || fills_up(session.pressure, limits)
             || stalls_lately(session.pressure, limits, now))
        wanted.sample_every = only_reports ? limits.sample_no_freeze : limits.sample_alert;
    else if (std::ranges::any_of(session.leases, [](const auto &lease) {
                 return lease.second.cause == FreezeCause::Pressure;
             }))
        wanted.sample_every = limits.sample_frozen;
}

} // namespace headroom

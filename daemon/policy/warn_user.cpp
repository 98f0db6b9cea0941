// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/warn_user.h"

#include "policy/exempt_while_windowless.h"
#include "policy/minimise_first.h"
#include "policy/on_duty.h"
#include "policy/rank_culprits.h"
#include "policy/split_tabs.h"
#include "policy/systemd_waits.h"
#include "policy/tab_in_use.h"
#include "policy/why_not_frozen.h"

#include <algorithm>

namespace headroom {

namespace {

/// systemd takes longer than usual when memory is short. It may never answer.
constexpr Duration described_within = std::chrono::seconds{20};
constexpr Duration readable = std::chrono::seconds{20}; ///< a notification stays at least so long
constexpr Duration noticed = std::chrono::seconds{5}; ///< or so long, if it is not true any more

/// The freeze of this turn, or the newest one in force.
std::optional<UnitId> newest_frozen(const Session &session, const Wanted &wanted)
{
    std::optional<UnitId> newest;
    for (const auto &[unit, want] : wanted.frozen) {
        if (want.cause != FreezeCause::Pressure)
            continue;
        const auto lease = session.leases.find(unit);
        if (lease == session.leases.end())
            return unit;
        if (!newest || session.leases.at(*newest).since < lease->second.since)
            newest = unit;
    }
    return newest;
}

std::string icon_of(const Session &session, const AppId &app)
{
    const auto info = session.apps.find(app);
    return info == session.apps.end() ? std::string{} : info->second.icon;
}

/// Amounts that are unknown are left out.
Sentence why_stopped(std::optional<std::uint64_t> held, std::optional<std::uint64_t> grew)
{
    if (held && grew)
        return say("text of a notification: {} are amounts of memory",
                   "Memory ran short because of this app. It is using {} and grew by {} "
                   "a second. Open it to continue where it left off.",
                   in_words(*held), in_words(*grew));
    if (held)
        return say("text of a notification: {} is an amount of memory",
                   "Memory ran short because of this app. It is using {}. Open it to "
                   "continue where it left off.",
                   in_words(*held));
    if (grew)
        return say("text of a notification: {} is an amount of memory",
                   "Memory ran short because of this app. It grew by {} a second. Open "
                   "it to continue where it left off.",
                   in_words(*grew));
    return say("text of a notification",
               "Memory ran short because of this app. Open it to continue where it left off.");
}

Notice of_frozen(const Session &session, UnitId unit, std::optional<std::uint64_t> grew)
{
    const AppId &app = session.units.at(unit).app;
    return {.app = app,
            .icon = icon_of(session, app),
            .frozen = true,
            .title = say("title of a notification: {} is an application", "{} was paused",
                         session.name_of(app)),
            .text = why_stopped(session.held_by(app),
                                grew && *grew >= noticeable_growth ? grew : std::nullopt)};
}

/// The first of all apps frozen in turn, which is the last to be thawed. So there is one
/// notification for all of them, and not a new one each second.
UnitId first_in_turn(const Session &session, UnitId newest, const Wanted &wanted)
{
    const auto since = [&](UnitId unit) {
        const auto lease = session.leases.find(unit);
        return lease != session.leases.end() && lease->second.in_turn ? lease->second.since
                                                                      : TimePoint::max();
    };
    for (const auto &[unit, want] : wanted.frozen)
        newest = since(unit) < since(newest) ? unit : newest;
    return newest;
}

Notice of_those_in_turn(const Session &session, UnitId unit)
{
    const AppId &app = session.units.at(unit).app;
    return {.app = app,
            .icon = icon_of(session, app),
            .frozen = true,
            .title = say("title of a notification", "Hidden apps were paused"),
            .text = say(
                "text of a notification: {} is an application",
                "Memory ran short, and no app alone was the cause. The apps that you have not used "
                "for the longest were paused, {} first. Open one to continue where it left off.",
                session.name_of(app))};
}

/// The cause is a part of the system, a container, or an app that Headroom doesn't know.
Notice of_no_app(std::uint64_t a_second)
{
    return {.app = {},
            .title = say("title of a notification", "Memory is running short"),
            .text = say("text of a notification: {} is an amount of memory",
                        "Something that is no known app uses it: {} more each second.",
                        in_words(a_second))};
}

bool was_in_turn(const Session &session, UnitId unit, const Wanted &wanted)
{
    const auto lease = session.leases.find(unit);
    return lease == session.leases.end() ? wanted.frozen.at(unit).in_turn : lease->second.in_turn;
}

/// The growth that led to the freeze of this turn, or to the one in force.
std::optional<std::uint64_t> growth_before(const Session &session, UnitId unit,
                                           const Wanted &wanted)
{
    const auto lease = session.leases.find(unit);
    return lease == session.leases.end() ? wanted.frozen.at(unit).grew : lease->second.grew;
}

/// why: it isn't stopped.
Sentence why_shown(const Session &session, const Culprit &culprit,
                   const std::optional<Sentence> &why)
{
    const std::string name = session.name_of(culprit.app);
    if (can_minimise_first(session, culprit.app))
        return say("text of a notification: {0} is an application, {1} what it does",
                   "{} {}. It was not paused, since it is the active app. Pausing it also "
                   "minimises it.",
                   name, describe(culprit));
    return why ? say("text of a notification: {0} is an application, {1} what it does, "
                     "{2} why it was not stopped",
                     "{} {}. It was not paused: {}.", name, describe(culprit), *why)
               : say("text of a notification: {0} is an application, {1} what it does", "{} {}.",
                     name, describe(culprit));
}

/// why: it isn't stopped.
Notice of_culprit(const Session &session, const Config &config, const Culprit &culprit,
                  const std::optional<Sentence> &why, TimePoint now)
{
    return {.app = culprit.app,
            .icon = icon_of(session, culprit.app),
            .may_be_frozen =
                can_minimise_first(session, culprit.app) || !refuse_freeze(session, culprit.app),
            .transient = exempt_while_windowless(session, config, culprit.app, now).has_value(),
            .title = say("title of a notification", "Memory is running short"),
            .text = why_shown(session, culprit, why)};
}

/// Whether it is frozen in a moment, or has its window by then. A notification now would only be
/// one more, for a shell that lacks memory itself. At critical, a start exempts nothing.
bool is_only_starting(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    return may_be_starting(session, config, app, now)
        && !why_not_frozen(session, config, app, Level::Critical, now);
}

std::optional<Notice> wanted_notice(const Session &session, const Config &config,
                                    const Judgement &judgement, TimePoint now, const Wanted &wanted)
{
    const auto unit = newest_frozen(session, wanted);
    if (unit && was_in_turn(session, *unit, wanted))
        return of_those_in_turn(session, first_in_turn(session, *unit, wanted));
    if (unit)
        return of_frozen(session, *unit, growth_before(session, *unit, wanted));
    // In a moment it is frozen, or has freed memory.
    if (judgement.now < Level::High || !wanted.awaited.empty())
        return std::nullopt;
    const auto culprits = rank_culprits(session, config, now);
    if (culprits.empty()) {
        const auto elsewhere = judgement.resource == Resource::Memory
            ? lost_to_no_app(session, config, now)
            : std::nullopt;
        return elsewhere ? std::optional{of_no_app(*elsewhere)} : std::nullopt;
    }
    const Culprit &first = culprits.front();
    if (session.units.at(first.unit).terminal && !fresh_job(session, first.unit, now))
        return std::nullopt; // it has no name yet
    if (is_being_split(session, first.app, wanted))
        return std::nullopt; // which of its tabs it is will be known in a moment
    if (not_described_yet(session, first.app)
        && now < session.units.at(first.unit).appeared + described_within
        && !why_not_kept_frozen(session, config, first.app, now))
        return std::nullopt; // in a moment it is frozen, or there is a reason that lasts
    const auto why = why_not_frozen(session, config, first.app, judgement.now, now);
    if (!why && awaits_inspection(session, first.app, judgement.now, now))
        return std::nullopt; // in a moment it is frozen, or there is a reason not to
    if (is_only_starting(session, config, first.app, now))
        return std::nullopt;
    return of_culprit(session, config, first, why, now);
}

/// Whether the app has ended or is frozen.
bool is_over(const Session &session, const AppId &app)
{
    return session.units_of(app).empty() || is_frozen(session, app);
}

/// Whether the app that is shown has no part in what happens now: another one grows. If memory runs
/// out at its pace, the kernel may kill it before `readable` is over. One that grew some seconds
/// ago is only first because the one that is shown has ended.
bool is_past(const Session &session, const Config &config, const Notice &shown, TimePoint now)
{
    const auto culprits = rank_culprits(session, config, now);
    if (culprits.empty() || culprits.front().grows.value_or(0) < noticeable_growth)
        return false;
    const bool has_started =
        shown.transient && !exempt_while_windowless(session, config, shown.app, now);
    const bool takes_nothing =
        std::ranges::find(culprits, shown.app, &Culprit::app) == culprits.end();
    return has_started || is_over(session, shown.app)
        || (takes_nothing && now >= session.notice_since + noticed);
}

/// Whether a notification may take the place of the one that is shown, if any. The culprit that is
/// found changes with each sample where several apps take memory in turns. Each notification is
/// read, and costs the shell memory and CPU time, just when it has neither.
bool is_due(const Session &session, const Config &config, const Notice &other, TimePoint now)
{
    if (!session.notice)
        return true;
    const Notice &shown = *session.notice;
    if (shown.is_about_the_same(other))
        return false;
    if (shown.frozen || other.frozen || shown.app.empty() || shown.app == other.app)
        return true;
    const bool was_read = now >= session.notice_since + readable;
    // What an app took until it ended seems to be no app's for some seconds.
    return other.app.empty() ? is_over(session, shown.app) && was_read
                             : was_read || is_past(session, config, shown, now);
}

} // namespace

void warn_user(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted)
{
    if (session.ending || !config.notify || !session.shows_popup
        || config.response == Response::Off)
        return;
    const auto notice = wanted_notice(session, config, judgement, now, wanted);
    if (notice && is_due(session, config, *notice, now)) {
        wanted.notice = notice;
        return;
    }
    if (!session.notice)
        return;
    const TimePoint until = std::max(session.notice_since, session.high_until) + readable;
    const bool still_applies = !session.notice->frozen && !is_frozen(session, session.notice->app);
    if (notice || (still_applies && (judgement.level >= Level::High || now < until))) {
        wanted.notice = session.notice;
        if (!notice && now < until)
            wanted.look_again_at(until);
    }
}

} // namespace headroom

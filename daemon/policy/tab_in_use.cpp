// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/tab_in_use.h"

#include "model/job.h"
#include "policy/hidden.h"

#include <algorithm>

// Implementation notes. No terminal reports which of its tabs is visible, but the kernel reports
// when the input of each was last read. A tab of the foreground terminal is frozen only if the user
// types into another tab of it. So the user is not in this one. Input that a program does not read
// is not seen. So "nothing was typed here" alone proves nothing.

namespace headroom {

namespace {

constexpr Duration seen_holds_for = std::chrono::seconds{10};
/// The kernel keeps these times to eight seconds, always too early (tty_update_time() in tty_io.c).
constexpr Duration coarse = std::chrono::seconds{8};
constexpr Duration types_now = std::chrono::seconds{20}; ///< including these eight seconds

std::optional<TimePoint> last_input(const Session &session, UnitId unit, TimePoint now)
{
    const Job *job = fresh_job(session, unit, now);
    return job ? job->last_input : std::nullopt;
}

bool types_elsewhere(const Session &session, const Config &config, UnitId unit, TimePoint now)
{
    const auto here = last_input(session, unit, now);
    if (!here || now < *here + coarse + config.freezing.unfocused_for)
        return false;
    return std::ranges::any_of(
        tabs_of(session, *session.units.at(unit).terminal), [&](UnitId other) {
            const auto there = last_input(session, other, now);
            return other != unit && there && now < *there + types_now && *there > *here + coarse;
        });
}

/// A moment ago still counts: the user may be back in a moment.
bool is_in_front(const Session &session, const Config &config, const AppId &terminal, TimePoint now)
{
    if (session.focused_app() == terminal)
        return true;
    return std::ranges::any_of(session.units_of(terminal), [&](UnitId unit) {
        const auto left = session.unfocused.find(unit);
        return left != session.unfocused.end()
            && now < left->second + config.freezing.unfocused_for;
    });
}

bool front_is_known(const Session &session, const Config &config, TimePoint now)
{
    return session.front_known && now >= *session.front_known + config.freezing.unfocused_for;
}

} // namespace

const Job *fresh_job(const Session &session, UnitId unit, TimePoint now)
{
    const auto found = session.jobs.find(unit);
    return found == session.jobs.end() || now >= found->second.at + seen_holds_for ? nullptr
                                                                                   : &found->second;
}

std::optional<Sentence> tab_in_use(const Session &session, const Config &config, UnitId unit,
                                   Level level, TimePoint now)
{
    const Unit &tab = session.units.at(unit);
    if (!tab.terminal)
        return std::nullopt;
    const std::string name = session.name_of(tab.app);
    const Job *job = fresh_job(session, unit, now);
    if (!job)
        return say("why an application is exempt", "it isn't known yet what kind of app {} is",
                   name);
    if (job->shared)
        return say("why an application is exempt", "the open files of {} can't be listed", name);
    // A terminal that is unknown, or in no app's unit, may be the one in front.
    const bool known = !tab.terminal->empty() && !session.units_of(*tab.terminal).empty();
    const bool somewhere_else = known && !is_in_front(session, config, *tab.terminal, now)
        && (session.visibility_known ? session.focus.has_value()
                                     : front_is_known(session, config, now));
    if (!somewhere_else)
        return known && types_elsewhere(session, config, unit, now)
            ? std::nullopt
            : std::optional{say("why an application is exempt",
                                "it isn't known whether {} is, or was, the active app", name)};
    return level < Level::Critical ? may_be_noticed(session, *tab.terminal) : std::nullopt;
}

} // namespace headroom

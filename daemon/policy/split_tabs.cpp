// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/split_tabs.h"

#include "model/job.h"
#include "model/placement.h"
#include "policy/on_duty.h"
#include "policy/rank_culprits.h"

#include <algorithm>
#include <format>

// Implementation notes. The kernel charges memory to the cgroup in which it was taken, and leaves
// it there when the process moves. So a split tab begins with nothing. What it takes from then on
// shows whether it is the culprit (see counted_from() in rank_culprits.cpp).

namespace headroom {

namespace {

/// Calm has to last so long. A build that makes memory short once does so again, and each move
/// costs its processes a little.
constexpr Duration rejoin_after = std::chrono::seconds{10};

/// A process that a window's process has started in a terminal of its own is a tab of that window.
/// tmux has such children, too. They are in whatever terminal is attached to it.
bool is_of_a_window(const Session &session, const Shell &shell, UnitId unit)
{
    return std::ranges::any_of(session.windows, [&](const auto &entry) {
        const Window &window = entry.second;
        return window.kind == WindowKind::Normal && window.process
            && window.process->pid == shell.started_by && session.unit_of(window) == unit;
    });
}

bool may_be_split(const Session &session, UnitId id)
{
    const Unit &unit = session.units.at(id);
    return unit.placement == Placement::OwnUnit && !unit.app.empty() && !unit.terminal
        && !session.leases.contains(id);
}

void split(const Session &session, UnitId id, Wanted &wanted)
{
    const auto shells = session.shells.find(id);
    if (shells == session.shells.end() || !may_be_split(session, id))
        return;
    const Unit &unit = session.units.at(id);
    for (const Shell &shell : shells->second) {
        if (session.adopting.contains(shell.id) || session.process_refusals.contains(shell.id)
            || !is_of_a_window(session, shell, id))
            continue;
        wanted.moves.push_back(
            {action::SplitTab{shell.id}, id, unit.name(), unit.app,
             say("done: {} is a terminal",
                 "gave a tab of {} a unit of its own: it uses most of the memory",
                 session.name_of(unit.app))});
    }
}

/// No act on it is in force, nor requested.
bool is_free(const Session &session, UnitId id)
{
    const AppId &app = session.units.at(id).app;
    return !session.leases.contains(id) && !session.requests.contains(app)
        && !session.rejoining.contains(id) && !session.refusal(id, Act::Rejoin);
}

void rejoin(const Session &session, TimePoint now, Wanted &wanted)
{
    const TimePoint over = session.level_since + rejoin_after;
    for (const auto &[id, unit] : session.units) {
        if (!unit.is_split || !is_free(session, id))
            continue;
        if (now < over) {
            wanted.look_again_at(over);
            return;
        }
        wanted.moves.push_back(
            {action::RejoinTab{}, id, unit.name(), unit.app,
             say("done: {} is a terminal", "a tab of {} is in its terminal's unit again",
                 session.name_of(*unit.terminal))});
    }
}

} // namespace

void split_tabs(const Session &session, const Config &config, const Judgement &judgement,
                TimePoint now, Wanted &wanted)
{
    if (session.ending || !session.capability(Capability::Adopt).available)
        return;
    if (judgement.level == Level::Calm && session.level == Level::Calm)
        rejoin(session, now, wanted);
    if (config.response == Response::Off || judgement.now < Level::Uneasy
        || judgement.resource != Resource::Memory)
        return;
    for (const Culprit &culprit : rank_culprits(session, config, now)) {
        if (inspected_kind(session, culprit.app)) {
            for (const UnitId unit : session.units_of(culprit.app))
                split(session, unit, wanted);
        }
    }
}

bool is_being_split(const Session &session, const AppId &app, const Wanted &wanted)
{
    const auto is_of_it = [&](UnitId unit) { return session.units_of(app).contains(unit); };
    return std::ranges::any_of(session.adopting, is_of_it,
                               [](const auto &entry) { return entry.second; })
        || std::ranges::any_of(wanted.moves, [&](const Action &move) {
               return std::holds_alternative<action::SplitTab>(move.what) && is_of_it(move.unit);
           });
}

} // namespace headroom

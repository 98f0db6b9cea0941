// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/explain.h"

#include "policy/freeze_requested.h"
#include "policy/rank_culprits.h"
#include "policy/reclaim_background.h"
#include "policy/spared.h"

#include <algorithm>
#include <format>

namespace headroom {

namespace {

std::string seconds(Duration duration)
{
    return std::format("{} s", std::chrono::duration_cast<std::chrono::seconds>(duration).count());
}

void say_what_is_in_force(const Session &session, const AppId &app, TimePoint now, std::vector<std::string> &lines)
{
    for (const auto &[id, lease] : session.leases) {
        if (lease.app == app)
            lines.push_back(std::format("{} is {} since {}.", session.units.at(id).name(), lease.state == FreezerState::Frozen ? "frozen" : "being frozen",
                                        seconds(now - lease.since)));
    }
    for (const auto &[id, boost] : session.weights) {
        if (boost.app != app)
            continue;
        const std::string cpu = boost.weights.cpu ? std::format(" CPU weight {}", *boost.weights.cpu) : std::string{};
        const std::string io = boost.weights.io ? std::format(" I/O weight {}", *boost.weights.io) : std::string{};
        lines.push_back(std::format("{} has{}{}{} instead of the usual 100.", session.units.at(id).name(), cpu, cpu.empty() || io.empty() ? "" : " and", io));
    }
    for (const auto &[id, gentle] : session.reclaiming) {
        if (gentle.app == app)
            lines.push_back(std::format("What {} does not use is pushed out of memory, {} since {}.", session.units.at(id).name(), in_words(gentle.bytes),
                                        seconds(now - gentle.since)));
    }
    if (session.focused_app() == app && std::ranges::none_of(session.weights, [&](const auto &b) { return b.second.app == app; }))
        lines.push_back(std::format("{} has the focus but no boost.", session.name_of(app)));
}

void say_what_stays_in_memory(const Session &session, const Config &config, const AppId &app, TimePoint now, std::vector<std::string> &lines)
{
    const Judgement judgement = judge_pressure(session, config, now);
    for (const UnitId id : session.units_of(app)) {
        if (const auto why = kept_in_memory(session, config, judgement, id, now))
            lines.push_back(std::format("What {} does not use stays in memory: {}.", session.units.at(id).name(), *why));
    }
}

} // namespace

std::vector<std::string> explain(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    const auto ids = session.app_ids();
    if (!std::ranges::binary_search(ids, app))
        return {};
    std::vector<std::string> lines;
    say_what_is_in_force(session, app, now, lines);
    if (lines.empty())
        lines.push_back(std::format("Nothing is in force for {}.", session.name_of(app)));
    if (const auto last = session.last_reason.find(app); last != session.last_reason.end())
        lines.push_back(std::format("Last act: {}.", last->second));
    for (const UnitId id : session.units_of(app)) {
        if (const auto refusals = session.unit_refusals.find(id); refusals != session.unit_refusals.end()) {
            for (const auto &[act, sentence] : refusals->second)
                lines.push_back(std::format("No {} of {}: {}.", act, session.units.at(id).name(), sentence));
        }
    }
    if (const auto why = refuse_freeze(session, app))
        lines.push_back(std::format("It would not be frozen: {}.", *why));
    else if (const auto units = session.units_of(app); !units.empty() && !session.leases.contains(*units.begin())) {
        if (const auto why_spared = spared(session, config, *units.begin(), Level::High, now))
            lines.push_back(std::format("It would not be frozen when memory runs short: {}.", *why_spared));
    }
    if (config.gentle.enabled)
        say_what_stays_in_memory(session, config, app, now, lines);
    return lines;
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/kinship.h"
#include "model/session.h"

// Facts about kinship: which units' processes are parents or children of other units' processes.
// They show which units are one app.
namespace headroom {

namespace {

/// Of one unit. No program is in so many units, and a crafted one must not cost more.
constexpr std::size_t most_ties = 64;

} // namespace

void Session::take(const event::UnitTied &e, TimePoint /*now*/)
{
    if (!units.contains(e.unit))
        return;
    std::set<UnitId> concerned = kin_of(*this, e.unit);
    auto &now_tied = ties[e.unit];
    now_tied.clear();
    for (const Tie &tie : e.ties) {
        if (now_tied.size() >= most_ties)
            break;
        const auto [known, is_new] = now_tied.try_emplace(tie.other, tie.kind);
        if (!is_new && tie.kind == TieKind::SameProgram)
            known->second = tie.kind; // one pair of the same program is enough
    }
    if (now_tied.empty())
        ties.erase(e.unit);
    concerned.merge(kin_of(*this, e.unit));
    for (const UnitId unit : concerned)
        regroup(unit);
}

void Session::take(const event::LeftBehind &e, TimePoint /*now*/)
{
    const auto process = processes.find(e.process);
    if (process == processes.end() || fetched.contains(e.process))
        return;
    const UnitId at = process->second.unit;
    if (may_be_left_behind(*this, at, e.parents, e.by_guest)
        || may_be_left_with_host(*this, at, e.parents)) // windows may show it later
        left_behind.insert_or_assign(e.process, e);
}

/// Its siblings were moved along. What was not is reported again.
void Session::note_fetched(ProcessId leader, UnitId from)
{
    const auto left = left_behind.extract(leader);
    if (left.empty())
        return;
    fetched.insert(leader);
    std::erase_if(left_behind, [&](const auto &each) {
        const auto process = processes.find(each.first);
        return each.second.parents == left.mapped().parents && process != processes.end()
            && process->second.unit == from;
    });
}

void Session::set_own_app(UnitId unit, AppId app)
{
    units.at(unit).own_app = std::move(app);
    regroup(unit);
}

void Session::regroup(UnitId unit)
{
    const std::set<UnitId> kin = kin_of(*this, unit);
    const AppId app = app_of_kin(*this, kin);
    for (const UnitId id : kin)
        set_app(id, app);
}

} // namespace headroom

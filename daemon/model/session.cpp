// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/unit_escape.h"

#include <algorithm>

namespace headroom {

namespace {

/// Whether the user wants the app now. Activated and Shown need no record: the window is in front,
/// or visible.
bool is_the_users_word(ThawCause cause)
{
    return cause == ThawCause::Asked || cause == ThawCause::ByOthers
        || cause == ThawCause::LaunchedAgain || cause == ThawCause::NewWindow;
}

struct Note {
    Session &session;
    const Action &action;
    TimePoint now;

    void operator()(const action::SetWeights &set) const
    {
        session.weights[action.unit] = {action.app, set.weights, set.kind};
    }
    void operator()(const action::UnsetWeights & /*unset*/) const
    {
        session.weights.erase(action.unit);
    }
    void operator()(const action::Freeze &freeze) const
    {
        session.leases[action.unit] = {.app = action.app,
                                       .since = now,
                                       .cause = freeze.cause,
                                       .grew = freeze.grew,
                                       .in_turn = freeze.in_turn};
        if (freeze.cause == FreezeCause::Pressure) {
            Offences &offences = session.offences[action.app];
            if (now >= offences.last + Offences::fade_after)
                offences.count = 0;
            // All units of an app that are frozen in one turn are one offence.
            offences.count += offences.count == 0 || offences.last != now ? 1 : 0;
            offences.last = now;
        }
    }
    void operator()(const action::Thaw &thaw) const
    {
        if (is_the_users_word(thaw.cause))
            session.thawed_by_user[action.app] = now;
        if (thaw.cause == ThawCause::Needed)
            session.needed[action.app] = now;
        const auto lease = session.leases.find(action.unit);
        const bool under_pressure =
            lease != session.leases.end() && lease->second.cause == FreezeCause::Pressure;
        session.leases.erase(action.unit);
        session.last_thaw = now;
        if (thaw.cause == ThawCause::NeverSettled && under_pressure)
            session.never_settled[action.unit] = now; // a slow disk may be faster later
        else if (thaw.cause == ThawCause::NeverSettled)
            session.unit_refusals[action.unit][Act::Freeze] =
                say("why something is not done", "an earlier attempt to pause it took too long");
        // What ended the freeze of one unit ends the request. Otherwise the next turn would freeze
        // it again.
        if (const auto request = session.requests.find(action.app);
            request != session.requests.end() && !request->second.ended)
            request->second.ended = thaw.cause;
    }
    void operator()(const action::Adopt &adopt) const
    {
        session.adopting.insert_or_assign(adopt.leader, action.unit);
    }
    void operator()(const action::SplitTab &split) const
    {
        session.adopting.insert_or_assign(split.shell, action.unit);
    }
    void operator()(const action::RejoinTab & /*rejoin*/) const
    {
        session.rejoining.insert(action.unit);
    }
    void operator()(const action::ChangeLevel &change) const
    {
        session.level = change.level;
        session.level_reason = change.because;
        session.level_since = now;
    }
    void operator()(const action::Reclaim &reclaim) const
    {
        if (reclaim.from == ReclaimFrom::Frozen) {
            session.leases.at(action.unit).reclaiming = now;
            session.pressure.reclaim_began(action.unit, now);
            return;
        }
        const auto [entry, is_new] = session.reclaiming.try_emplace(
            action.unit, GentleReclaim{.app = action.app, .since = now});
        GentleReclaim &gentle = entry->second;
        gentle.asked = now;
        session.pressure.reclaim_began(action.unit, now);
        gentle.under_way = true;
        gentle.file_pages_only = reclaim.file_pages_only;
        ++gentle.slices;
    }
    void operator()(const action::EndReclaim & /*end*/) const
    {
        session.reclaiming.erase(action.unit);
    }
    void operator()(const action::Notify &notify) const
    {
        session.notice = notify.notice;
        session.notice_since = now;
    }
    void operator()(const action::Unnotify & /*unnotify*/) const { session.notice.reset(); }
    void operator()(const action::Close & /*close*/) const
    {
        session.close_asked.erase(action.app);
        session.quits_itself.erase(action.app); // looked up again the next time
    }
};

} // namespace

Changes Session::note(const Action &action, TimePoint now)
{
    std::visit(Note{*this, action, now}, action.what);
    if (std::holds_alternative<action::Thaw>(action.what))
        drop_request(action.app);
    name_culprit(action);
    if (action.app.empty() || std::holds_alternative<action::Reclaim>(action.what))
        return std::exchange(m_changed, {}); // no act on an app, or one of many slices
    last_reason[action.app] = action.reason;
    m_changed.apps.insert(action.app);
    return std::exchange(m_changed, {});
}

std::string Session::name_of(const AppId &app) const
{
    const auto info = apps.find(app);
    return info == apps.end() || info->second.name.empty() ? app : info->second.name;
}

const Unit *Session::find_unit(UnitId id) const
{
    const auto found = units.find(id);
    return found == units.end() ? nullptr : &found->second;
}

std::optional<UnitId> Session::unit_of(const Window &window) const
{
    if (!window.process) {
        // A source that reports visibility reports processes, too. A window without one may be any
        // app's there.
        const auto &units_so_called = units_of(window.app_hint);
        return !visibility_known && units_so_called.size() == 1
            ? std::optional{*units_so_called.begin()}
            : std::nullopt;
    }
    const auto process = processes.find(*window.process);
    if (process == processes.end() || !units.contains(process->second.unit))
        return std::nullopt;
    return process->second.unit;
}

std::optional<Sentence> Session::refusal(UnitId unit, Act act) const
{
    const auto refusals = unit_refusals.find(unit);
    if (refusals == unit_refusals.end() || !refusals->second.contains(act))
        return std::nullopt;
    return refusals->second.at(act);
}

const std::set<UnitId> &Session::units_of(const AppId &app) const
{
    static const std::set<UnitId> none;
    const auto found = by_app.find(app);
    return found == by_app.end() ? none : found->second;
}

std::set<AppId> Session::ids_of(const AppId &app) const
{
    std::set<AppId> ids{app};
    for (const UnitId unit : units_of(app))
        ids.insert(units.at(unit).own_app);
    ids.erase(AppId{});
    return ids;
}

AppId Session::app_called(const AppId &id) const
{
    if (id.empty() || by_app.contains(id))
        return id;
    const auto unit =
        std::ranges::find_if(units, [&](const auto &entry) { return entry.second.own_app == id; });
    return unit == units.end() || unit->second.app.empty() ? id : unit->second.app;
}

std::vector<AppId> Session::app_ids() const
{
    std::set<AppId> ids;
    for (const auto &[app, of_app] : by_app)
        ids.insert(app);
    for (const auto &[id, window] : windows) {
        if (window.kind == WindowKind::Normal)
            ids.insert(app_of(window));
    }
    ids.erase(AppId{});
    return {ids.begin(), ids.end()};
}

std::optional<UnitId> Session::focused_unit() const
{
    if (!focus)
        return std::nullopt;
    if (const auto *unit = std::get_if<UnitId>(&*focus))
        return *unit;
    return unit_of(windows.at(std::get<WindowId>(*focus)));
}

std::optional<UnitId> Session::compositor_unit() const
{
    if (!compositor)
        return std::nullopt;
    const auto process = processes.find(*compositor);
    return process == processes.end() || !units.contains(process->second.unit)
        ? std::nullopt
        : std::optional{process->second.unit};
}

std::optional<AppId> Session::focused_app() const
{
    if (!focus)
        return std::nullopt;
    const auto *unit = std::get_if<UnitId>(&*focus);
    AppId app = unit ? units.at(*unit).app : app_of(windows.at(std::get<WindowId>(*focus)));
    return app.empty() ? std::nullopt : std::optional{std::move(app)};
}

AppId Session::app_of(const Window &window) const
{
    if (const auto unit = unit_of(window); unit && !units.at(*unit).app.empty())
        return units.at(*unit).app;
    if (window.process) {
        if (const auto process = processes.find(*window.process); process != processes.end())
            return identify(process->second, window.app_hint);
    }
    return window.app_hint;
}

AppId Session::identify(const Process &process, const AppId &window_hint) const
{
    if (hints_awaited.contains(process.id))
        return {};
    if (!process.app_hint.empty())
        return process.app_hint;
    for (const Ancestor &ancestor : process.lineage) {
        if (const auto launch = launches.find(ancestor.id); launch != launches.end())
            return launch->second.app;
    }
    if (!window_hint.empty())
        return window_hint;
    const std::string &program = process.lineage.front().program;
    return usable_app_id(program) ? program : AppId{};
}

/// Called for each window that goes, so it returns at the first match. Otherwise, if thousands go
/// at the same time, each would look at all others.
bool Session::has_windows(const AppId &app) const
{
    if (const Owners *known = owners())
        return known->windows.contains(app);
    return std::ranges::any_of(windows, [&](const auto &entry) {
        return entry.second.kind == WindowKind::Normal && app_of(entry.second) == app;
    });
}

std::vector<const Window *> Session::windows_of(const AppId &app) const
{
    if (const Owners *known = owners()) {
        const auto its = known->windows.find(app);
        return its == known->windows.end() ? std::vector<const Window *>{} : its->second;
    }
    std::vector<const Window *> result;
    for (const auto &[id, window] : windows) {
        if (window.kind == WindowKind::Normal && app_of(window) == app)
            result.push_back(&window);
    }
    return result;
}

} // namespace headroom

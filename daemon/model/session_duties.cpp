// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <algorithm>
#include <string_view>

// Facts about duties: what an app is in the middle of, though it may be neither seen nor heard.
namespace headroom {

namespace {

constexpr std::size_t most_duties =
    4096; ///< whoever makes more of them has made himself a nuisance, not an exception
constexpr std::size_t longest_detail = 255;

/// How long an app may take from the key to the copy. The more memory is short, the longer it does.
constexpr Duration copies_within = std::chrono::seconds{2};

/// Not std::tolower: who is meant must not depend on the locale.
char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_alike(std::string_view one, std::string_view other)
{
    return std::ranges::equal(one, other, {}, lower, lower);
}

/// Sources call apps by id, by the id's file, by the id's last part, or by the name on the menu.
bool is_called(const Session &session, const AppId &app, std::string_view name)
{
    constexpr std::string_view ending = ".desktop";
    if (name.ends_with(ending))
        name.remove_suffix(ending.size());
    if (name.empty() || app.empty())
        return false;
    if (is_alike(app, name) || is_alike(std::string_view{app}.substr(app.rfind('.') + 1), name))
        return true;
    const auto info = session.apps.find(app);
    return info != session.apps.end() && is_alike(info->second.name, name);
}

} // namespace

void Session::take(const event::DutySeen &e, TimePoint /*now*/)
{
    if (duties.size() >= most_duties && !duties.contains(e.duty.id))
        return;
    Duty &duty = duties[e.duty.id] = e.duty;
    if (duty.detail.size() > longest_detail)
        duty.detail.clear(); // cut it would be no valid text
}

void Session::take(const event::DutyGone &e, TimePoint /*now*/)
{
    duties.erase(e.duty);
}

/// Wayland tells that somebody has copied, never who. It takes a key or a click to copy, so it was the app in front; or the one that was until a moment
/// ago and is slow: KWin and wlroots ask only whether the key was its own. Both are left alone then, for a paste that hangs is seen at once, and a
/// freeze that doesn't come is somebody else's. Who copies without a window (wl-copy, a clipboard manager) can't be told: the app in front is spared in his
/// place, until somebody else copies. Where nobody is known to be in front, nobody is spared; whoever had it before has lost it in any case.
void Session::take(const event::Copied &e, TimePoint now)
{
    take(event::NothingCopied{}, now);
    if (e.by)
        return may_have_copied("", e.by);
    if (const auto front = focused_app()) {
        const auto *id = std::get_if<WindowId>(&*focus);
        may_have_copied(*front, id ? windows.at(*id).process : std::nullopt);
    }
    for (const auto &[unit, left] : unfocused) {
        if (now < left + copies_within)
            may_have_copied(units.at(unit).app, std::nullopt);
    }
}

void Session::take(const event::NothingCopied & /*e*/, TimePoint /*now*/)
{
    std::erase_if(duties, [](const auto &duty) { return duty.second.kind == DutyKind::Clipboard; });
}

void Session::may_have_copied(const AppId &app, std::optional<ProcessId> process)
{
    if (!app.empty() || process)
        take(event::DutySeen{{.id = "clipboard " + app,
                              .kind = DutyKind::Clipboard,
                              .process = process,
                              .app_name = app,
                              .detail = {}}},
             TimePoint{});
}

void Session::take(const event::UnitInspected &e, TimePoint now)
{
    if (units.contains(e.unit))
        inspections[e.unit] = {now, e.duties, e.readable};
}

void Session::take(const event::ShellsSeen &e, TimePoint /*now*/)
{
    if (units.contains(e.unit))
        shells[e.unit] = e.shells;
}

std::vector<const Duty *> Session::duties_of(const AppId &app) const
{
    const std::set<AppId> ids = ids_of(app);
    std::vector<const Duty *> result;
    for (const auto &[id, duty] : duties) {
        const bool is_its = duty.process ? app_of(*duty.process) == app
                                         : std::ranges::any_of(ids, [&](const AppId &its) {
                                               return is_called(*this, its, duty.app_name);
                                           });
        if (is_its)
            result.push_back(&duty);
    }
    return result;
}

} // namespace headroom

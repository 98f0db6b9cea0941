// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <algorithm>
#include <string_view>
#include <utility>

// Facts about duties: what an app is in the middle of, though it may be neither visible nor
// audible.
namespace headroom {

namespace {

/// More are ignored: an app that makes so many is a nuisance, and not exempt.
constexpr std::size_t most_duties = 4096;
constexpr std::size_t longest_detail = 255;
/// The number of connections that the daemon accepts, each from another process.
constexpr std::size_t most_listeners = 256;

/// What plays for less is a clip, as browsers have in any tab. Nobody comes back to it by a key.
constexpr Duration more_than_a_clip = std::chrono::seconds{10};

/// How long an app may take from the key to the copy. It takes longer when memory is short. So do
/// reports of the focus that come after the copy.
constexpr Duration copies_within = std::chrono::seconds{2};

/// Not std::tolower: which app is meant must not depend on the locale.
char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_alike(std::string_view one, std::string_view other)
{
    return std::ranges::equal(one, other, {}, lower, lower);
}

/// Only processes with windows or streams are known.
bool runs(const Session &session, const AppId &app, std::string_view program)
{
    return std::ranges::any_of(session.processes, [&](const auto &entry) {
        const Process &process = entry.second;
        return !process.lineage.empty() && process.lineage.front().program == program
            && session.app_of(entry.first) == app;
    });
}

/// Sources name apps by id, by the id's file, by the id's last part, by the name in the menu, or by
/// the program's path, as Chromium and Electron do.
bool is_called(const Session &session, const AppId &app, std::string_view name)
{
    constexpr std::string_view ending = ".desktop";
    if (name.ends_with(ending))
        name.remove_suffix(ending.size());
    const bool is_path = name.starts_with('/');
    name.remove_prefix(is_path ? name.rfind('/') + 1 : 0);
    if (name.empty() || app.empty())
        return false;
    if (is_path && runs(session, app, name))
        return true;
    if (is_alike(app, name) || is_alike(std::string_view{app}.substr(app.rfind('.') + 1), name))
        return true;
    const auto info = session.apps.find(app);
    return info != session.apps.end() && is_alike(info->second.name, name);
}

} // namespace

void Session::take(const event::DutySeen &e, TimePoint now)
{
    if (duties.size() >= most_duties && !duties.contains(e.duty.id))
        return;
    Duty &duty = duties[e.duty.id] = e.duty;
    if (duty.detail.size() > longest_detail)
        duty.detail.clear(); // cut, it may not be valid text
    note_playing(duty, now);
}

void Session::take(const event::DutyGone &e, TimePoint /*now*/)
{
    duties.erase(e.duty);
    played.erase(e.duty);
}

/// A clip neither counts as playing nor ends what an earlier pause has begun.
void Session::note_playing(const Duty &duty, TimePoint now)
{
    if (duty.kind != DutyKind::Media && duty.kind != DutyKind::MediaPaused) {
        played.erase(duty.id);
        return;
    }
    Played &media = played[duty.id];
    if (duty.kind == DutyKind::Media)
        media.since = media.since.value_or(now);
    else if (const auto since = std::exchange(media.since, std::nullopt);
             since && now >= *since + more_than_a_clip)
        media.paused = now;
}

/// Wayland reports that something was copied, but not the clipboard owner. Copying takes a key or a
/// click, so the owner is the app in front. Or it is a slow app that was in front until a moment
/// ago: KWin and wlroots only check that the key was the app's own. Or it is about to be in front:
/// the copy comes from the compositor itself, but the focus by KWin's script and the bus, so the
/// copy may be first. All are exempt from pressure then: users notice immediately if a paste hangs,
/// and another app can be frozen instead. A program that copies without a window (wl-copy, a
/// clipboard manager) can't be identified. The app in front is exempt in its place, until the next
/// copy. If no app is known to be in front, none is exempt. In any case, the previous clipboard
/// owner has lost the clipboard.
void Session::take(const event::Copied &e, TimePoint now)
{
    take(event::NothingCopied{}, now);
    if (e.by)
        return may_have_copied("", e.by);
    m_copied = now;
    front_may_have_copied(now);
    for (const auto &[unit, left] : unfocused) {
        if (now < left + copies_within)
            may_have_copied(units.at(unit).app, std::nullopt);
    }
}

void Session::front_may_have_copied(TimePoint now)
{
    const auto front = focused_app();
    if (!front || !m_copied || now >= *m_copied + copies_within)
        return;
    const auto *id = std::get_if<WindowId>(&*focus);
    may_have_copied(*front, id ? windows.at(*id).process : std::nullopt);
}

void Session::take(const event::NothingCopied & /*e*/, TimePoint /*now*/)
{
    m_copied.reset();
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

void Session::take(const event::ListenerSeen &e, TimePoint /*now*/)
{
    if (listeners.size() < most_listeners)
        listeners.insert(e.process);
}

void Session::take(const event::ListenerGone &e, TimePoint /*now*/)
{
    listeners.erase(e.process);
}

void Session::take(const event::QuestionRead &e, TimePoint /*now*/)
{
    if (const auto question = asked.find(app_of(e.process)); question != asked.end())
        question->second.was_read = true;
}

std::vector<ProcessId> Session::listeners_of(const AppId &app) const
{
    std::vector<ProcessId> of_app;
    for (const ProcessId process : listeners) {
        if (app_of(process) == app)
            of_app.push_back(process);
    }
    return of_app;
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

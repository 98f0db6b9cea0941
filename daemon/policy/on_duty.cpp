// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/on_duty.h"

#include "model/desktop_parts.h"
#include "model/job.h"

#include <algorithm>

namespace headroom {

namespace {

/// Files are opened and locked all the time. The next inspection comes early enough to leave no
/// gap.
constexpr Duration look_again = std::chrono::seconds{5};
constexpr Duration holds_for = std::chrono::seconds{10};

/// detail: the reason that it gave; empty: none.
Sentence of_inhibitor(const std::string &app, const std::string &detail)
{
    return detail.empty()
        ? say("why an application is exempt", "{} keeps the session from sleeping or ending", app)
        : say("why an application is exempt: {1} is the reason that it gave",
              "{} keeps the session from sleeping or ending ({})", app, detail);
}

Sentence of_kind(const std::string &app, DutyKind kind, const std::string &detail)
{
    switch (kind) {
    case DutyKind::Media: return say("why an application is exempt", "{} is playing media", app);
    case DutyKind::MediaPaused:
        return say("why an application is exempt", "{} was playing media a while ago", app);
    case DutyKind::TrayIcon:
        return say("why an application is exempt", "{} has an icon in the tray", app);
    case DutyKind::Game:
        return say("why an application is exempt", "{} is a game registered with GameMode", app);
    case DutyKind::Inhibitor: return of_inhibitor(app, detail);
    case DutyKind::Background:
        return say("why an application is exempt", "{} was allowed to run in the background", app);
    case DutyKind::Progress:
        return say("why an application is exempt", "{} shows the progress of a task", app);
    case DutyKind::Clipboard:
        return say("why an application is exempt", "{} owns the clipboard", app);
    case DutyKind::BusService:
        return say("why an application is exempt", "{} serves other programs over D-Bus", app);
    case DutyKind::LockAwaited:
        return say("why an application is exempt",
                   "another process waits for a file that {} has locked", app);
    case DutyKind::FileServer:
        return say("why an application is exempt", "{} serves files to others (FUSE)", app);
    case DutyKind::Connected:
        return say("why an application is exempt", "another program is connected to {}", app);
    case DutyKind::Wine:
        return say("why an application is exempt",
                   "{} runs in Wine, and other programs there may depend on it", app);
    case DutyKind::Camera: return say("why an application is exempt", "{} has a camera open", app);
    case DutyKind::SoundCard:
        return say("why an application is exempt", "{} has a sound card open", app);
    case DutyKind::InputDevice:
        return say("why an application is exempt", "{} passes on input to other programs", app);
    case DutyKind::Device:
        return say("why an application is exempt", "{} has a port, a USB device or a disk open",
                   app);
    case DutyKind::Tunnel:
        return say("why an application is exempt",
                   "{} may carry the network traffic of other programs (VPN)", app);
    case DutyKind::PulseClient:
        return say("why an application is exempt",
                   "{} is connected to PulseAudio, and may be playing", app);
    case DutyKind::OtherUser:
        return say("why an application is exempt", "a program of another user runs in {}", app);
    case DutyKind::Terminal: return say("why an application is exempt", "{} is a terminal", app);
    case DutyKind::Machine:
        return say("why an application is exempt", "{} is a virtual machine", app);
    case DutyKind::OtherDisplay:
        return say("why an application is exempt", "{} has windows on another display", app);
    case DutyKind::X11Client:
        return say("why an application is exempt", "clicks on windows of {} can't be detected here",
                   app);
    }
    return {};
}

/// Without our extension, GNOME Shell shows only which app is in front. Some X11 clients, mostly of
/// Java and Wine, take the focus themselves when the Shell asks them to (ICCCM's globally active
/// input). A frozen one never does. So the click that should thaw it would go unnoticed.
bool may_miss_clicks(const Session &session)
{
    return session.window_source == "mutter";
}

/// Whether a window is visible that may belong to any X11 client, even to one whose other windows
/// are hidden.
bool shows_some_clients_window(const Session &session)
{
    return std::ranges::any_of(session.owners()->nobodys, [&](const Window *window) {
        return !window->hidden && may_be_any_x11_clients(session, *window);
    });
}

const Inspection *fresh(const Session &session, UnitId unit, TimePoint now)
{
    const auto found = session.inspections.find(unit);
    return found == session.inspections.end() || now >= found->second.at + holds_for
        ? nullptr
        : &found->second;
}

} // namespace

std::optional<Sentence> on_duty(const Session &session, const AppId &app)
{
    for (const Duty *duty : session.duties_of(app)) {
        if (duty->kind != DutyKind::MediaPaused)
            return of_kind(session.name_of(app), duty->kind, duty->detail);
    }
    return std::nullopt;
}

std::optional<Sentence> played_lately(const Session &session, const Config &config,
                                      const AppId &app, TimePoint now)
{
    for (const Duty *duty : session.duties_of(app)) {
        const auto player = session.played.find(duty->id);
        if (player != session.played.end() && player->second.paused
            && now < *player->second.paused + config.freezing.paused_player_exempts)
            return of_kind(session.name_of(app), DutyKind::MediaPaused, {});
    }
    return std::nullopt;
}

std::optional<Sentence> inspected_duty(const Session &session, UnitId unit, TimePoint now)
{
    const Inspection *inspection = fresh(session, unit, now);
    if (!inspection)
        return std::nullopt;
    const std::string app = session.name_of(session.units.at(unit).app);
    if (!inspection->readable)
        return say("why an application is exempt", "the open files of {} can't be listed", app);
    for (const DutyKind kind : inspection->duties) {
        if (kind != DutyKind::X11Client || may_miss_clicks(session)
            || shows_some_clients_window(session))
            return of_kind(app, kind, {});
    }
    // Only icons of the newer protocol (StatusNotifierItem) are reported with their process.
    // What runs in a terminal's tab has none.
    if (std::ranges::contains(inspection->duties, DutyKind::X11Client)
        && !session.units.at(unit).terminal && !session.has_windows(session.units.at(unit).app))
        return say("why an application is exempt", "{} may have an icon in the tray", app);
    return std::nullopt;
}

std::optional<Sentence> inspected_kind(const Session &session, const AppId &app)
{
    for (const UnitId unit : session.units_of(app)) {
        const auto looked_at = session.inspections.find(unit);
        if (looked_at == session.inspections.end())
            continue;
        for (const DutyKind kind : {DutyKind::Terminal, DutyKind::Machine}) {
            if (std::ranges::find(looked_at->second.duties, kind) != looked_at->second.duties.end())
                return of_kind(session.name_of(app), kind, {});
        }
    }
    return std::nullopt;
}

bool awaits_inspection(const Session &session, const AppId &app, Level level, TimePoint now)
{
    return level < Level::Critical
        && std::ranges::any_of(
               session.units_of(app),
               [&](UnitId unit) { return fresh(session, unit, now) == nullptr; });
}

void inspect_in_time(const Session &session, UnitId unit, TimePoint now, Wanted &wanted)
{
    const Inspection *inspection = fresh(session, unit, now);
    if (inspection && now < inspection->at + look_again)
        return;
    wanted.inspect.insert(unit);
    // The other tabs show whether the user is in this one.
    if (const Unit &seen = session.units.at(unit); seen.terminal) {
        for (const UnitId tab : tabs_of(session, *seen.terminal))
            wanted.inspect.insert(tab);
    }
}

} // namespace headroom

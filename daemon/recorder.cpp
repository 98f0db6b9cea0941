// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recorder.h"

#include "watch/event_json.h"

#include <algorithm>
#include <fcntl.h>

namespace headroom {

namespace {

constexpr std::size_t most_listeners = 8;

bool put(const UniqueFd &sink, const std::string &line)
{
    return ::write(sink.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

/// The session as the events that would have led to it, so that a replay begins where the recording did.
std::vector<Event> as_events(const Session &session, TimePoint now)
{
    std::vector<Event> events{event::SettingsRead{session.settings}, event::PopupChosen{session.shows_popup}};
    for (std::size_t i = 0; i < session.capabilities.size(); ++i) {
        const CapabilityState &state = session.capabilities[i];
        events.emplace_back(event::CapabilityFound{static_cast<Capability>(i), state.available, state.reason, state.remedy});
    }
    for (const auto &[id, unit] : session.units) {
        events.emplace_back(event::UnitAppeared{id, unit.full_path});
        if (!unit.names.empty())
            events.emplace_back(event::UnitDescribed{id, unit.names, unit.source_path, unit.main_pid.value_or(0)});
    }
    for (const auto &[id, ties] : session.ties) {
        event::UnitTied tied{id, {}};
        for (const auto &[other, kind] : ties)
            tied.ties.push_back({other, kind});
        events.emplace_back(std::move(tied));
    }
    for (const auto &[app, info] : session.apps)
        events.emplace_back(event::AppDescribed{app, info.name, info.terminal, info.never_frozen, info.shows_windows, info.icon});
    for (const auto &[id, process] : session.processes)
        events.emplace_back(event::ProcessSeen{process});
    for (const auto &[process, left] : session.left_behind)
        events.emplace_back(left);
    if (session.compositor)
        events.emplace_back(event::CompositorSeen{*session.compositor});
    for (const ProcessId part : session.desktop)
        events.emplace_back(event::DesktopSeen{part});
    events.emplace_back(event::WindowSourceChanged{session.window_source, session.visibility_known});
    if (session.compositor)
        events.emplace_back(event::CompositorSeen{*session.compositor});
    for (const auto &[app, owner] : session.app_id_owners)
        events.emplace_back(event::AppIdOwned{app, owner});
    for (const auto &[id, window] : session.windows) {
        const auto told = session.unowned_windows.find(id);
        events.emplace_back(event::WindowSeen{told == session.unowned_windows.end() ? window : told->second});
    }
    if (session.focus && std::holds_alternative<UnitId>(*session.focus))
        events.emplace_back(event::UnitFocused{std::get<UnitId>(*session.focus)});
    else
        events.emplace_back(event::FocusMoved{session.focus ? std::optional{std::get<WindowId>(*session.focus)} : std::nullopt});
    for (const auto &[id, stream] : session.streams)
        events.emplace_back(event::StreamSeen{stream});
    for (const auto &[id, duty] : session.duties)
        events.emplace_back(event::DutySeen{duty});
    if (session.on_battery)
        events.emplace_back(event::PowerSeen{session.on_battery});
    for (const auto &[unit, job] : session.jobs) {
        const auto age = job.last_input ? std::optional{now - *job.last_input} : std::nullopt;
        events.emplace_back(event::JobSeen{unit, job.program, age, job.shared});
    }
    for (const Parting parting : session.partings)
        events.emplace_back(event::PartingBegins{parting});
    return events;
}

} // namespace

Result<void> Recorder::add(UniqueFd sink, const std::string &client, const Session &session, TimePoint now)
{
    const int flags = fcntl(sink.get(), F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        return error(ErrorKind::BadInput, "the file isn't open for writing");
    if (m_listeners.size() >= most_listeners)
        return error(ErrorKind::Refused, "eight recordings run already");
    if (fcntl(sink.get(), F_SETFL, flags | O_NONBLOCK) < 0)
        return system_error("preparing the file for the recording");
    for (const Event &event : as_events(session, now)) {
        if (!put(sink, to_line({now, event}) + "\n"))
            return system_error("writing the recording");
    }
    const guint watch = g_bus_watch_name_on_connection(
        m_bus, client.c_str(), G_BUS_NAME_WATCHER_FLAGS_NONE, nullptr,
        [](GDBusConnection *, const char *name, gpointer self) { static_cast<Recorder *>(self)->client_gone(name); }, this, nullptr);
    m_listeners.push_back({client, std::move(sink), watch});
    return {};
}

void Recorder::event(const Event &event, TimePoint at)
{
    if (!m_listeners.empty())
        write(to_line({at, event}) + "\n");
}

void Recorder::action(const Action &action, TimePoint at)
{
    if (!m_listeners.empty())
        write(to_line(at, action) + "\n");
}

void Recorder::write(const std::string &line)
{
    std::erase_if(m_listeners, [&](const Listener &listener) {
        const bool full = !put(listener.sink, line);
        if (full)
            g_bus_unwatch_name(listener.watch);
        return full;
    });
}

void Recorder::client_gone(const std::string &client)
{
    std::erase_if(m_listeners, [&](const Listener &listener) {
        const bool his = listener.client == client;
        if (his)
            g_bus_unwatch_name(listener.watch);
        return his;
    });
}

} // namespace headroom

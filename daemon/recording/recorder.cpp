// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/recorder.h"

#include "model/settings.h"
#include "policy/thaw_wanted.h"
#include "recording/event_json.h"
#include "sys/log.h"

#include <algorithm>
#include <cerrno>
#include <glib-unix.h>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

namespace headroom {

namespace {

constexpr std::size_t most_readers = 8;
/// Bytes. Enough for the state of thousands of units, and for what queues up while a disk is slow.
constexpr std::size_t most_behind = std::size_t{4} << 20U;

constexpr std::size_t at_once = 128; ///< lines, which take some milliseconds

bool is_too_far_behind(std::size_t bytes)
{
    if (bytes <= most_behind)
        return false;
    log::warning("a recording has ended: its reader does not keep up");
    return true;
}

bool has_left(int socket)
{
    pollfd poller{.fd = socket, .events = 0, .revents = 0};
    return poll(&poller, 1, 0) > 0 && (poller.revents & (POLLHUP | POLLERR)) != 0;
}

/// What runs: units, apps and processes.
void add_units(const Session &session, std::vector<Event> &events)
{
    for (const auto &[id, unit] : session.units) {
        events.emplace_back(event::UnitAppeared{id, unit.full_path});
        if (!unit.names.empty())
            events.emplace_back(event::UnitDescribed{
                id, unit.names, unit.source_path, unit.main_pid.value_or(0), unit.starts_programs});
    }
    for (const auto &[id, ties] : session.ties) {
        event::UnitTied tied{id, {}};
        for (const auto &[other, kind] : ties)
            tied.ties.push_back({other, kind});
        events.emplace_back(std::move(tied));
    }
    for (const auto &[app, info] : session.apps)
        events.emplace_back(event::AppDescribed{app, info.name, info.terminal, info.never_frozen,
                                                info.shows_windows, info.icon});
    for (const auto &[process, since] : session.hints_awaited)
        events.emplace_back(event::HintAwaited{process});
    for (const auto &[id, process] : session.processes)
        events.emplace_back(event::ProcessSeen{process});
    for (const auto &[process, left] : session.left_behind)
        events.emplace_back(left);
    for (const auto &[tab, starter] : session.tab_starters)
        events.emplace_back(event::TabStarted{tab, starter});
}

void add_windows(const Session &session, std::vector<Event> &events)
{
    for (const auto &[app, owner] : session.app_id_owners)
        events.emplace_back(event::AppIdOwned{app, owner});
    for (const auto &[id, window] : session.windows) {
        const auto told = session.unowned_windows.find(id);
        events.emplace_back(
            event::WindowSeen{told == session.unowned_windows.end() ? window : told->second});
    }
    if (session.focus && std::holds_alternative<UnitId>(*session.focus))
        events.emplace_back(event::UnitFocused{std::get<UnitId>(*session.focus)});
    else if (!session.is_left())
        events.emplace_back(event::FocusMoved{
            session.focus ? std::optional{std::get<WindowId>(*session.focus)} : std::nullopt});
    if (session.is_left() || session.out_of_sight)
        events.emplace_back(event::FocusMoved{session.reported_focus});
}

/// What clients and users have asked for. A hold ends a freeze that was requested before it, so the
/// holds come first.
void add_requests(const Session &session, TimePoint now, std::vector<Event> &events)
{
    for (const auto &[app, held] : session.holds) {
        for (const auto &[holder, reason] : held)
            events.emplace_back(event::HoldTaken{app, holder, reason});
    }
    const Config config = config_from(session.settings);
    for (const auto &[app, request] : session.requests) {
        const Duration rest = request_expires(config, request) - now;
        if (!request.ended && rest > Duration::zero()) // zero would be the longest time
            events.emplace_back(event::FreezeAsked{app, rest, request.once_behind});
    }
}

/// The session as the events that lead to it, so that a replay begins where the recording did.
std::vector<Event> as_events(const Session &session, TimePoint now)
{
    std::vector<Event> events{event::SettingsRead{session.settings},
                              event::PopupChosen{session.shows_popup}};
    for (std::size_t i = 0; i < session.capabilities.size(); ++i) {
        const CapabilityState &state = session.capabilities[i];
        events.emplace_back(event::CapabilityFound{static_cast<Capability>(i), state.available,
                                                   state.reason, state.remedy});
    }
    if (session.only_bfq)
        events.emplace_back(event::DiskSchedulersSeen{true});
    add_units(session, events);
    if (session.compositor)
        events.emplace_back(event::CompositorSeen{*session.compositor});
    for (const ProcessId part : session.desktop)
        events.emplace_back(event::DesktopSeen{part});
    if (session.windows_lost) // by a source whose name no longer matters
        events.emplace_back(event::WindowSourceChanged{"lost", false});
    events.emplace_back(
        event::WindowSourceChanged{session.window_source, session.visibility_known});
    add_windows(session, events);
    for (const auto &[id, stream] : session.streams)
        events.emplace_back(event::StreamSeen{stream});
    for (const auto &[id, duty] : session.duties)
        events.emplace_back(event::DutySeen{duty});
    for (const ProcessId process : session.listeners)
        events.emplace_back(event::ListenerSeen{process});
    if (session.on_battery)
        events.emplace_back(event::PowerSeen{session.on_battery});
    for (const auto &[unit, job] : session.jobs) {
        const auto age = job.last_input ? std::optional{now - *job.last_input} : std::nullopt;
        events.emplace_back(event::JobSeen{unit, job.program, age, job.shared});
    }
    for (const auto &[app, history] : session.kept_needs) {
        for (const auto &[day, bytes] : history)
            events.emplace_back(event::NeedsKept{{{app, day, bytes}}});
    }
    for (const auto &[app, request] : session.need_requests)
        events.emplace_back(event::NeedAsked{app});
    for (const Parting parting : session.partings)
        events.emplace_back(event::PartingBegins{parting});
    if (session.screen_reader)
        events.emplace_back(event::ScreenReaderSeen{true});
    if (session.disabled_until && *session.disabled_until > now)
        events.emplace_back(event::DisabledFor{*session.disabled_until - now});
    add_requests(session, now, events); // last: a freeze ends by what happens after the request
    return events;
}

} // namespace

Result<UniqueFd> Recorder::add(const Session &session, TimePoint now)
{
    drop_those_who_left();
    if (m_readers.size() >= most_readers)
        return error(ErrorKind::Refused, "eight recordings run already");
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return system_error(errno, "making a stream for the recording");
    UniqueFd theirs{ends[1]};
    Reader &reader = m_readers.emplace_back(UniqueFd{ends[0]}, std::string{}, SourceId{}, now,
                                            as_events(session, now));
    (void)shutdown(reader.socket.get(), SHUT_RD);
    await_room(reader);
    return theirs;
}

void Recorder::event(const Event &event, TimePoint at)
{
    if (!m_readers.empty())
        give(to_line({at, event}) + "\n");
}

void Recorder::action(const Action &action, TimePoint at)
{
    if (!m_readers.empty())
        give(to_line(at, action) + "\n");
}

void Recorder::give(const std::string &line)
{
    std::erase_if(m_readers, [&](Reader &reader) { return !give(reader, line); });
    for (Reader &reader : m_readers) {
        if (!reader.behind.empty() && !reader.room)
            await_room(reader);
    }
}

/// False: the reader has left or is too far behind.
bool Recorder::give(Reader &reader, const std::string &line)
{
    (reader.first.empty() ? reader.behind : reader.after_these) += line;
    if (reader.room)
        return !is_too_far_behind(reader.behind.size() + reader.after_these.size());
    return flush(reader);
}

void Recorder::write_on(Reader &reader)
{
    for (std::size_t i = 0; i < at_once && reader.written < reader.first.size(); ++i)
        reader.behind += to_line({reader.began, reader.first[reader.written++]}) + "\n";
    if (reader.written < reader.first.size())
        return;
    reader.behind += std::exchange(reader.after_these, {});
    reader.first = {};
}

/// Sends what the socket takes without blocking. False: the reader has left.
bool Recorder::flush(Reader &reader)
{
    const ssize_t taken = send(reader.socket.get(), reader.behind.data(), reader.behind.size(),
                               MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken < 0)
        return errno == EAGAIN || errno == EINTR;
    reader.behind.erase(0, static_cast<std::size_t>(taken));
    return true;
}

void Recorder::await_room(Reader &reader)
{
    struct Waiting {
        Recorder *recorder;
        Reader *reader;
    };
    reader.room = SourceId{g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, reader.socket.get(), G_IO_OUT,
        [](int, GIOCondition, gpointer data) -> gboolean {
            const Waiting waiting = *static_cast<Waiting *>(data);
            if (waiting.reader->behind.empty())
                write_on(*waiting.reader);
            if (!flush(*waiting.reader)) {
                waiting.reader->room.forget(); // this source ends by itself
                waiting.recorder->m_readers.remove_if(
                    [&](const Reader &each) { return &each == waiting.reader; });
                return G_SOURCE_REMOVE;
            }
            if (!waiting.reader->behind.empty() || !waiting.reader->first.empty())
                return G_SOURCE_CONTINUE;
            waiting.reader->room.forget();
            return G_SOURCE_REMOVE;
        },
        new Waiting{this, &reader}, [](gpointer data) { delete static_cast<Waiting *>(data); })};
}

void Recorder::drop_those_who_left()
{
    m_readers.remove_if([](const Reader &reader) { return has_left(reader.socket.get()); });
}

} // namespace headroom

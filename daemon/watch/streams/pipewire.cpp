// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire.h"

#include "sys/log.h"
#include "sys/log_about.h"

#include <filesystem>
#include <format>
#include <glib-unix.h>
#include <string_view>
#include <utility>

namespace headroom {

namespace {

/// Where PipeWire's clients look for their server.
std::filesystem::path socket_path()
{
    const char *directory = g_getenv("PIPEWIRE_RUNTIME_DIR");
    const char *name = g_getenv("PIPEWIRE_REMOTE");
    return std::filesystem::path{directory ? directory : g_get_user_runtime_dir()}
    / (name ? name : "pipewire-0");
}

constexpr std::size_t most_named = 16; ///< processes that one client may name

void name_owner(Stream &stream, const StreamOwner &owner, const Result<ProcessId> &process)
{
    if (process) {
        stream.process = *process;
        return;
    }
    log::info_about(
        0, std::format("the owner of a stream can't be identified: {}", process.error().sentence));
    stream.app_hint = owner.hint;
}

} // namespace

PipewireWatch::PipewireWatch(ProcessTable table, ProcessWatch &processes, Emit emit)
    : m_table(table),
      m_owners(std::move(table), [this](const ClientProcesses &found) { searched(found); }),
      m_processes(processes), m_emit(std::move(emit))
{
}

void PipewireWatch::start()
{
    connect();
}

void PipewireWatch::connect()
{
    m_socket.reset();
    m_graph.disconnect();
    await_socket(); // before connecting, so that no new socket is missed
    const auto connected = m_graph.connect(*this);
    if (connected) {
        if (!m_retries.have_begun())
            m_emit(
                event::CapabilityFound{Capability::Audio, false,
                                       say("what a machine lacks", "PipeWire has not answered yet"),
                                       std::string{"systemctl --user status pipewire.service"}});
        return;
    }
    m_emit(event::CapabilityFound{
        Capability::Audio, false,
        say("what a machine lacks: {} is why", "it isn't known which apps play and record: {}",
            connected.error().sentence),
        say("what to do about what a machine lacks",
            "use PipeWire, or \"headroomctl hold\" for apps that must not be paused")});
    if (m_retries.have_begun())
        connect_again();
}

/// Ends when the server answers, or after the last pause, so within 26 s. A server that isn't back
/// by then comes with a new socket, which is noticed.
void PipewireWatch::connect_again()
{
    if (const auto pause_ms = m_retries.next_pause_ms(first_pause_ms))
        m_retry = Timer::once(*pause_ms, [this] { connect(); });
}

/// Stops looking for new sockets only now. A server that ends before it answers, or never answers,
/// may be replaced by another one after the last attempt.
void PipewireWatch::ready()
{
    m_retries.begin_anew();
    m_retry.stop();
    m_socket.reset();
    m_inotify.close();
    m_emit(event::CapabilityFound{
        Capability::Audio,
        true,
        say("what a machine can do", "PipeWire reports which apps play and record"),
        {}});
}

void PipewireWatch::lost(const std::string &why)
{
    log::info(why);
    for (const auto &[id, known] : std::exchange(m_streams, {}))
        m_emit(event::StreamGone{id});
    m_named.clear();
    m_emit(event::CapabilityFound{Capability::Audio, false, why,
                                  std::string{"systemctl --user restart pipewire.service"}});
    connect_again();
}

void PipewireWatch::seen(const GraphNode &node)
{
    const auto kind = kind_of_stream(node.node);
    if (!kind)
        return gone(node.serial);
    const auto known = m_streams.find(node.serial);
    Known now{
        node.client_id,
        owner_of_stream(node.client, node.node),
        {.id = node.serial, .process = {}, .app_hint = {}, .kind = *kind, .running = node.running}};
    if (known != m_streams.end() && known->second.owner == now.owner) {
        now.stream.process = known->second.stream.process; // looked up once
        now.stream.app_hint = known->second.stream.app_hint;
        now.is_sought = known->second.is_sought;
        if (now.stream == known->second.stream)
            return;
    } else {
        set_owner(now);
    }
    m_emit(event::StreamSeen{now.stream});
    m_streams.insert_or_assign(node.serial, std::move(now));
}

void PipewireWatch::gone(StreamId id)
{
    if (m_streams.erase(id) > 0)
        m_emit(event::StreamGone{id});
}

/// While the owner is searched for, none is named: any app may play then, and that counts as
/// unknown (unknown_app_plays).
void PipewireWatch::set_owner(Known &known)
{
    const StreamOwner &owner = known.owner;
    known.stream.app_hint = owner.sandbox;
    if (!owner.sandbox.empty())
        return;
    if (!owner.pid)
        return name_owner(known.stream, owner,
                          error(ErrorKind::BadInput, "its client names no process"));
    if (owner.claimed_program.empty())
        return name_owner(known.stream, owner, m_processes.look(*owner.pid));
    set_sandboxed_owner(known);
}

/// A client may change what it reports about itself at any time. Each change costs a search, or has
/// another process followed, so only a few count.
void PipewireWatch::set_sandboxed_owner(Known &known)
{
    const StreamOwner &owner = known.owner;
    const SandboxedClient named{*owner.pid, owner.claimed_program};
    auto &all_named = m_named[known.client];
    if (all_named.size() >= most_named && !all_named.contains(named))
        return name_owner(known.stream, owner,
                          error(ErrorKind::Refused, "its client names too many processes"));
    Searched &before = all_named[named];
    if (m_table.program(*owner.pid) == owner.claimed_program)
        return name_owner(known.stream, owner, m_processes.look(*owner.pid));
    if (before.process && m_processes.look(before.process->pid) == *before.process)
        return name_owner(known.stream, owner, *before.process);
    if (before.is_nobody)
        return name_owner(known.stream, owner,
                          error(ErrorKind::Refused, "its process was not found before"));
    // Not found here, so it is in a sandbox with its own pid namespace.
    before.process.reset();
    known.is_sought = true;
    (void)m_owners.find(named); // if too many are waiting, searched() tries again
}

void PipewireWatch::searched(const ClientProcesses &clients)
{
    std::map<SandboxedClient, Result<ProcessId>> processes;
    for (const auto &[client, pid] : clients) {
        processes.emplace(
            client, pid.and_then([this](std::int32_t known) { return m_processes.look(known); }));
    }
    for (auto &[id, known] : m_streams) {
        if (!known.is_sought)
            continue;
        const SandboxedClient named{*known.owner.pid, known.owner.claimed_program};
        if (const auto process = processes.find(named); process != processes.end())
            found(known, process->second);
        else
            (void)m_owners.find(named); // if still too many are waiting, the next search is later
    }
}

void PipewireWatch::found(Known &known, const Result<ProcessId> &process)
{
    known.is_sought = false;
    name_owner(known.stream, known.owner, process);
    const auto named = m_named.find(known.client);
    if (named != m_named.end()) // it may have gone meanwhile
        named->second[{*known.owner.pid, known.owner.claimed_program}] = {
            .process = process ? std::optional{*process} : std::nullopt, .is_nobody = !process};
    m_emit(event::StreamSeen{known.stream});
}

void PipewireWatch::await_socket()
{
    if (!m_inotify.open()
        || inotify_add_watch(m_inotify.get(), socket_path().parent_path().c_str(),
                             IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
            < 0)
        return; // no such directory: no user is logged in, so nothing plays
    m_socket = SourceId{g_unix_fd_add(
        m_inotify.get(), G_IO_IN,
        [](int, GIOCondition, gpointer self) -> gboolean {
            return static_cast<PipewireWatch *>(self)->read_socket_events();
        },
        this)};
}

bool PipewireWatch::read_socket_events()
{
    bool appeared = false;
    (void)take_inotify_events(m_inotify.get(), [&](const inotify_event &seen) {
        appeared = appeared || (seen.mask & IN_Q_OVERFLOW) != 0
            || (seen.len > 0 && socket_path().filename() == seen.name);
    });
    if (appeared) {
        m_retries.begin_anew();
        connect_again(); // not immediately: a socket is bound first and listened on afterwards
    }
    return G_SOURCE_CONTINUE;
}

} // namespace headroom

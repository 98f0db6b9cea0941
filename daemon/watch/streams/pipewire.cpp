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

constexpr std::size_t most_clients = 256; ///< remembered clients in sandboxes

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
    : m_table(table), m_owners(std::move(table)), m_processes(processes), m_emit(std::move(emit))
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
        owner_of_stream(node.client, node.node),
        {.id = node.serial, .process = {}, .app_hint = {}, .kind = *kind, .running = node.running}};
    if (known != m_streams.end() && known->second.owner == now.owner) {
        now.stream.process = known->second.stream.process; // looked up once
        now.stream.app_hint = known->second.stream.app_hint;
        if (now.stream == known->second.stream)
            return;
    } else {
        set_owner(now.stream, now.owner);
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
void PipewireWatch::set_owner(Stream &stream, const StreamOwner &owner)
{
    stream.app_hint = owner.sandbox;
    if (!owner.sandbox.empty())
        return;
    if (!owner.pid)
        return name_owner(stream, owner, error(ErrorKind::BadInput, "its client names no process"));
    if (owner.claimed_program.empty() || m_table.program(*owner.pid) == owner.claimed_program)
        return name_owner(stream, owner, m_processes.look(*owner.pid));
    const auto client = m_clients.find({*owner.pid, owner.claimed_program});
    if (client != m_clients.end() && m_processes.look(client->second.pid) == client->second)
        return name_owner(stream, owner, client->second);
    search(owner); // not found here, so it is in a sandbox with its own pid namespace
}

void PipewireWatch::search(const StreamOwner &owner)
{
    const SandboxedClient client{*owner.pid, owner.claimed_program};
    m_clients.erase(client);
    m_owners.find(client, [this, owner, client](const Result<std::int32_t> &pid) {
        const auto process =
            pid.and_then([this](std::int32_t known) { return m_processes.look(known); });
        if (m_clients.size() >= most_clients)
            m_clients.clear();
        if (process)
            m_clients.emplace(client, *process);
        found(owner, process);
    });
}

void PipewireWatch::found(const StreamOwner &owner, const Result<ProcessId> &process)
{
    for (auto &[id, known] : m_streams) {
        if (known.owner != owner || known.stream.process || !known.stream.app_hint.empty())
            continue;
        name_owner(known.stream, owner, process);
        m_emit(event::StreamSeen{known.stream});
    }
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

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/inotify_events.h"
#include "sys/process.h"
#include "sys/retries.h"
#include "sys/timer.h"
#include "watch/streams/pipewire_graph.h"
#include "watch/streams/stream_owners.h"
#include "watch/units/processes.h"

#include <map>
#include <optional>
#include <string>

namespace headroom {

/// Which apps play, record or use a camera, from PipeWire. Without a server the capability is
/// missing, and a new server is found by its socket: nothing is polled.
class PipewireWatch final : private PipewireGraph::Listener {
public:
    PipewireWatch(ProcessTable table, ProcessWatch &processes, Emit emit);

    /// Emits the capability first; streams follow when the server answers.
    void start();

    /// A killed server is back within a second.
    guint first_pause_ms = 200;

private:
    struct Known {
        ClientId client;
        StreamOwner owner; ///< `stream` was made from this
        Stream stream;
        bool is_sought = false; ///< its owner is being searched for, or waits for a search
    };
    struct Searched {
        std::optional<ProcessId> process; ///< that was found
        bool is_nobody = false; ///< none was
    };

    void connect();
    void connect_again();
    void seen(const GraphNode &node) override;
    void gone(StreamId id) override;
    void client_gone(ClientId id) override { m_named.erase(id); }
    void ready() override;
    void lost(const std::string &why) override;
    void await_socket();
    bool read_socket_events();
    void set_owner(Known &known);
    void set_sandboxed_owner(Known &known);
    void searched(const ClientProcesses &found);
    void found(Known &known, const Result<ProcessId> &process);

    ProcessTable m_table;
    StreamOwners m_owners;
    /// What each client has named as its process. Another client that names the same may be in
    /// another sandbox, where the same number is another process.
    std::map<ClientId, std::map<SandboxedClient, Searched>> m_named;
    ProcessWatch &m_processes;
    Emit m_emit;
    PipewireGraph m_graph;
    std::map<StreamId, Known> m_streams;
    Retries m_retries; ///< since the server last answered
    Inotify m_inotify;
    SourceId m_socket;
    Timer m_retry;
};

} // namespace headroom

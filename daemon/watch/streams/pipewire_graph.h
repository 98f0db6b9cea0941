// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/streams/stream_facts.h"

#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// A node of PipeWire's graph, with the client that made it. Clients report their properties bit by
/// bit, so these grow.
struct GraphNode {
    StreamId serial{};
    Properties node;
    Properties client;
    bool running = false;
};

/// One connection to PipeWire, in the default main context. It isn't woken for each cycle of the
/// graph, only for changes in it. In a build without PipeWire, connect() returns an error.
class PipewireGraph {
public:
    PipewireGraph();
    ~PipewireGraph();
    PipewireGraph(const PipewireGraph &) = delete;
    PipewireGraph &operator=(const PipewireGraph &) = delete;

    // Set these before connect().
    std::function<void(const GraphNode &)> on_node; ///< new or changed
    std::function<void(StreamId)> on_gone;
    std::function<void()> on_ready; ///< the initial state has been reported
    /// The server has gone. It reported no end of nodes, and nothing more comes.
    std::function<void(const std::string &why)> on_lost;

    /// Unavailable: there is no server. A server that doesn't answer yet is no error.
    [[nodiscard]] Result<void> connect();
    /// Drops everything without a callback. Not from within one of the callbacks above.
    void disconnect();

private:
    struct Connection;
    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

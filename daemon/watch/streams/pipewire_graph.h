// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/streams/stream_facts.h"

#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// A node of PipeWire's graph, with the client that made it. Clients tell of themselves bit by bit, so properties grow.
struct GraphNode {
    StreamId serial{};
    Properties node;
    Properties client;
    bool running = false;
};

/// One connection to PipeWire, in the default main context. There is no wake-up for each cycle of the graph, only for what changes in it.
/// Where Headroom is built without PipeWire, connect() says so.
class PipewireGraph {
public:
    PipewireGraph();
    ~PipewireGraph();
    PipewireGraph(const PipewireGraph &) = delete;
    PipewireGraph &operator=(const PipewireGraph &) = delete;

    // Whoever has to hear of it, set before connect().
    std::function<void(const GraphNode &)> on_node; ///< new or changed
    std::function<void(StreamId)> on_gone;
    std::function<void()> on_ready; ///< what was there at the beginning has been told
    std::function<void(const std::string &why)>
        on_lost; ///< the server has gone; it told of nothing's end, and nothing more comes

    /// Unavailable: there is no server. One that is there but says nothing yet is no error.
    [[nodiscard]] Result<void> connect();
    /// Forgets everything without a word. Not from within one of the functions above.
    void disconnect();

private:
    struct Connection;
    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

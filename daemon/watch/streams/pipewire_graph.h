// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/interface.h"
#include "sys/result.h"
#include "watch/streams/stream_facts.h"

#include <cstdint>
#include <memory>
#include <string>

namespace headroom {

/// The server may use a number again once its client is gone.
using ClientId = std::uint32_t;

/// A node of PipeWire's graph, with the client that made it. Clients report their properties bit by
/// bit, so these grow.
struct GraphNode {
    StreamId serial{};
    ClientId client_id{};
    Properties node;
    Properties client;
    bool running = false;
};

/// One connection to PipeWire, in the default main context. It isn't woken for each cycle of the
/// graph, only for changes in it. In a build without PipeWire, connect() returns an error.
class PipewireGraph {
public:
    class Listener : public Interface {
    public:
        virtual void seen(const GraphNode &node) = 0; ///< new or changed
        virtual void gone(StreamId id) = 0;
        virtual void client_gone(ClientId id) = 0;
        virtual void ready() = 0; ///< the initial state has been reported
        /// The server has gone. It reported no end of nodes, and nothing more comes.
        virtual void lost(const std::string &why) = 0;
    };

    PipewireGraph();
    ~PipewireGraph();
    PipewireGraph(const PipewireGraph &) = delete;
    PipewireGraph &operator=(const PipewireGraph &) = delete;

    /// Unavailable: there is no server. A server that doesn't answer yet is no error. The listener
    /// must outlive the connection.
    [[nodiscard]] Result<void> connect(Listener &listener);
    /// Drops everything without a report. Not from within a call of the listener.
    void disconnect();

private:
    struct Connection;
    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

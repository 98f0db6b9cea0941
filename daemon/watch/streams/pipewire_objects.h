// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/timer.h"
#include "watch/streams/pipewire_graph.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <pipewire/pipewire.h>
#include <set>

namespace headroom {

/// The clients of PipeWire's graph and their nodes. Each is bound, and so reports its properties;
/// they become calls of PipewireGraph::Listener.
class PipewireObjects {
public:
    explicit PipewireObjects(PipewireGraph::Listener &listener) : m_listener(listener) {}
    PipewireObjects(const PipewireObjects &) = delete;
    PipewireObjects &operator=(const PipewireObjects &) = delete;

    /// Binds an object of the registry if it is a client, or a client's node.
    void appeared(pw_registry *registry, std::uint32_t id, const char *type,
                  const spa_dict *properties);
    void gone(std::uint32_t id);
    /// Nothing is reported from now on.
    void stop_reporting() { m_silent = true; }
    /// Destroys all of them without a report. Must precede the end of the registry.
    void clear();

private:
    /// A bound client or node.
    struct Bound {
        PipewireObjects *objects;
        std::uint32_t id;
        pw_proxy *proxy;
        bool is_node;
        ClientId client; ///< of a node; a client's own id
        Properties properties;
        bool running = false;
        bool is_waiting = false; ///< a client that has changed, and is to be reported
        spa_hook listener{};
    };

    void bind(pw_registry *registry, std::uint32_t id, const char *type, bool is_node,
              const spa_dict *properties);
    void client_changed(Bound &client);
    void report_clients();
    void report(const Bound &node);
    [[nodiscard]] static StreamId serial(const Bound &node)
    {
        return number_in(node.properties, PW_KEY_OBJECT_SERIAL).value_or(node.id);
    }

    static const pw_node_events node_events;
    static const pw_client_events client_events;

    PipewireGraph::Listener &m_listener;
    std::map<std::uint32_t, std::unique_ptr<Bound>> m_bound;
    std::map<ClientId, std::set<std::uint32_t>> m_nodes; ///< the bound ones of each client
    std::deque<ClientId> m_waiting; ///< clients to be reported
    Timer m_pause; ///< after a client was reported
    bool m_silent = false;
};

} // namespace headroom

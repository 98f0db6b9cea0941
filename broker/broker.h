// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "client.h"

#include <map>
#include <memory>

#include <systemd/sd-event.h>

namespace headroom::broker {

/// Accepts connections and serves each as its messages arrive, one message at a time.
class Broker {
public:
    /// listening: a SOCK_SEQPACKET socket that is in use by systemd, too.
    [[nodiscard]] static Result<std::unique_ptr<Broker>> listen(UniqueFd listening, World world);
    ~Broker();
    Broker(const Broker &) = delete;
    Broker &operator=(const Broker &) = delete;

    /// Returns once no client has been connected for a while.
    [[nodiscard]] Result<void> run();
    [[nodiscard]] std::size_t connections() const { return m_clients.size(); }

private:
    struct Unref {
        void operator()(sd_event_source *source) const { sd_event_source_disable_unref(source); }
        void operator()(sd_event *loop) const { sd_event_unref(loop); }
    };
    using Source = std::unique_ptr<sd_event_source, Unref>;
    struct Connection {
        Broker *broker;
        Client client;
        Source messages;
        Source deadline;
    };

    Broker(UniqueFd listening, World world);
    [[nodiscard]] Result<void> start();
    void accept();
    [[nodiscard]] bool add(UniqueFd connection);
    void serve(Connection &connection);
    void remove(const Connection &connection);
    void await_end();

    UniqueFd m_listening;
    World m_world;
    Allowance m_allowance{m_world.limits};
    std::unique_ptr<sd_event, Unref> m_loop;
    Source m_accepting;
    Source m_idle;
    std::map<int, std::unique_ptr<Connection>> m_clients;
};

} // namespace headroom::broker

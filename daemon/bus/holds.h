// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/requests.h"
#include "sys/glib_ptr.h"

#include <cstdint>
#include <headroom_dbus.h>
#include <map>
#include <string>

namespace headroom {

/// Manager.Hold() and Release(): which bus client holds which app. A hold belongs to its caller's
/// connection and ends with it, so a crashed client leaves nothing behind.
class Holds {
public:
    explicit Holds(Requests &requests) : m_requests(requests) {}
    ~Holds();
    Holds(const Holds &) = delete;
    Holds &operator=(const Holds &) = delete;

    void connect(HeadroomDbusManager *skeleton);

private:
    static constexpr std::size_t most = 64; ///< of a client, and of all clients in one place
    static constexpr std::size_t most_on_app = 256;

    struct Client {
        CallerPlace place; ///< when it took its first hold
        guint watch = 0;
        std::map<std::uint32_t, AppId> holds;
    };
    Result<std::uint32_t> take(GDBusMethodInvocation *call, const char *app, const char *reason);
    Result<void> release(const std::string &name, std::uint32_t id);
    void client_gone(const std::string &name);
    [[nodiscard]] Result<void> check_limits(const std::string &name, const CallerPlace &place,
                                            const AppId &app) const;
    Client &find_or_add_client(GDBusConnection *bus, const std::string &name);
    void forget(const CallerPlace &place, const AppId &app);

    Requests &m_requests;
    /// By unique bus name. Each has at least one hold.
    std::map<std::string, Client> m_clients;
    std::map<CallerPlace, std::size_t> m_in_place; ///< the number of holds, never 0
    std::map<AppId, std::size_t> m_on_app; ///< the number of holds, never 0
    std::uint32_t m_last_id = 0;
};

} // namespace headroom

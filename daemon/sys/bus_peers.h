// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/sandbox.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// The process at the other end of a connection to the bus.
struct BusPeer {
    std::string name;     ///< its unique name
    std::int32_t pid = 0; ///< 0: not known
    Sandbox sandbox; ///< app is filled in from /.flatpak-info, too, where that can be read in time
};

/// Finds out once for each connection who is there, from the credentials that the bus took from the kernel when the connection was made. Forgets it when
/// the connection ends.
class BusPeers {
public:
    /// proc_root: "/proc". The bus outlives it.
    BusPeers(GDBusConnection *bus, std::string proc_root);
    ~BusPeers();
    BusPeers(const BusPeers &) = delete;
    BusPeers &operator=(const BusPeers &) = delete;

    using Answer = std::move_only_function<void(const BusPeer &)>;
    /// Answers at once if it is known, else later, in the order in which it was asked. Where too much is asked of one connection that isn't known yet, it
    /// answers at once that this isn't identified.
    void ask(const std::string &name, Answer answer);

    std::function<void(const std::string &name)>
        on_gone; ///< told of each connection that was asked for

private:
    struct Known {
        BusPeer peer;
        bool settled = false;
        std::vector<Answer> waiting;
        SourceId patience; ///< for its root
    };

    void ask_bus(const std::string &name);
    void take_credentials(const std::string &name, GVariant *credentials, UniqueFd pidfd);
    void take_sandbox(const std::string &name, Sandbox sandbox);
    void read_root(const std::string &name);
    void settle(const std::string &name);
    void gone(const std::string &name);

    GDBusConnection *m_bus;
    std::string m_proc_root;
    std::map<std::string, Known> m_known;
    unsigned m_roots_read = 0; ///< threads that are at it, and may stay so for ever
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
    guint m_subscription = 0;
};

} // namespace headroom

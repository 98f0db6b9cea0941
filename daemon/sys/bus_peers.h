// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/sandbox.h"
#include "sys/timer.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The process at the other end of a connection to the bus.
struct BusPeer {
    std::string name;     ///< its unique name
    std::int32_t pid = 0; ///< 0: not known
    /// When its process started, in clock ticks since boot. nullopt: not known.
    std::optional<std::uint64_t> start_ticks;
    /// Its app is also filled in from /.flatpak-info, if that can be read in time and flatpak has
    /// noted the same.
    Sandbox sandbox;
};

/// Identifies the peer of each connection once, from the credentials that the bus got from the
/// kernel when the connection was made. Forgets the peer when the connection ends, or if the bus
/// does not report its credentials: an error holds for one call, not for the connection.
class BusPeers {
public:
    /// proc_root: "/proc". runtime_dir: $XDG_RUNTIME_DIR. The bus outlives it.
    BusPeers(GDBusConnection *bus, std::string proc_root, std::string runtime_dir);
    ~BusPeers();
    BusPeers(const BusPeers &) = delete;
    BusPeers &operator=(const BusPeers &) = delete;

    using Answer = std::move_only_function<void(const BusPeer &)>;
    /// Answers immediately if the peer is known, otherwise later, in the order of the calls. If too
    /// many calls await an unknown peer, further ones immediately get it as sandboxed.
    void identify(const std::string &name, Answer answer);
    /// The owner of a name that only the desktop should own. While it is free, any program may take
    /// it. An owner that is not outside of sandboxes is counted and logged, and there is no answer.
    void identify_owner(const std::string &name, const std::string &owner, Answer answer);

    /// nullptr: the peer is gone, or isn't identified yet.
    [[nodiscard]] const BusPeer *find(const std::string &name) const;
    /// Whether its pid still belongs to the process that was identified. If so, what was read by
    /// the pid since is about that process.
    [[nodiscard]] bool has_its_pid(const BusPeer &peer) const;

    /// Called for each peer that is forgotten.
    std::function<void(const std::string &name)> on_gone;

private:
    struct Known {
        BusPeer peer;
        bool settled = false;
        std::vector<Answer> waiting;
        Timer timeout; ///< timeout for reading its root
    };

    void request_credentials(const std::string &name);
    void take_credentials(const std::string &name, GVariant *credentials, UniqueFd pidfd);
    void take_look(BusPeer looked);
    void read_root(const std::string &name);
    void settle(const std::string &name);
    void gone(const std::string &name);

    GDBusConnection *m_bus;
    std::string m_proc_root;
    std::string m_runtime_dir;
    unsigned m_ignored = 0; ///< owners of names
    std::map<std::string, Known> m_known;
    /// Threads that are reading a root. One may hang for ever.
    unsigned m_roots_read = 0;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
    guint m_subscription = 0;
};

} // namespace headroom

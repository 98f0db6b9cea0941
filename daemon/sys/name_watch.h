// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/bus_peers.h"

#include <functional>
#include <string>

namespace headroom {

/// Follows which program owns a name on the bus that only the desktop should own. An owner that is
/// not outside of sandboxes counts as none (BusPeers::identify_owner()).
class NameWatch {
public:
    /// owner: its unique name. Empty: there is none any more.
    using Changed = std::function<void(const std::string &owner)>;
    /// Both outlive it.
    NameWatch(GDBusConnection *bus, BusPeers &peers, const char *name, Changed changed);
    ~NameWatch();
    NameWatch(const NameWatch &) = delete;
    NameWatch &operator=(const NameWatch &) = delete;

private:
    void taken(const std::string &name, const std::string &owner);
    void lost();

    BusPeers &m_peers;
    Changed m_changed;
    std::string m_owner; ///< empty: none
    bool m_is_reported = false;
    guint m_watch = 0;
};

} // namespace headroom

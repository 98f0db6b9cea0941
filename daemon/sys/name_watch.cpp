// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/name_watch.h"

#include <utility>

namespace headroom {

NameWatch::NameWatch(GDBusConnection *bus, BusPeers &peers, const char *name, Changed changed)
    : m_peers(peers), m_changed(std::move(changed))
{
    m_watch = g_bus_watch_name_on_connection(
        bus, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *, const char *watched, const char *owner, gpointer self) {
            static_cast<NameWatch *>(self)->taken(watched, owner);
        },
        [](GDBusConnection *, const char *, gpointer self) {
            static_cast<NameWatch *>(self)->lost();
        },
        this, nullptr);
}

NameWatch::~NameWatch()
{
    g_bus_unwatch_name(m_watch);
}

void NameWatch::taken(const std::string &name, const std::string &owner)
{
    m_owner = owner;
    m_peers.identify_owner(name, owner, [this](const BusPeer &peer) {
        if (peer.name != m_owner)
            return; // it has lost the name meanwhile
        m_is_reported = true;
        m_changed(m_owner);
    });
}

void NameWatch::lost()
{
    m_owner.clear();
    if (std::exchange(m_is_reported, false))
        m_changed({});
}

} // namespace headroom

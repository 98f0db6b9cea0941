// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "room_queue.h"

#include <utility>

namespace headroom::ctl {

namespace {

constexpr const char *name_of_queue = "org.headroomd.Headroom1.Queue";

} // namespace

RoomQueue::RoomQueue(GDBusConnection *bus, std::function<void()> changed)
    : m_changed(std::move(changed))
{
    const auto acquired = [](GDBusConnection *, const char *, gpointer queue) {
        static_cast<RoomQueue *>(queue)->set(true);
    };
    // GLib calls it also for a name that another connection has. We are then in the queue for it.
    const auto lost = [](GDBusConnection *, const char *, gpointer queue) {
        static_cast<RoomQueue *>(queue)->set(false);
    };
    m_owner = g_bus_own_name_on_connection(bus, name_of_queue, G_BUS_NAME_OWNER_FLAGS_NONE,
                                           acquired, lost, this, nullptr);
}

RoomQueue::~RoomQueue()
{
    g_bus_unown_name(m_owner);
}

void RoomQueue::set(bool is_head)
{
    m_is_head = is_head;
    m_is_behind = !is_head;
    if (m_changed)
        m_changed();
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>

#include <gio/gio.h>

namespace headroom::ctl {

/// The queue of a user's commands that wait for room: the session bus's queue for ownership of a
/// name. It keeps the order of requests, and drops a connection that ends. A lock file does not:
/// unlocking it wakes all waiting processes, and any of them gets it.
class RoomQueue {
public:
    /// Joins it at the end. Its connection ends when a command is executed in place of this
    /// process.
    RoomQueue(GDBusConnection *bus, std::function<void()> changed);
    ~RoomQueue();
    RoomQueue(const RoomQueue &) = delete;
    RoomQueue &operator=(const RoomQueue &) = delete;

    /// Whether it is our turn.
    [[nodiscard]] bool is_head() const { return m_is_head; }
    /// Whether others are before us. False, too, before the bus has answered.
    [[nodiscard]] bool is_behind() const { return m_is_behind; }
    /// It keeps its place, and reports no more changes.
    void fall_silent() { m_changed = nullptr; }

private:
    void set(bool is_head);

    std::function<void()> m_changed;
    bool m_is_head = false;
    bool m_is_behind = false;
    guint m_owner;
};

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gio/gio.h>

#include "sys/glib_ptr.h"

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
    /// Asks those before us, the head first, whether they run. If none answers, we become the head,
    /// and they keep their order behind us. One that runs passes the others itself, or starts next.
    void pass_the_silent();
    /// It keeps its place, and reports no more changes.
    void fall_silent() { m_changed = nullptr; }

private:
    void set(bool is_head);
    void ask(const std::vector<std::string> &before_us);
    void take_first_place();

    GDBusConnection *m_bus;
    std::function<void()> m_changed;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
    bool m_is_head = false;
    bool m_is_behind = false;
    bool m_is_asking = false;
    guint m_owner;
};

} // namespace headroom::ctl

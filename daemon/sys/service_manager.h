// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"

#include <deque>
#include <string>
#include <string_view>

namespace headroom {

/// Notifies the service manager as sd_notify(3) does, but never blocks. sd_notify() waits while the
/// manager's queue is full. A manager that is stopped, or itself waits for memory, reads nothing,
/// and that would delay each freeze and thaw. What cannot be sent immediately is sent as soon as
/// there is room.
class ServiceManager {
public:
    /// address: of the manager's socket, a path or "@" and an abstract name. Empty: nothing is
    /// sent.
    explicit ServiceManager(std::string address);

    /// state: "NAME=value", possibly with further lines of that form. It replaces a waiting one
    /// that begins with the same name.
    void notify(std::string_view state);

private:
    [[nodiscard]] bool connect();
    [[nodiscard]] bool try_send(const std::string &state);
    void await_room();
    bool send_waiting();

    std::string m_address;
    UniqueFd m_socket;
    std::deque<std::string> m_waiting; ///< oldest first
    SourceId m_room;
};

} // namespace headroom

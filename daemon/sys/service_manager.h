// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"

#include <deque>
#include <string>
#include <string_view>

namespace headroom {

/// Notifies the service manager as sd_notify(3) does, without ever waiting for it. sd_notify() waits for
/// as long as the manager's queue is full, and a manager that is stopped, or waits for memory itself,
/// reads nothing: that would hold up each freeze and thaw. What isn't taken at once is sent as soon as
/// there is room.
class ServiceManager {
public:
    /// address: of the manager's socket, a path or "@" and an abstract name. Empty: nobody is notified.
    explicit ServiceManager(std::string address);

    /// state: "NAME=value", more of these on lines of their own. It takes the place of one that waits
    /// and begins with the same name.
    void notify(std::string_view state);

private:
    [[nodiscard]] bool connect();
    [[nodiscard]] bool take(const std::string &state);
    void await_room();
    bool work_off();

    std::string m_address;
    UniqueFd m_socket;
    std::deque<std::string> m_waiting; ///< oldest first
    SourceId m_room;
};

} // namespace headroom

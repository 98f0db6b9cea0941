// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/data_control.h"
#include "watch/emit.h"
#include "watch/socket_search.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// That somebody has copied, from the Wayland compositor of this session: finds one that tells, and the next one when it is gone.
class WaylandClipboard {
public:
    /// runtime_dir: where compositors have their sockets. display: the name of the one to ask first, or its path; empty: none in particular.
    WaylandClipboard(std::string runtime_dir, std::string display, Emit emit);
    WaylandClipboard(const WaylandClipboard &) = delete;
    WaylandClipboard &operator=(const WaylandClipboard &) = delete;

    void start();

private:
    [[nodiscard]] std::vector<std::string> places() const;
    bool connect(const std::string &path);
    void ended(const std::string &path, const std::string &why);

    std::string m_runtime_dir;
    std::string m_display;
    Emit m_emit;
    SocketSearch m_search; ///< spurned: who is there doesn't tell
    std::unique_ptr<DataControl> m_control; ///< null: none is there
    std::int64_t m_begun_us = 0; ///< when it began to tell, monotonic; 0: it hasn't
};

} // namespace headroom

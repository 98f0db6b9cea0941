// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/socket_search.h"
#include "watch/units/processes.h"
#include "watch/windows/own_display.h"
#include "watch/windows/window_sources.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// Finds a compositor that reports its windows over a socket (sway, niri, Hyprland), connects to
/// it, and finds the next one when it is gone. Each has its own file name in the runtime directory.
/// A socket without a listener was left by a crash.
class CompositorSockets final : private SocketSearch::Owner {
public:
    /// The references must outlive it.
    CompositorSockets(OwnDisplay display, ProcessWatch &processes, WindowSources &sources,
                      Emit emit);
    ~CompositorSockets() override;
    CompositorSockets(const CompositorSockets &) = delete;
    CompositorSockets &operator=(const CompositorSockets &) = delete;

    void start();

private:
    class Connection;

    [[nodiscard]] bool matters(const SocketSearch::Appeared &appeared) const override;
    bool look() override;
    void look_in(const std::string &dir);
    bool connect(const std::string &path);
    void lost();
    void exclude(const std::string &path);

    OwnDisplay m_display;
    ProcessWatch &m_processes;
    WindowSources &m_sources;
    Emit m_emit;
    /// Excluded: its listener has no known protocol, or isn't the session's own compositor.
    SocketSearch m_search;
    int m_runtime_watch = -1;
    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

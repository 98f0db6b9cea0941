// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// Reports apps that are about to start, from the session's own Wayland compositor. A D-Bus
/// activated app only gets a call. If it runs already, nothing new appears, so only this shows that
/// the user has started it again.
class WaylandLaunches final : private WaylandSearch::Owner {
public:
    /// See WaylandSearch.
    WaylandLaunches(std::string runtime_dir, std::string display, Emit emit);

    void start() { m_search.start(); }

private:
    Result<std::unique_ptr<WaylandTeller>> connect(const std::string &path,
                                                   WaylandTeller::Listener &listener) override;

    Emit m_emit;
    WaylandSearch m_search;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// That an application is about to start, from the session's own Wayland compositor. An application that the bus activates is only called there, and where it
/// runs already nothing new appears: without this, nobody would tell that its user has started it again.
class WaylandLaunches {
public:
    /// See WaylandSearch.
    WaylandLaunches(std::string runtime_dir, std::string display, Emit emit);

    void start() { m_search.start(); }

private:
    WaylandSearch m_search;
};

} // namespace headroom

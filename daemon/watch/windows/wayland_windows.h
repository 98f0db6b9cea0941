// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/windows/told_windows.h"

#include <cstdint>
#include <functional>
#include <string>

namespace headroom {

class ToplevelList;

/// Windows from the session's Wayland compositor, if it has no socket of its own for that: labwc,
/// Wayfire, river, phoc. Nested compositors are not asked: their foreground app may not be the
/// user's.
class WaylandWindows {
public:
    /// See WaylandSearch. The other references must outlive it.
    WaylandWindows(std::string runtime_dir, std::string display, ProcessWatch &processes,
                   WindowSources &sources, Emit emit);

    void start() { m_search.start(); }
    /// Called with the process at the other end.
    std::function<void(std::int32_t pid)> on_compositor;

private:
    ToldWindows m_windows;
    WaylandSearch m_search;
    /// The search's, while it reports. Undefined before.
    ToplevelList *m_list = nullptr;
};

} // namespace headroom

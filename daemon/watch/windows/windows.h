// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/windows/compositor_sockets.h"
#include "watch/windows/mutter.h"
#include "watch/windows/own_display.h"
#include "watch/windows/reported_windows.h"
#include "watch/windows/wayland_windows.h"
#include "watch/windows/window_sources.h"
#include "watch/windows/x11.h"

#include <cstdint>
#include <memory>
#include <string>

namespace headroom {

/// All window sources, for any desktop.
class WindowWatch {
public:
    /// Where to look for a compositor, apart from the bus.
    using Places = OwnDisplay;
    /// From the environment. An X server beside a Wayland compositor has only some of the windows.
    [[nodiscard]] static Places places_of_environment();

    WindowWatch(const Places &places, UnitWatch &units, CgroupDirs &dirs, ProcessWatch &processes,
                Emit emit);

    void start(const std::function<void(std::int32_t pid)> &on_compositor);

    /// "kwin" or "gnome-shell" has come to the bus, or left it.
    void compositor_changed(std::string_view compositor, bool present);
    /// See ReportedWindows.
    [[nodiscard]] Result<std::string> report(std::string_view compositor, std::string_view json)
    {
        return m_reported.report(compositor, json);
    }

    /// See ReportedWindows.
    std::function<Result<void>(std::string_view compositor)> &wish_waits()
    {
        return m_reported.wish_waits;
    }
    [[nodiscard]] Result<void> close(const std::vector<WindowId> &windows)
    {
        return m_sources.close(windows);
    }

private:
    Places m_places;
    WindowSources m_sources;
    ReportedWindows m_reported;
    MutterFocus m_mutter;
    CompositorSockets m_sockets;
    WaylandWindows m_wayland;
    std::unique_ptr<X11Windows> m_x11; ///< null: none
};

} // namespace headroom

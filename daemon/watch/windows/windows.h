// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/clipboard/clipboard_sources.h"
#include "watch/windows/compositor_process.h"
#include "watch/windows/compositor_sockets.h"
#include "watch/windows/mutter.h"
#include "watch/windows/own_display.h"
#include "watch/windows/reported_windows.h"
#include "watch/windows/wayland_windows.h"
#include "watch/windows/window_sources.h"
#include "watch/windows/x11.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace headroom {

/// All window sources, for any desktop.
class WindowWatch {
public:
    /// Where to look for a compositor, apart from the bus.
    using Places = OwnDisplay;
    /// From the environment. An X server beside a Wayland compositor has only some of the windows.
    [[nodiscard]] static Places places_of_environment();

    /// The references must outlive it.
    WindowWatch(const Places &places, UnitWatch &units, ProcessWatch &processes,
                ReportedWindows::PromptReporter prompt_reporter, Emit emit);

    void start();

    /// Whether this owner of a compositor's name on the bus draws inside the session, as a KWin
    /// that was started in a window of sway. Its reports lack all other windows.
    [[nodiscard]] bool is_nested(std::int32_t compositor) const
    {
        return m_places.is_nested(compositor, m_processes.table());
    }
    /// See OwnDisplay.
    [[nodiscard]] std::string own_socket_file() const { return m_places.socket_file(); }
    /// "kwin" or "gnome-shell" has come to the bus, or left it.
    void compositor_changed(std::string_view compositor, bool present);
    /// The bus has reported the process of that compositor.
    void compositor_process(std::int32_t pid) { emit_compositor(pid, m_processes, m_emit); }
    /// See ReportedWindows for these two.
    void reporter_gone() { m_reported.reporter_gone(); }
    [[nodiscard]] Result<std::string> report(std::string_view compositor, std::string_view json)
    {
        return m_reported.report(compositor, json);
    }

    /// See ReportedWindows::on_starting.
    void on_starting(std::function<void(const AppId &)> starting)
    {
        m_reported.on_starting = std::move(starting);
    }

    /// Whether an app is frozen. An X server is listened to more closely then.
    void follow_freezes(bool any)
    {
        if (m_x11)
            m_x11->listen_for_closing(any);
    }

    /// For a source of copies that is no window source.
    [[nodiscard]] Emit clipboard_of_wayland()
    {
        return m_clipboards.of(ClipboardSources::Source::Wayland);
    }

    [[nodiscard]] Result<void> close(const std::vector<WindowId> &windows)
    {
        return m_sources.close(windows);
    }
    [[nodiscard]] Result<void> minimise(const std::vector<WindowId> &windows)
    {
        return m_sources.minimise(windows);
    }

private:
    Places m_places;
    ProcessWatch &m_processes;
    Emit m_emit;
    WindowSources m_sources;
    ClipboardSources m_clipboards;
    ReportedWindows m_reported;
    MutterFocus m_mutter;
    CompositorSockets m_sockets;
    WaylandWindows m_wayland;
    std::unique_ptr<X11Windows> m_x11; ///< null: none
};

} // namespace headroom

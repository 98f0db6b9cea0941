// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/timer.h"
#include "watch/clipboard/x11_clipboard.h"
#include "watch/display/x11_connection.h"
#include "watch/windows/protocol_windows.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace headroom {

/// Windows of an X server and its window manager (EWMH), each with the client's process as the
/// server knows it (X-Resource); also the clipboard owner, and progress that a window shows in a
/// task bar. Under a Wayland compositor an X server has only some of the windows, so it is not
/// asked. A window's desktop doesn't show whether the window is visible, since some managers show a
/// different desktop on each monitor. Managers that hide a window unmap it, or mark it as hidden.
class X11Windows final : private WindowConnection, private X11Connection::Listener {
public:
    X11Windows(std::string display, ProcessWatch &processes, WindowSources &sources, Emit emit);

    void start() { m_x.start(); }
    /// Whether to report that a window is to be closed, which matters only while an app is frozen.
    /// The server then wakes us for each window that appears, moves or vanishes.
    void listen_for_closing(bool on);

private:
    struct Seen {
        ProtocolWindows::Entry entry;
        bool minimised = false; ///< its manager marks it as hidden (EWMH)
        bool iconic = false; ///< the same by ICCCM: it isn't in its normal state
        bool viewable = true; ///< it is mapped, and so are all its ancestors
        /// Requests without an answer; while there are any, the window isn't reported.
        int unanswered = 0;
    };

    void connected() override;
    void event(const xcb_generic_event_t &event) override;
    void gone() override;
    void select_on_root();
    void read_root();
    void read_manager();
    void take_list(const std::optional<std::vector<std::uint32_t>> &list);
    void drop_all();
    void appeared(xcb_window_t id);
    void read(xcb_window_t id, xcb_atom_t property);
    void read_process(xcb_window_t id);
    void read_map_state(xcb_window_t id);
    void read_map_states();
    void look_again_soon();
    void read_class(xcb_window_t id);
    void read_parent(xcb_window_t id);
    void read_progress(xcb_window_t id);
    void set_progress(xcb_window_t id, bool under_way);
    void answered(xcb_window_t id);
    void report(Seen &seen);
    void report_focus();
    [[nodiscard]] Result<void> close(const WindowId &window) override;

    X11Connection m_x;
    ProcessWatch &m_processes;
    Emit m_emit;
    ProtocolWindows m_windows;
    X11Clipboard m_clipboard;
    std::map<xcb_window_t, Seen> m_seen;
    std::set<xcb_window_t> m_progress; ///< windows that show it
    Timer m_look_again;
    xcb_window_t m_active = 0;
    bool m_listed = false;
    bool m_hears_closing = false;
};

} // namespace headroom

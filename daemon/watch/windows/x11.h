// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/clipboard/x11_clipboard.h"
#include "watch/display/x11_connection.h"
#include "watch/windows/told_windows.h"

#include <cstdint>
#include <map>
#include <optional>

namespace headroom {

/// Windows as an X server and whoever manages them there tell (EWMH), each with the process that the server knows to be its client (X-Resource); and whose
/// the clipboard is. Under a Wayland compositor an X server has only some of the windows, so there nobody asks it. Which desktop a window is on says nothing
/// of whether it can be seen: some managers show another one on each monitor. Those that hide a window unmap it, or say so.
class X11Windows {
public:
    X11Windows(std::string display, ProcessWatch &processes, WindowSources &sources, Emit emit);

    void start() { m_x.start(); }
    /// Told which process draws everything.
    std::function<void(std::int32_t pid)> on_compositor;

private:
    struct Seen {
        ToldWindows::Entry entry;
        bool minimised = false; ///< its manager says that it can't be seen (EWMH)
        bool iconic = false; ///< the same in ICCCM's words: it isn't in its normal state
        bool viewable = true; ///< it is mapped, and all that it is in
        int unanswered =
            0; ///< questions that have no answer yet; while there are, nobody is told of it
    };

    void connected();
    void event(const xcb_generic_event_t &event);
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
    void answered(xcb_window_t id);
    void report(Seen &seen);
    void tell_focus();
    [[nodiscard]] Result<void> close(const WindowId &window);

    X11Connection m_x;
    ProcessWatch &m_processes;
    Emit m_emit;
    ToldWindows m_windows;
    X11Clipboard m_clipboard;
    std::map<xcb_window_t, Seen> m_seen;
    SourceId m_look_again;
    xcb_window_t m_active = 0;
    bool m_listed = false;
};

} // namespace headroom

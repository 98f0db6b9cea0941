// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/x11_connection.h"
#include "watch/units/processes.h"

#include <cstdint>

namespace headroom {

/// Finds the clipboard owner of an X server. The server reports each new owner (XFixes) and its
/// process (X-Resource). The content is not read. The primary selection doesn't count: it changes
/// whenever text is marked, and its last owner has it no longer.
class X11Clipboard {
public:
    X11Clipboard(X11Connection &x, ProcessWatch &processes, Emit emit)
        : m_x(x), m_processes(processes), m_emit(std::move(emit))
    {
    }

    void connected();
    /// False: the event is none of these.
    bool event(const xcb_generic_event_t &event);
    void gone();

private:
    void owner_changed(xcb_window_t owner);

    X11Connection &m_x;
    ProcessWatch &m_processes;
    Emit m_emit;
    /// Counts the owners: an answer about any but the last one comes too late.
    std::uint64_t m_owners = 0;
    /// The server's number for these events; 0: it has none of them.
    std::uint8_t m_event = 0;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/x11_connection.h"
#include "watch/units/processes.h"

#include <cstdint>

namespace headroom {

/// Whose the clipboard of an X server is: the server tells of each new owner (XFixes), and of which process that is (X-Resource). What is on it is not read.
/// Only the clipboard: the primary selection changes whenever text is marked, and who marks something else has it no longer.
class X11Clipboard {
public:
    X11Clipboard(X11Connection &x, ProcessWatch &processes, Emit emit)
        : m_x(x), m_processes(processes), m_emit(std::move(emit))
    {
    }

    void connected();
    /// False: it is about something else.
    bool event(const xcb_generic_event_t &event);
    void gone();

private:
    void owned_by(xcb_window_t owner);

    X11Connection &m_x;
    ProcessWatch &m_processes;
    Emit m_emit;
    std::uint64_t m_owners =
        0; ///< told so far: an answer about one that isn't the last comes too late
    std::uint8_t m_event =
        0; ///< the number that the server gives these events; 0: it has none of them
};

} // namespace headroom

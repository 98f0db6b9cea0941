// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/kwin_report.h"
#include "watch/processes.h"

#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// Windows as KWin's script reports them (dbus/org.headroomd.Headroom1.xml, Compositor.Report). Whether the sender may speak is the bus's affair.
class KwinWindows {
public:
    KwinWindows(ProcessWatch &processes, Emit emit) : m_processes(processes), m_emit(std::move(emit)) {}

    /// Takes one report. The answer is what we want from the script: "" or "snapshot". BadInput changes nothing.
    [[nodiscard]] Result<std::string> report(std::string_view json);

    /// The compositor has left the bus: its windows are unknown until it reports again.
    void compositor_gone();

private:
    void take_window(Window window, std::int32_t pid);
    void take_snapshot(WindowReport &report);

    ProcessWatch &m_processes;
    Emit m_emit;
    std::set<WindowId> m_windows;
    bool m_in_step = false; ///< a snapshot was taken since the compositor came
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/processes.h"
#include "watch/window_report.h"
#include "watch/window_sources.h"

#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// Windows as a script or an extension in the compositor reports them (dbus/org.headroomd.Headroom1.xml, Compositor.Report). Whether the sender may
/// speak is the bus's affair.
class ReportedWindows : public WindowSource {
public:
    ReportedWindows(ProcessWatch &processes, WindowSources &sources, Emit emit) : m_processes(processes), m_sources(sources), m_emit(std::move(emit)) {}

    /// Takes one report of a compositor. The answer is what we want from the reporter: "" or "snapshot". BadInput changes nothing.
    [[nodiscard]] Result<std::string> report(std::string_view compositor, std::string_view json);

    /// The compositor has left the bus, or its reporter was switched off: its windows are unknown until it reports again.
    void reporter_gone();

    void speak() override;
    void hush() override {}

private:
    void take_window(Window window, std::int32_t pid);
    void take_snapshot(WindowReport &report);

    ProcessWatch &m_processes;
    WindowSources &m_sources;
    Emit m_emit;
    std::string m_compositor;
    std::set<WindowId> m_windows;
    bool m_tells_of_copies = false;
    bool m_in_step = false; ///< a snapshot was taken since the reporter came
};

} // namespace headroom

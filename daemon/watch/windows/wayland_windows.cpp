// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/wayland_windows.h"

#include "watch/windows/compositor_process.h"
#include "watch/windows/toplevel_list.h"

namespace headroom {

WaylandWindows::WaylandWindows(std::string runtime_dir, std::string display,
                               ProcessWatch &processes, WindowSources &sources, Emit emit)
    : m_processes(processes), m_emit(std::move(emit)),
      // A window on another workspace isn't minimised.
      m_windows(
          {.name = "wayland", .rank = WindowSources::Rank::Toplevels, .reports_visibility = false},
          *this, processes, sources, m_emit),
      m_search("its windows", std::move(runtime_dir), std::move(display), WaylandSearch::Which::Own,
               *this)
{
}

Result<std::unique_ptr<WaylandReporter>>
WaylandWindows::connect(const std::string &path, WaylandReporter::Listener &listener)
{
    auto list = ToplevelList::connect(path, listener, m_windows);
    if (list)
        m_list = list->get();
    return list;
}

void WaylandWindows::begun()
{
    emit_compositor(m_list->compositor(), m_processes, m_emit);
}

void WaylandWindows::ended()
{
    m_list = nullptr;
}

Result<void> WaylandWindows::close(const WindowId &window)
{
    return m_list->close(window);
}

/// Otherwise it would wake us for nothing.
void WaylandWindows::outranked()
{
    m_list->end("a better source reports them");
}

} // namespace headroom

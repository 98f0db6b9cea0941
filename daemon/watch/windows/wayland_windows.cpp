// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/wayland_windows.h"

#include "watch/windows/toplevel_list.h"

namespace headroom {

WaylandWindows::WaylandWindows(std::string runtime_dir, std::string display,
                               ProcessWatch &processes, WindowSources &sources, Emit emit)
    : m_windows("wayland", WindowSources::Rank::Toplevels, processes, sources, std::move(emit)),
      m_search("its windows", std::move(runtime_dir), std::move(display), WaylandSearch::Whom::Own,
               [this](const std::string &path) -> Result<std::unique_ptr<WaylandReporter>> {
                   auto list = ToplevelList::connect(path, m_windows);
                   if (list)
                       m_list = list->get();
                   return list;
               })
{
    m_windows.tells_visibility = false; // a window on another workspace isn't minimised
    m_windows.close_one = [this](const WindowId &window) { return m_list->close(window); };
    // Otherwise it would wake us for nothing.
    m_windows.on_unheard = [this] { m_list->end("a better source reports them"); };
    m_search.on_begun = [this] {
        if (on_compositor && m_list->compositor() > 0)
            on_compositor(m_list->compositor());
    };
    m_search.on_ended = [this] { m_list = nullptr; };
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/windows.h"

namespace headroom {

WindowWatch::Places WindowWatch::places_of_environment()
{
    const auto variable = [](const char *name) {
        return std::string{g_getenv(name) ? g_getenv(name) : ""};
    };
    const std::string type = variable("XDG_SESSION_TYPE");
    const bool is_x11 = type.empty() ? variable("WAYLAND_DISPLAY").empty() : type == "x11";
    return {.runtime_dir = g_get_user_runtime_dir(),
            .wayland_display = variable("WAYLAND_DISPLAY"),
            .x_display = is_x11 ? variable("DISPLAY") : ""};
}

WindowWatch::WindowWatch(const Places &places, UnitWatch &units, ProcessWatch &processes,
                         ReportedWindows::PromptReporter prompt_reporter, Emit emit)
    : m_places(places), m_processes(processes), m_emit(std::move(emit)), m_sources(m_emit),
      m_clipboards(m_emit), m_reported(processes, m_sources, std::move(prompt_reporter),
                                       m_clipboards.of(ClipboardSources::Source::Shell)),
      m_mutter(units, units.dirs(), m_sources, m_emit),
      m_sockets(places, processes, m_sources, m_emit),
      m_wayland(places.runtime_dir, places.wayland_display, processes, m_sources, m_emit)
{
    if (!places.x_display.empty())
        m_x11 = std::make_unique<X11Windows>(places.x_display, processes, m_sources,
                                             m_clipboards.of(ClipboardSources::Source::XServer));
}

void WindowWatch::start()
{
    m_sockets.start();
    if (m_x11)
        m_x11->start();
    else
        m_wayland.start();
}

void WindowWatch::compositor_changed(std::string_view compositor, bool present)
{
    const bool has_mutter = compositor == "gnome-shell";
    if (has_mutter && present)
        m_mutter.compositor_appeared();
    else if (has_mutter)
        m_mutter.compositor_gone(); // first, or it would be chosen again when the reporter goes
    if (!present)
        m_reported.compositor_gone(compositor);
}

} // namespace headroom

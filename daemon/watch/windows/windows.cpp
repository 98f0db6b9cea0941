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

WindowWatch::WindowWatch(const Places &places, UnitWatch &units, CgroupDirs &dirs,
                         ProcessWatch &processes, Emit emit)
    : m_places(places), m_sources(emit), m_reported(processes, m_sources, emit),
      m_mutter(units, dirs, m_sources, emit),
      m_sockets(places.runtime_dir, processes, m_sources, emit),
      m_wayland(places.runtime_dir, places.wayland_display, processes, m_sources, emit)
{
    if (!places.x_display.empty())
        m_x11 =
            std::make_unique<X11Windows>(places.x_display, processes, m_sources, std::move(emit));
}

void WindowWatch::start(const std::function<void(std::int32_t pid)> &on_compositor)
{
    m_sockets.on_compositor = on_compositor;
    m_sockets.is_within_another = [this](std::int32_t pid) {
        return m_places.is_drawn_by_another(pid);
    };
    m_sockets.start();
    if (!m_x11) {
        m_wayland.on_compositor = on_compositor;
        return m_wayland.start();
    }
    m_x11->on_compositor = on_compositor;
    m_x11->start();
}

void WindowWatch::compositor_changed(std::string_view compositor, bool present)
{
    const bool has_mutter = compositor == "gnome-shell";
    if (has_mutter && present)
        m_mutter.compositor_came();
    else if (has_mutter)
        m_mutter.compositor_gone(); // first, or it would be chosen again when the reporter goes
    if (!present)
        m_reported.reporter_gone();
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/window_source.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

namespace {

using namespace std::string_view_literals;

/// Our script or extension in the compositor reports. On X11, a window that the window manager
/// doesn't manage is in no list. sway, niri and Hyprland list no layer surface among their windows.
constexpr std::array reporters{"gnome-shell"sv, "kwin"sv};

/// These keep 1 MiB of unread events for a client; an X server keeps as much as there is.
/// libwayland keeps 4 KiB unless the compositor asks for more. niri, cage, labwc 0.8 and sway up to
/// 1.10 do not ask. Together with what the kernel keeps, that is some seconds of pointer motion.
/// Newer versions can't be told from these.
constexpr std::array patient{"gnome-shell"sv, "hyprland"sv, "kwin"sv, "mutter"sv, "x11"sv};

/// Display servers that have a window when they are started within another one.
constexpr std::array display_servers{
    "cage"sv,   "gamescope"sv, "gamescope-wl"sv, "gnome-shell"sv, "Hyprland"sv, "kwin_wayland"sv,
    "labwc"sv,  "mutter"sv,    "niri"sv,         "river"sv,       "sway"sv,     "wayfire"sv,
    "weston"sv, "Xephyr"sv,    "Xnest"sv,        "Xwayland"sv,
};

/// What is shown in such a window is visible, and no source reports it.
bool shows_a_display(const Session &session)
{
    const auto &programs = session.owners()->window_programs;
    return std::ranges::any_of(display_servers,
                               [&](std::string_view server) { return programs.contains(server); });
}

} // namespace

bool reports_all_windows(const Session &session)
{
    return std::ranges::contains(reporters, session.window_source) && !shows_a_display(session);
}

bool minimises_windows(const Session &session)
{
    return std::ranges::contains(reporters, session.window_source);
}

bool keeps_frozen_windows(const Session &session)
{
    return session.window_source.empty() || std::ranges::contains(patient, session.window_source);
}

std::optional<Sentence> windows_forbid_freezes(const Session &session)
{
    if (session.windows_lost)
        return say("why an application can't be frozen",
                   "windows are no longer reported, so a click on one would resume nothing");
    return std::nullopt;
}

} // namespace headroom

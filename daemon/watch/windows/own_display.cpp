// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/own_display.h"

#include "sys/local_socket.h"

#include <filesystem>
#include <format>
#include <string_view>

namespace headroom {

namespace {

/// In Plasma, kwin_wayland_wrapper listens. KWin inherits the socket from it, also when it is
/// started anew after a crash. Names ("comm"), because KWin has a capability, which makes the link
/// to its program unreadable. Other names contain them: ".kwin_wayland-w" is NixOS'.
bool are_both_kwin(std::int32_t one, std::int32_t other, const ProcessTable &processes)
{
    return processes.name(one).contains("kwin") && processes.name(other).contains("kwin");
}

/// ":0" and ":0.1" are both at X0.
std::string file_of_x_server(std::string_view display)
{
    constexpr std::string_view local = "unix:";
    if (display.starts_with(local))
        display.remove_prefix(local.size() - 1);
    return display.starts_with(':')
        ? std::format("/tmp/.X11-unix/X{}", display.substr(1, display.find('.') - 1))
        : "";
}

} // namespace

std::string OwnDisplay::socket_file() const
{
    if (!x_display.empty())
        return file_of_x_server(x_display);
    return wayland_display.empty()
        ? ""
        : (std::filesystem::path{runtime_dir} / wayland_display).string();
}

bool OwnDisplay::is_drawn_by_another(std::int32_t compositor, const ProcessTable &processes) const
{
    if (!x_display.empty())
        return true; // the X server draws it, and no Wayland compositor does
    if (wayland_display.empty())
        return false;
    const auto socket = connect_local(socket_file());
    const std::int32_t own = socket ? peer_of(socket->get()) : 0;
    return own > 0 && own != compositor && !are_both_kwin(own, compositor, processes);
}

} // namespace headroom

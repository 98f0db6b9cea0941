// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/own_display.h"

#include "sys/local_socket.h"

#include <filesystem>

namespace headroom {

bool OwnDisplay::is_drawn_by_another(std::int32_t compositor) const
{
    if (!x_display.empty())
        return true; // the X server draws it, and no Wayland compositor does
    if (wayland_display.empty())
        return false;
    const auto socket = connect_local(std::filesystem::path{runtime_dir} / wayland_display);
    const std::int32_t own = socket ? peer_of(socket->get()) : 0;
    return own > 0 && own != compositor;
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom {

/// How a connection to a Wayland compositor has ended.
enum class WaylandEnd {
    Lost, ///< the compositor is gone, or has disconnected us
    Left, ///< we have ended it: what the compositor reports is of no use
};

} // namespace headroom

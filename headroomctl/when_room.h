// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <expected>
#include <memory>

#include <glib.h>

#include "failure.h"
#include "room_queue.h"

namespace headroom::ctl {

/// The options of "run" that make it wait until there is room.
struct WhenRoom {
    WhenRoom() = default;
    ~WhenRoom();
    WhenRoom(const WhenRoom &) = delete;
    WhenRoom &operator=(const WhenRoom &) = delete;

    /// For the parser.
    [[nodiscard]] std::array<GOptionEntry, 3> options();

    /// Returns when there is room: at once, and with nullptr, if that was not asked for. Our place
    /// in the queue has to be kept until the command runs, so that the next one begins to look
    /// after that.
    [[nodiscard]] std::expected<std::unique_ptr<RoomQueue>, Failure> wait() const;

    gboolean wanted = FALSE;
    gboolean verbose = FALSE;
    char *need = nullptr; ///< as given
};

} // namespace headroom::ctl

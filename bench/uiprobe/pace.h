// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "record.h"

#include <expected>
#include <memory>
#include <string>

namespace uiprobe {

/// When frames are drawn, and where they go.
class Pace {
public:
    Pace() = default;
    Pace(const Pace &) = delete;
    Pace &operator=(const Pace &) = delete;
    virtual ~Pace() = default;

    virtual std::expected<void, std::string> begin() = 0; ///< the next frame is the first one
    /// Waits for the turn of the next frame. Returns the time by which it must be done.
    virtual std::expected<Clock::time_point, std::string> wait() = 0;
    virtual std::expected<void, std::string> show() = 0; ///< shows the frame that was drawn
};

/// Sixty times a second by the clock. A missed turn is lost, as on a screen.
std::unique_ptr<Pace> pace_of_clock();

/// A window that draws when the compositor asks for a frame.
std::expected<std::unique_ptr<Pace>, std::string> pace_of_compositor(const std::string &app_id);

/// By the clock, with a window that is drawn once. The session has it in front, but the compositor
/// is not measured.
std::expected<std::unique_ptr<Pace>, std::string>
pace_of_clock_in_a_window(const std::string &app_id);

} // namespace uiprobe

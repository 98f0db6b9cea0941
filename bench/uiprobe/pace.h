// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "record.h"

#include <expected>
#include <memory>
#include <string>

namespace uiprobe {

/// When a frame is to be made, and where it goes.
class Pace {
public:
    Pace() = default;
    Pace(const Pace &) = delete;
    Pace &operator=(const Pace &) = delete;
    virtual ~Pace() = default;

    virtual std::expected<void, std::string> begin() = 0; ///< the next frame is a first one
    /// Waits for the next frame's turn; gives the time by which it has to be done to be on time.
    virtual std::expected<Clock::time_point, std::string> wait() = 0;
    virtual std::expected<void, std::string> show() = 0; ///< the frame is drawn
};

/// Sixty times a second by the clock. A turn that was missed is lost, as it is to a screen.
std::unique_ptr<Pace> pace_of_clock();

/// A window that draws when its compositor wants a frame.
std::expected<std::unique_ptr<Pace>, std::string> pace_of_compositor(const std::string &app_id);

/// By the clock, with a window that is drawn once: what is in front in the eyes of the session, without the compositor being measured.
std::expected<std::unique_ptr<Pace>, std::string>
pace_of_clock_in_a_window(const std::string &app_id);

} // namespace uiprobe

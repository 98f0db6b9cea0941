// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/config.h"
#include "recording/event_json.h"
#include "sys/result.h"

#include <span>
#include <string>
#include <vector>

namespace headroom {

struct TimedAction {
    TimePoint at{};
    Action action;
};

/// The events of a recording, in order. BadInput, with the line's number: a line that is none of a recording, or one earlier than that before it.
[[nodiscard]] Result<std::vector<TimedEvent>> read_recording(const std::string &file);

/// What the policy would do, and when. Events of one time make one turn, as in Loop; times that the policy asks for in between are kept to.
[[nodiscard]] std::vector<TimedAction> play(std::span<const TimedEvent> events,
                                            const Config &config);

/// One line an action: seconds since begin, the verb, the app, its unit, the reason; two blanks in between.
[[nodiscard]] std::string as_lines(std::span<const TimedAction> actions, TimePoint begin);

/// Plays a recorded session (event_json.h) to the policy and prints what would be done, one line an action. Time is the recording's. Returns the
/// exit status: 1 for a file that can't be read, 2 for a line that is no event, named by its number.
[[nodiscard]] int replay(const std::string &file);

} // namespace headroom

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

struct RecordedEvents {
    std::vector<TimedEvent> events;
    /// Why the last line, which lacks a line break, was left out. Empty: it was not left out.
    std::string left_out;
};

/// The events of a recording, in order. BadInput, with the line's number, for a line that is not
/// part of a recording or is earlier than the one before it. If events precede it, a line that ends
/// in the middle is none of these.
[[nodiscard]] Result<RecordedEvents> read_recording(const std::string &file);

/// What the policy would do, and when. Events of the same time make one turn, as in Loop. If the
/// policy asks to be called again in between, it is.
[[nodiscard]] std::vector<TimedAction> play(std::span<const TimedEvent> events,
                                            const Config &config);

/// One line an action: seconds since begin, the verb, the app, its unit and the reason, separated
/// by two spaces. Text of the recording drives no terminal, and ends no line (plain_text.h).
[[nodiscard]] std::string as_lines(std::span<const TimedAction> actions, TimePoint begin);

/// Plays a recorded session (event_json.h) to the policy and prints what would be done, one line an
/// action. Time is that of the recording. Returns the exit status: 1 if the file can't be read or
/// the lines can't be written, 2 if a line is no event. The message has the number of that line.
[[nodiscard]] int replay(const std::string &file);

} // namespace headroom

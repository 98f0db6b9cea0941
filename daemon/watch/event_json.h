// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/event.h"
#include "sys/result.h"

#include <string>
#include <string_view>

/// Events and acts as JSON, one object a line: what `headroomctl record` writes and `headroomd --replay` reads. headroomd(8) documents it.
namespace headroom {

struct TimedEvent {
    TimePoint at{};
    Event event;
};

/// {"at": microseconds of CLOCK_MONOTONIC, "event": "WindowSeen", …members as in event.h}, without a newline.
[[nodiscard]] std::string to_line(const TimedEvent &timed);

/// {"at": …, "did": "freeze", "app": …, "unit": …, "reason": …}, without a newline. For people and measurements; a replay passes over it.
[[nodiscard]] std::string to_line(TimePoint at, const Action &action);

/// BadInput for what is no event: no JSON, an unknown event, a member that is missing or of another type, a number out of its range.
[[nodiscard]] Result<TimedEvent> event_from_line(std::string_view line);

/// "boost", "unboost", "freeze", "thaw", "adopt".
[[nodiscard]] std::string_view verb(const Action &action);

} // namespace headroom

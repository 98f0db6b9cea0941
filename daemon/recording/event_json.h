// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/event.h"
#include "sys/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Events and acts as JSON, one object a line. `headroomctl record` writes it and `headroomd
/// --replay` reads it.
///
/// - Members are named as in event.h, and all are present. One that has no value is null. Unknown
///   members are skipped.
/// - Times and durations are whole microseconds from 0 to 2^53-1, which every JSON reader holds
///   exactly. Process ids are numbers, too.
/// - Unsigned numbers (inodes, start_ticks, counts) are text of decimal digits. They use all 64
///   bits, JSON readers round above 2^53, and json-glib ends at 2^63.
/// - Text that is not UTF-8 is written with U+FFFD for each wrong byte. All else is read back as it
///   was.
namespace headroom {

/// The latest time in a recording: 285 years after boot. No sum of it and a configured duration
/// overflows.
constexpr TimePoint latest_recorded{Duration{(std::int64_t{1} << 53U) - 1}};

struct TimedEvent {
    TimePoint at{};
    Event event;
};

/// {"at": microseconds of CLOCK_MONOTONIC, "event": "WindowSeen", …members as in event.h}, without
/// a newline.
[[nodiscard]] std::string to_line(const TimedEvent &timed);

/// {"at": …, "did": "freeze", "app": …, "unit": …, "reason": …}, without a newline. For people and
/// measurements; a replay skips it.
[[nodiscard]] std::string to_line(TimePoint at, const Action &action);

/// BadInput for what is no event: not JSON, an unknown event, a member that is missing or of
/// another type, or a number out of its range. Also for a line longer than 1 MiB, or nested deeper
/// than any event.
[[nodiscard]] Result<TimedEvent> event_from_line(std::string_view line);

/// The same for any line of a recording. nullopt: an act, or {"comment": …}, which a replay skips.
[[nodiscard]] Result<std::optional<TimedEvent>> recorded_line(std::string_view line);

/// "boost", "unboost", "nap", "wake", "protect", "unprotect", "ask", "freeze", "thaw", "adopt",
/// "rejoin", "level", "reclaim", "reclaimed", "measured", "warn", "unwarn" or "close".
[[nodiscard]] std::string_view verb(const Action &action);

} // namespace headroom

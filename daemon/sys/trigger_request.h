// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure_history.h"
#include "sys/result.h"

#include <cstddef>
#include <string>
#include <string_view>

/// What headroomd requests of headroom-broker, and the answers. Each is one message, and a text.
/// headroom-broker(8) describes them.
namespace headroom {

struct TriggerRequest {
    StallKind kind{};
    Duration stall{};
    Duration window{};
    /// "cpu", "io" or "memory": the machine's. Otherwise a file of a cgroup, by its path below the
    /// caller's user@UID.service: "app.slice/a.scope/io.pressure".
    std::string file;
};

/// The longest path, with room for the rest.
inline constexpr std::size_t longest_trigger_message = 4096 + 64;

[[nodiscard]] std::string as_message(const TriggerRequest &request);
/// BadInput: it is no such text. Bounds and paths are the broker's business.
[[nodiscard]] Result<TriggerRequest> parse_trigger_request(std::string_view message);

/// "Armed", or the kind of the error and its sentence: "Refused: …".
[[nodiscard]] std::string as_message(const Result<void> &answer);
[[nodiscard]] Result<void> parse_trigger_answer(std::string_view message);

} // namespace headroom

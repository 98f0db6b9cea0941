// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/log_about.h"

#include "sys/line_limit.h"
#include "sys/log.h"

#include <format>
#include <glib.h>
#include <optional>
#include <string>

namespace headroom::log {

namespace {

/// The line if the limit allows one now, with the number of lines left out before. Each kind counts
/// by itself, so an earlier info about the process does not delay a warning.
std::optional<std::string> limited(std::string_view kind, std::int32_t process,
                                   std::string_view sentence)
{
    static LineLimit limit;
    if (!limit.allows(std::format("{} {}", kind, process),
                      std::chrono::microseconds{g_get_monotonic_time()}))
        return std::nullopt;
    const auto left_out = limit.take_left_out();
    return left_out == 0
        ? std::string{sentence}
        : std::format("{} ({} such lines were left out since the last one)", sentence, left_out);
}

} // namespace

void info_about(std::int32_t process, std::string_view sentence)
{
    if (const auto line = limited("info", process, sentence))
        info(*line);
}

void warning_about(std::int32_t process, std::string_view sentence)
{
    if (const auto line = limited("warning", process, sentence))
        warning(*line);
}

} // namespace headroom::log

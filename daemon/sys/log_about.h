// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

/// Log what a process can cause a thousand times a second. line_limit.h limits these lines. 0: the
/// process is unknown.
namespace headroom::log {

void info_about(std::int32_t process, std::string_view sentence);
void warning_about(std::int32_t process, std::string_view sentence);

} // namespace headroom::log

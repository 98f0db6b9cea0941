// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

/// What a process has brought about, and could a thousand times a second: as often as line_limit.h
/// allows. 0: it isn't known which process.
namespace headroom::log {

void info_about(std::int32_t process, std::string_view sentence);
void warning_about(std::int32_t process, std::string_view sentence);

} // namespace headroom::log

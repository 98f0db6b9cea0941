// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

/// Bytes of memory that all zram devices take for what they hold, as swap or otherwise
/// (mem_used_total in mm_stat). 0: there is none. nullopt: unknown. May wait for a device that is
/// being reset, so not on the loop.
[[nodiscard]] std::optional<std::uint64_t> read_zram_use(const std::string &sys_root);

} // namespace headroom

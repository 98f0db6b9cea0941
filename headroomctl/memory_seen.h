// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "model/ids.h"
#include "model/pressure.h"

/// What the kernel reports about memory at this moment. nullopt: it can't be read.
namespace headroom::ctl {

[[nodiscard]] std::optional<MemoryLevel> machine_memory();

/// Bytes of the unit that this process is in.
struct OwnMemory {
    /// That can't just be dropped. Without files in tmpfs, which no job gives back by its end.
    std::optional<std::uint64_t> used;
    std::optional<std::uint64_t> swapped;
};
[[nodiscard]] OwnMemory own_memory();

/// The time now, for what takes it as an argument.
[[nodiscard]] TimePoint monotonic_now();

} // namespace headroom::ctl

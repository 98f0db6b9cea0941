// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/history_entry.h"
#include "model/ids.h"
#include "model/pressure.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The record of a shortage that survives a crash of the machine: a file of slots, each with one
/// line. A slot is written as a whole and has a checksum, so one that was torn by a reset is known.
namespace headroom::black_box {

inline constexpr std::size_t slot_size = 1024; ///< bytes; disks write sectors of 512 or 4096
inline constexpr std::size_t slots = 8192; ///< the file has 8 MiB at most
/// A boot writes over its own oldest lines only. So one that is short for hours, as during a long
/// build, leaves the record of the boot before.
inline constexpr std::size_t slots_of_a_boot = slots / 2;

struct Held {
    AppId app;
    std::uint64_t bytes = 0; ///< anonymous and shared memory, in memory or in swap
    bool operator==(const Held &) const = default;
};

struct Line {
    std::uint64_t number = 0; ///< goes up by one with each line, across boots
    std::string boot; ///< the kernel's boot_id
    WallTime at{};
    Level level{};
    /// Nothing is wrong from now on: it is calm, or the daemon ends in order.
    bool closes = false;
    AppId culprit; ///< empty: none is named
    std::string resource; ///< that it makes short; empty: not known
    bool paused = false; ///< the culprit is
    std::vector<Held> most; ///< the apps that hold most, the largest first
    std::string action; ///< as in Manager.Acted; empty: a second has passed
    AppId app; ///< that was acted on
    std::string reason;
    bool operator==(const Line &) const = default;
};

using Slot = std::array<char, slot_size>;

/// What doesn't fit is left out: apps that hold less, and the end of the reason.
[[nodiscard]] Slot encode(const Line &line);
/// nullopt: empty, torn, or no slot of ours.
[[nodiscard]] std::optional<Line> decode(std::string_view slot);

/// All lines of a file, by number.
[[nodiscard]] std::vector<Line> lines_in(std::string_view file);

/// Those of the latest boot that is not the present one.
[[nodiscard]] std::vector<Line> of_last_boot(const std::vector<Line> &lines,
                                             std::string_view present_boot);

} // namespace headroom::black_box

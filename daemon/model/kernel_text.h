// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// The kernel's figures as text. Whatever isn't there, isn't a number or doesn't fit is nullopt: never zero, never a part of a number.
namespace headroom {

/// A pressure file: "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", and the same with "full". System-wide, irq and old cpu files lack one.
[[nodiscard]] StallTotals parse_stall_totals(std::string_view text);

/// The first figure of the same line: the share of the last ten seconds, in percent.
[[nodiscard]] std::optional<double> parse_some_avg10(std::string_view text);

/// All three of them. Each is a running average: what is longer ago counts less, and by that time about a third.
[[nodiscard]] StallAverages parse_some_averages(std::string_view text);

/// Of memory.stat, in bytes and pages. The lists hold what is in memory and can be swapped, shared memory included; `unevictable` what is locked.
struct MemoryStat {
    std::optional<std::uint64_t> active_anon;
    std::optional<std::uint64_t> inactive_anon;
    std::optional<std::uint64_t> unevictable;
    std::optional<std::uint64_t> active_file;
    std::optional<std::uint64_t> slab_unreclaimable;
    std::optional<std::uint64_t>
        swapcached; ///< in memory, with its place in swap still taken: counted there, too
    std::optional<std::uint64_t> pgscan;
    std::optional<std::uint64_t> workingset_refault_anon;
    std::optional<std::uint64_t> workingset_refault_file;
    bool operator==(const MemoryStat &) const = default;
};
[[nodiscard]] MemoryStat parse_memory_stat(std::string_view text);

/// /proc/meminfo. nullopt unless all of it is told.
[[nodiscard]] std::optional<MemoryLevel> parse_meminfo(std::string_view text);

/// /proc/vmstat's pswpout: pages written to swap since boot.
[[nodiscard]] std::optional<std::uint64_t> parse_pages_swapped_out(std::string_view text);

/// cpu.stat's usage_usec.
[[nodiscard]] std::optional<Duration> parse_cpu_usage(std::string_view text);

/// io.stat: bytes read and written, over all lines. No line means that nothing was. What goes through a stack of devices (LUKS, LVM) counts once for each.
[[nodiscard]] std::optional<std::uint64_t> parse_io_bytes(std::string_view text);

/// cgroup.events: whether everything in the cgroup stands still. False, too, if it isn't told.
[[nodiscard]] bool says_frozen(std::string_view text);

/// memory.current and its like. nullopt for "max", too.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);

/// The sum, unless one is unknown or it doesn't fit.
[[nodiscard]] std::optional<std::uint64_t> sum_of(std::optional<std::uint64_t> one,
                                                  std::optional<std::uint64_t> other);

} // namespace headroom

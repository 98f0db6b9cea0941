// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// Parses the kernel's figures. A figure that is missing, is no number or doesn't fit is nullopt:
/// never zero, and never a part of the number.
namespace headroom {

/// A pressure file: "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", and the same with "full".
/// The system's irq file, and its cpu file in old kernels, lack one of the lines.
[[nodiscard]] StallTotals parse_stall_totals(std::string_view text);

/// avg10= of the line "some": the share of the last ten seconds, in percent.
[[nodiscard]] std::optional<double> parse_some_avg10(std::string_view text);

/// All three averages of the line "some". Each is a running average: older stalls count less. A
/// stall as long ago as the average's length counts about a third.
[[nodiscard]] StallAverages parse_some_averages(std::string_view text);

/// Figures of memory.stat, in bytes and pages. The anon lists hold what is in memory and can be
/// swapped, shared memory included. `unevictable` holds what is locked.
struct MemoryStat {
    std::optional<std::uint64_t> active_anon;
    std::optional<std::uint64_t> inactive_anon;
    std::optional<std::uint64_t> unevictable;
    std::optional<std::uint64_t> shmem; ///< of the above three: files in tmpfs, shared memory
    std::optional<std::uint64_t> active_file;
    std::optional<std::uint64_t> inactive_file; ///< used only once, or not for long
    std::optional<std::uint64_t> slab_reclaimable; ///< such as the names of files
    std::optional<std::uint64_t> slab_unreclaimable;
    std::optional<std::uint64_t> zswap; ///< in memory, what zswap takes
    std::optional<std::uint64_t> zswapped; ///< in swap, what zswap has: before it was compressed
    /// In memory, while its place in swap is still taken: swap usage counts it, too.
    std::optional<std::uint64_t> swapcached;
    std::optional<std::uint64_t> pgscan;
    std::optional<std::uint64_t> workingset_refault_anon;
    std::optional<std::uint64_t> workingset_refault_file;
    bool operator==(const MemoryStat &) const = default;
};
[[nodiscard]] MemoryStat parse_memory_stat(std::string_view text);

/// /proc/meminfo. nullopt unless it has all of the figures.
[[nodiscard]] std::optional<MemoryLevel> parse_meminfo(std::string_view text);

/// /proc/meminfo's Zswap: bytes of memory that zswap takes for what it holds.
[[nodiscard]] std::optional<std::uint64_t> parse_zswap_use(std::string_view text);

/// A zram device's mm_stat: bytes of memory that it takes, mem_used_total.
[[nodiscard]] std::optional<std::uint64_t> parse_zram_use(std::string_view text);

/// /proc/vmstat's pswpout: pages written to swap since boot.
[[nodiscard]] std::optional<std::uint64_t> parse_pages_swapped_out(std::string_view text);

/// cpu.stat's usage_usec.
[[nodiscard]] std::optional<Duration> parse_cpu_usage(std::string_view text);

/// io.stat: bytes read and written, over all lines. No lines mean that there was no I/O. I/O
/// through stacked devices (LUKS, LVM) counts once for each of them.
[[nodiscard]] std::optional<std::uint64_t> parse_io_bytes(std::string_view text);

/// cgroup.events: whether the whole cgroup is frozen. False, too, if the file doesn't state it.
[[nodiscard]] bool says_frozen(std::string_view text);

/// memory.current and similar files. nullopt for "max", too.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);

/// The sum. nullopt: one of them is unknown, or the sum doesn't fit.
[[nodiscard]] std::optional<std::uint64_t> sum_of(std::optional<std::uint64_t> one,
                                                  std::optional<std::uint64_t> other);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string_view>

/// Control files as real kernels have written them. The fuzzer uses them as seeds, too.
namespace headroom::seen {

// Linux 6.18 with two CPUs, during a compilation.
inline constexpr std::string_view cpu_pressure =
    "some avg10=97.99 avg60=78.76 avg300=40.10 total=523937590\n"
    "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";
inline constexpr std::string_view io_pressure =
    "some avg10=0.00 avg60=0.04 avg300=0.13 total=23399125\n"
    "full avg10=0.00 avg60=0.01 avg300=0.04 total=18327171\n";
// Before Linux 5.13, cpu.pressure has no "full" line. irq.pressure has no other.
inline constexpr std::string_view old_cpu_pressure =
    "some avg10=1.20 avg60=0.31 avg300=0.07 total=81293\n";
inline constexpr std::string_view irq_pressure =
    "full avg10=0.00 avg60=0.00 avg300=0.00 total=4711\n";

// Debian's 6.12: a unit that has written 20 MiB to a tmpfs.
inline constexpr std::string_view memory_stat = R"(anon 106496
file 20971520
kernel 143360
kernel_stack 16384
pagetables 36864
sec_pagetables 0
percpu 0
sock 0
vmalloc 0
shmem 20971520
zswap 0
zswapped 0
file_mapped 0
file_dirty 0
file_writeback 0
swapcached 0
anon_thp 0
file_thp 0
shmem_thp 0
inactive_anon 0
active_anon 21000192
inactive_file 0
active_file 0
unevictable 0
slab_reclaimable 49936
slab_unreclaimable 22688
slab 72624
workingset_refault_anon 0
workingset_refault_file 0
workingset_activate_anon 0
workingset_activate_file 0
workingset_restore_anon 0
workingset_restore_file 0
workingset_nodereclaim 0
pgdemote_kswapd 0
pgdemote_direct 0
pgdemote_khugepaged 0
pgpromote_success 0
pgscan 0
pgsteal 0
pgscan_kswapd 0
pgscan_direct 0
pgscan_khugepaged 0
)";

// Debian's 6.12 with 512 MiB.
inline constexpr std::string_view meminfo = R"(MemTotal:         475252 kB
MemFree:          429420 kB
MemAvailable:     423876 kB
Buffers:               0 kB
Cached:            21192 kB
SwapCached:            0 kB
Active:            21292 kB
Inactive:              0 kB
Active(anon):      21292 kB
Inactive(anon):        0 kB
Active(file):       1024 kB
Inactive(file):        0 kB
Unevictable:           0 kB
Mlocked:               0 kB
SwapTotal:        524284 kB
SwapFree:         524280 kB
Zswap:                 0 kB
Zswapped:              0 kB
Dirty:                 0 kB
AnonPages:           152 kB
VmallocTotal:   34359738367 kB
HugePages_Total:       0
Hugepagesize:       2048 kB
)";

inline constexpr std::string_view cpu_stat = "usage_usec 1092896\nuser_usec 76844\nsystem_usec "
                                             "1016052\nnice_usec 0\nnr_periods 0\nnr_throttled 0\n"
                                             "throttled_usec 0\nnr_bursts 0\nburst_usec 0\n";

inline constexpr std::string_view io_stat =
    "254:0 rbytes=1459200 wbytes=314773504 rios=192 wios=353 dbytes=0 dios=0\n"
    "8:16 rbytes=4096 wbytes=0 rios=1 wios=0 dbytes=0 dios=0\n";

} // namespace headroom::seen

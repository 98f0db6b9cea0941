// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"

#include <cstdint>
#include <memory>

namespace headroom {

/// Reclaims a unit's memory, a slice at a time (memory.reclaim). The kernel does all of it within
/// one write(), which takes as long as the disk does. So a thread writes, and the loop later gets
/// the outcome as event::Reclaimed.
class Reclaimer {
public:
    Reclaimer(const CgroupDirs &dirs, Report report);
    Reclaimer(const Reclaimer &) = delete;
    Reclaimer &operator=(const Reclaimer &) = delete;
    /// Never blocks. A write that is under way ends by itself, and its outcome is dropped.
    ~Reclaimer();

    /// Does nothing while the last slice of the unit is under way: its outcome is still to come.
    /// file_pages_only: nothing is swapped out. A kernel before 6.11 does not support that; then
    /// nothing is done, and the outcome reports that there are no such pages.
    void reclaim(UnitId unit, std::uint64_t bytes, bool file_pages_only = false);

private:
    struct Outcomes;
    struct Slice;
    [[nodiscard]] static Event reclaim_slice(const Slice &slice);
    static void work(gpointer slice, gpointer unused);
    static void report_outcome(Slice &slice);

    const CgroupDirs &m_dirs;
    std::shared_ptr<Outcomes> m_outcomes;
    GThreadPool *m_worker;
};

} // namespace headroom

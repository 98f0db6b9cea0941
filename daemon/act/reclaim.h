// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"

#include <cstdint>
#include <memory>

namespace headroom {

/// Pushes a unit's memory out, a slice at a time (memory.reclaim). The kernel does all of it within one write(), which takes as long as the disk
/// does: so a thread writes, and the loop hears later what came of it, as event::Reclaimed.
class Reclaimer {
public:
    Reclaimer(const CgroupDirs &dirs, Report report);
    Reclaimer(const Reclaimer &) = delete;
    Reclaimer &operator=(const Reclaimer &) = delete;
    ~Reclaimer(); ///< waits for nobody: a write that is still under way ends by itself, unheard

    /// Asked again before the last slice's outcome is there, it does nothing: that outcome is still to come.
    /// file_pages_only: nothing is swapped out; on a kernel before 6.11, which can't be asked for that, nothing is done, and said to be had.
    void reclaim(UnitId unit, std::uint64_t bytes, bool file_pages_only = false);

private:
    struct Desk;
    struct Slice;
    static void work(gpointer slice, gpointer unused);
    static void hand_in(Slice &slice);

    const CgroupDirs &m_dirs;
    std::shared_ptr<Desk> m_desk;
    GThreadPool *m_worker;
};

} // namespace headroom

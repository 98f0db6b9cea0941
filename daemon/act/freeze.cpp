// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/freeze.h"

#include "sys/log.h"

namespace headroom {

void Freezer::freeze(UnitId unit)
{
    const CgroupDir *dir = m_dirs.find(unit);
    const auto done = dir ? record_and_freeze(*dir) : Result<void>{error(ErrorKind::Failed, "the unit is gone")};
    if (done)
        return;
    thaw(unit); // whatever step failed: none of them shall remain
    m_report(event::ActRefused{unit, {}, "freeze", done.error().sentence});
}

/// The order is the safety: from the first line on, a crash at any point leaves something that the sweep finds.
Result<void> Freezer::record_and_freeze(const CgroupDir &dir)
{
    if (auto recorded = m_ledger.add(dir.id(), dir.path()); !recorded)
        return recorded;
    if (auto marked = dir.set_mark(mark::frozen, "1"); !marked)
        return marked;
    return dir.write(cgroup_file::freeze, "1");
}

void Freezer::thaw(UnitId unit)
{
    if (const CgroupDir *dir = m_dirs.find(unit)) {
        // ENODEV, ENOENT: the cgroup was removed, and its processes are gone
        if (const auto done = dir->write(cgroup_file::freeze, "0"); !done && done.error().code != ENODEV && done.error().code != ENOENT) {
            log::warning(done.error().sentence + "; the sweep will try again");
            return; // with mark and ledger as they are, so that it finds the unit
        }
        (void)dir->remove_mark(mark::frozen);
    }
    if (const auto removed = m_ledger.remove(unit); !removed)
        log::warning(removed.error().sentence + ", ignoring it: the mark is gone, which is what counts");
}

} // namespace headroom

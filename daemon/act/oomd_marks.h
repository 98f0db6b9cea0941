// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"

#include <map>

namespace headroom {

/// Asks systemd-oomd to kill a frozen or reclaimed unit only as a last resort, by systemd's own
/// mark. The kernel scans the pages of such a unit most, and systemd-oomd kills what was scanned
/// most. A mark of the unit that is not ours stays as it is.
class OomdMarks {
public:
    explicit OomdMarks(const CgroupDirs &dirs) : m_dirs(dirs) {}
    OomdMarks(const OomdMarks &) = delete;
    OomdMarks &operator=(const OomdMarks &) = delete;

    /// Each of them alone keeps the mark.
    enum Because : unsigned { Frozen = 1, Reclaimed = 2 };
    void set(UnitId unit, Because why);
    void unset(UnitId unit, Because why);
    /// The unit has vanished, and its marks with it.
    void forget(UnitId unit);

private:
    struct Kept {
        unsigned because = 0;
        int watch = -1; ///< -1: none
        unsigned renewed = 0;
    };

    void follow(const CgroupDir &dir, Kept &kept);
    void unfollow(const Kept &kept);
    bool look_at_changes();

    const CgroupDirs &m_dirs;
    std::map<UnitId, Kept> m_kept;
    Inotify m_inotify; ///< opened by the first unit
    SourceId m_source;
};

/// Removes what OomdMarks has set on a cgroup and below it, now or in an earlier daemon. Without a
/// mark of ours on the cgroup itself, it looks at nothing below.
void unset_oomd_marks(int root, const CgroupDir &dir);

} // namespace headroom

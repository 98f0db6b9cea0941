// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/frozen_ledger.h"
#include "act/oomd_marks.h"
#include "sys/cgroup_dir.h"
#include "sys/never_apps_in.h"
#include "sys/off_the_loop.h"
#include "sys/process.h"
#include "sys/timer.h"

#include <map>

namespace headroom {

/// Freezes and thaws units by cgroup.freeze, through the directory fd. systemd's FreezeUnit is not
/// used. A unit that systemd froze cannot be stopped at logout, and its thaw is refused once the
/// unit is not active (systemd issue 37569). The kernel's flag dies with the cgroup.
class Freezer {
public:
    Freezer(const CgroupDirs &dirs, OomdMarks &oomd_marks, FrozenLedger ledger, ProcessTable table,
            Report report)
        : m_dirs(dirs), m_oomd_marks(oomd_marks), m_ledger(std::move(ledger)),
          m_table(std::move(table)), m_report(std::move(report))
    {
    }
    Freezer(const Freezer &) = delete;
    Freezer &operator=(const Freezer &) = delete;

    void freeze(UnitId unit);
    void thaw(UnitId unit);
    /// systemd was told to freeze it as well. Its freeze remains; ours is reported as refused.
    void leave_to_systemd(UnitId unit);
    /// The unit has vanished, and its freeze with it.
    void forget(UnitId unit);
    [[nodiscard]] bool is_idle() const; ///< whether no thaw awaits its next try

private:
    /// A freeze in force. The file stays open, so neither a full fd table nor a lack of memory for
    /// another fd can prevent the thaw.
    struct Kept {
        UniqueFd file;
        unsigned tries = 0; ///< failed tries to thaw
        Timer next_try;
    };

    void freeze_unless_forbidden(UnitId unit, UniqueFd file, const NeverAppLook &look);
    [[nodiscard]] Result<void> record_and_freeze(const CgroupDir &dir, int file);
    [[nodiscard]] Result<void> write_thaw(UnitId unit, const CgroupDir &dir) const;
    void unmark(UnitId unit, const CgroupDir &dir);
    void drop_from_ledger(UnitId unit);
    void try_again(UnitId unit, const std::string &problem);

    const CgroupDirs &m_dirs;
    OomdMarks &m_oomd_marks;
    FrozenLedger m_ledger;
    ProcessTable m_table;
    Report m_report;
    std::map<UnitId, Kept> m_kept;
    /// Units to freeze as soon as they have been looked at.
    std::map<UnitId, ScopedCancellable> m_looking;
};

} // namespace headroom

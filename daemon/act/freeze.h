// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/frozen_ledger.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/process.h"

#include <map>

namespace headroom {

/// Freezes and thaws units by cgroup.freeze, through the directory fd. Why not systemd's FreezeUnit: a unit that systemd froze can't be stopped
/// at logout, and its thaw is refused once the unit isn't active (systemd issue 37569); the kernel's flag dies with the cgroup.
class Freezer {
public:
    Freezer(const CgroupDirs &dirs, FrozenLedger ledger, ProcessTable table, Report report)
        : m_dirs(dirs), m_ledger(std::move(ledger)), m_table(std::move(table)),
          m_report(std::move(report))
    {
    }
    Freezer(const Freezer &) = delete;
    Freezer &operator=(const Freezer &) = delete;

    void freeze(UnitId unit);
    void thaw(UnitId unit);
    void forget(UnitId unit); ///< it has vanished, and its freeze with it
    [[nodiscard]] bool is_idle() const; ///< no thaw waits for its next try

private:
    /// A freeze in force. The file stays open: neither a table full of fds nor a lack of memory for one more shall stand in a thaw's way.
    struct Kept {
        UniqueFd file;
        unsigned tries = 0; ///< of its thaw, that failed
        SourceId next_try;
    };

    [[nodiscard]] Result<void> record_and_freeze(const CgroupDir &dir, int file);
    [[nodiscard]] Result<void> write_thaw(UnitId unit, const CgroupDir &dir) const;
    void try_again(UnitId unit, const std::string &problem);

    const CgroupDirs &m_dirs;
    FrozenLedger m_ledger;
    ProcessTable m_table;
    Report m_report;
    std::map<UnitId, Kept> m_kept;
};

} // namespace headroom

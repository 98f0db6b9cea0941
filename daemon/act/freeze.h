// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/frozen_ledger.h"
#include "sys/cgroup_dir.h"

namespace headroom {

/// Freezes and thaws units by cgroup.freeze, through the directory fd. Why not systemd's FreezeUnit: a unit that systemd froze can't be stopped
/// at logout, and its thaw is refused once the unit isn't active (systemd issue 37569); the kernel's flag dies with the cgroup.
class Freezer {
public:
    Freezer(const CgroupDirs &dirs, FrozenLedger ledger, Report report) : m_dirs(dirs), m_ledger(std::move(ledger)), m_report(std::move(report)) {}

    void freeze(UnitId unit);
    void thaw(UnitId unit);

private:
    [[nodiscard]] Result<void> record_and_freeze(const CgroupDir &dir);

    const CgroupDirs &m_dirs;
    FrozenLedger m_ledger;
    Report m_report;
};

} // namespace headroom

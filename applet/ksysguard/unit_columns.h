// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <processcore/process_data_provider.h>

namespace headroom {

class UnitColumn;

/// Two columns for Plasma's System Monitor: the share of the last ten seconds for which a task of
/// the process's unit stalled, and whether the unit is frozen. These are the kernel's own figures,
/// available without headroomd, too. They are read only while one of the columns is shown.
class UnitColumns : public KSysGuard::ProcessDataProvider {
    Q_OBJECT

public:
    /// args: the root of the cgroup tree; without it, /sys/fs/cgroup.
    UnitColumns(QObject *parent, const QVariantList &args);

    void update() override;

private:
    QString m_cgroups;
    UnitColumn *m_stalled;
    UnitColumn *m_frozen;
};

} // namespace headroom

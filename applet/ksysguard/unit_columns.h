// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <processcore/process_data_provider.h>

namespace headroom {

class UnitColumn;

/// Two columns for Plasma's System Monitor: for how much of the last ten seconds something of a process's unit has waited, and whether it stands still.
/// They are the kernel's own figures and are there without headroomd, too. Read only while somebody looks at one of them.
class UnitColumns : public KSysGuard::ProcessDataProvider {
    Q_OBJECT

public:
    /// args: where the cgroups are, if that isn't /sys/fs/cgroup.
    UnitColumns(QObject *parent, const QVariantList &args);

    void update() override;

private:
    QString m_cgroups;
    UnitColumn *m_stalled;
    UnitColumn *m_frozen;
};

} // namespace headroom

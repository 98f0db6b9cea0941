// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/systemd_client.h"

#include <functional>
#include <map>
#include <string_view>

namespace headroom {

/// Reports that systemd was told to freeze a unit that we have frozen (`systemctl freeze`). The
/// kernel has one flag for both, so our thaw would end that freeze, too. systemd emits its state
/// since version 257; before, nothing is reported.
class OtherFreezes {
public:
    /// The references must outlive it.
    OtherFreezes(const CgroupDirs &dirs, const SystemdClient &systemd,
                 std::function<void(UnitId)> seen);
    OtherFreezes(const OtherFreezes &) = delete;
    OtherFreezes &operator=(const OtherFreezes &) = delete;
    ~OtherFreezes();

    void follow(UnitId unit);
    void forget(UnitId unit);

private:
    struct Followed {
        guint signals = 0;
        /// By systemd's word. Otherwise an old freeze, which was ended without its knowledge, would
        /// look like a new one.
        bool ran = false;
    };

    void take(UnitId unit, GVariant *changed);
    void take_state(UnitId unit, std::string_view state);

    const CgroupDirs &m_dirs;
    const SystemdClient &m_systemd;
    std::function<void(UnitId)> m_seen;
    std::map<UnitId, Followed> m_followed;
};

} // namespace headroom

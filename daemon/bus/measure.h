// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/answer.h"
#include "model/session.h"
#include "sys/cgroup_dir.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace headroom {

/// Answers Manager.Measure with the kernel's figures for every app that has a unit, a{sa{sv}}. A
/// thread reads them, since thousands of cgroups take more than a tenth of a second. Calls that
/// arrive meanwhile get the same figures. Unreadable figures are left out. model/hurt.h ranks apps.
class Measurement {
public:
    /// proc_root: "/proc", or a fixture.
    Measurement(const CgroupDirs &dirs, std::string proc_root)
        : m_dirs(dirs), m_proc_root(std::move(proc_root))
    {
    }
    ~Measurement();
    Measurement(const Measurement &) = delete;
    Measurement &operator=(const Measurement &) = delete;

    void answer(GDBusMethodInvocation *call, const Session &session);

private:
    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Calls m_waiting_calls; ///< not empty: a thread is reading
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

/// The same for the whole machine, and for the foreground: a{sa{sd}} (floating), the answer of
/// Manager.MeasureMachine.
[[nodiscard]] GVariant *measure_machine(const std::map<Resource, StallAverages> &machine,
                                        const std::map<Resource, StallAverages> &foreground);

} // namespace headroom

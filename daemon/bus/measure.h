// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/answer.h"
#include "model/session.h"
#include "model/kernel_text.h"
#include "sys/cgroup_dir.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// Answers Manager.Measure with the kernel's figures for every app that has a unit, a{sa{sv}}. A
/// thread reads them, since thousands of cgroups take more than a tenth of a second. Calls that
/// arrive meanwhile get the same figures. Unreadable figures are left out. model/hurt.h ranks apps.
class Measurement {
public:
    explicit Measurement(const CgroupDirs &dirs) : m_dirs(dirs) {}
    ~Measurement();
    Measurement(const Measurement &) = delete;
    Measurement &operator=(const Measurement &) = delete;

    void answer(GDBusMethodInvocation *call, const Session &session);

private:
    const CgroupDirs &m_dirs;
    Calls m_waiting_calls; ///< not empty: a thread is reading
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

/// What a cgroup would immediately need again if it were reclaimed. The rest are file pages that
/// were used only once. nullopt: unknown.
[[nodiscard]] std::optional<std::uint64_t> needed(const MemoryStat &stat);

/// The same for the whole machine, and for the foreground: a{sa{sd}} (floating), the answer of
/// Manager.MeasureMachine.
[[nodiscard]] GVariant *measure_machine(const std::map<Resource, StallAverages> &machine,
                                        const std::map<Resource, StallAverages> &foreground);

} // namespace headroom

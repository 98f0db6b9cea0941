// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/answer.h"
#include "model/session.h"
#include "sys/cgroup_dir.h"

namespace headroom {

/// Answers Manager.Measure: reads the kernel's figures for every app that has a unit, a{sa{sv}}, in a thread, since thousands of cgroups take more than a
/// tenth of a second. Whoever asks while that goes on gets the same figures. One that can't be read is left out.
class Measurement {
public:
    explicit Measurement(const CgroupDirs &dirs) : m_dirs(dirs) {}
    ~Measurement();
    Measurement(const Measurement &) = delete;
    Measurement &operator=(const Measurement &) = delete;

    void answer(GDBusMethodInvocation *call, const Session &session);

private:
    const CgroupDirs &m_dirs;
    Calls m_asked; ///< not empty: they are being read
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

/// The same for the whole machine: a{sa{sd}} (floating), as Manager.MeasureMachine answers.
[[nodiscard]] GVariant *measure_machine(const std::map<Resource, StallAverages> &averages);

} // namespace headroom

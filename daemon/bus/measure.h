// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"
#include "sys/cgroup_dir.h"

#include <glib.h>

namespace headroom {

/// Reads the kernel's figures for every app that has a unit: a{sa{sv}} (floating), as Manager.Measure answers. A figure that can't be read is left out.
[[nodiscard]] GVariant *measure(const Session &session, const CgroupDirs &dirs);

/// The same for the whole machine: a{sa{sd}} (floating), as Manager.MeasureMachine answers.
[[nodiscard]] GVariant *measure_machine(const std::map<Resource, StallAverages> &averages);

} // namespace headroom

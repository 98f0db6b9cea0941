// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/facts.h"
#include "sys/cgroup_dir.h"
#include "sys/result.h"
#include "watch/emit.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Where capabilities are looked for.
struct Machine {
    const CgroupDirs &dirs;
    std::string manager_path; ///< of the user manager's own cgroup, below the mount
    std::string runtime_dir;  ///< where the ledger is written
    std::string sys_root;     ///< "/sys", or a fixture
    std::string proc_root;    ///< "/proc", or a fixture
    bool systemd_on_bus;
};

/// Finds out what this machine can do, by looking and trying, never by version numbers. "windows"
/// and "clipboard" are missing until a source of them reports.
void find_capabilities(const Machine &machine, const Emit &emit);

/// source: what reports copies, as the subject of a sentence; empty: no source does.
[[nodiscard]] event::CapabilityFound describe_clipboard(const Sentence &source);

/// How soon stalls are reported. no_slow: why there are no triggers but the broker's, if so. fast:
/// why there are none of the broker's, if so.
[[nodiscard]] event::CapabilityFound describe_pressure(const std::optional<Error> &no_slow,
                                                       const Result<void> &fast);

/// Whether apps can be frozen: the machine can, and the compositor won't offer to end them.
[[nodiscard]] event::CapabilityFound describe_freeze(const event::WindowSourceChanged &source,
                                                     const CapabilityState &machine);

/// Whether windows are reported, and how much of them, by this source.
[[nodiscard]] event::CapabilityFound describe_windows(const event::WindowSourceChanged &source);

} // namespace headroom

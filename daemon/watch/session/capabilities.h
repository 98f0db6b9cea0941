// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "watch/emit.h"

#include <string>
#include <string_view>

namespace headroom {

/// What this machine can do, found by looking and trying, never by version numbers. "windows" and "clipboard" are missing until
/// somebody tells.
/// sys_root: "/sys", proc_root: "/proc", or fixtures.
void find_capabilities(const CgroupDirs &dirs, const std::string &manager_path, const std::string &runtime_dir, bool systemd_on_bus,
                       const std::string &sys_root, const std::string &proc_root, const Emit &emit);

/// teller: who tells when somebody has copied, as the subject of a sentence; empty: nobody.
[[nodiscard]] event::CapabilityFound clipboard_capability(const Sentence &teller);

/// Whether windows are known, as follows from where they are known from.
[[nodiscard]] event::CapabilityFound windows_capability(const event::WindowSourceChanged &source);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "options.h"
#include "sys/cgroup_dir.h"

#include <string>

namespace headroom {

/// Where this session's cgroups and files are.
struct Place {
    CgroupDirs dirs;
    std::string manager_path; ///< cgroup of user@UID.service, below the cgroup root
    std::string runtime_dir;  ///< $XDG_RUNTIME_DIR/headroom
};

/// Without cgroup2 or a user manager: Unavailable, with a sentence about what is missing.
[[nodiscard]] Result<Place> find_place(const Options &options);

} // namespace headroom

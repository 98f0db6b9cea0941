// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "options.h"
#include "sys/cgroup_dir.h"

#include <string>

namespace headroom {

/// Where this session's things are.
struct Place {
    CgroupDirs dirs;
    std::string manager_path; ///< cgroup of user@UID.service, below the cgroup root
    std::string runtime_dir;  ///< $XDG_RUNTIME_DIR/headroom
};

/// Unavailable, with what is missing, where there is no cgroup2 or no user manager.
[[nodiscard]] Result<Place> find_place(const Options &options);

} // namespace headroom

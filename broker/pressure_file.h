// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "sys/unique_fd.h"

#include <string>

#include <sys/types.h>

namespace headroom::broker {

/// The roots of the world. Only tests have others.
struct Roots {
    std::string proc = "/proc";
    std::string cgroup = "/sys/fs/cgroup";
};

/// Opens what TriggerRequest::file names, for reading and writing. owner: whose user@UID.service it
/// may be in. BadInput: it is the name of no pressure file. Refused: the user has no user manager.
[[nodiscard]] Result<UniqueFd> open_pressure_file(const Roots &roots, uid_t owner,
                                                  const std::string &file);

} // namespace headroom::broker

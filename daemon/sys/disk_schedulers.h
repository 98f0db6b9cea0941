// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace headroom {

/// What obeys I/O weights on this machine.
enum class IoWeighted {
    Nothing,
    OnlyBfq, ///< on some disk, and io.cost is enabled for none
    Fully, ///< io.cost, for some disk
};

/// sys_root: "/sys", or a fixture. cgroup_root: where cgroup2 is mounted.
[[nodiscard]] IoWeighted io_weighted(const std::string &sys_root, const std::string &cgroup_root);

} // namespace headroom

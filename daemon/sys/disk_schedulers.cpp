// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/disk_schedulers.h"

#include "sys/directory.h"

#include <fstream>
#include <iterator>

namespace headroom {

namespace {

bool contains(const std::string &path, std::string_view text)
{
    std::ifstream file{path};
    return std::string{std::istreambuf_iterator<char>{file}, {}}.contains(text);
}

} // namespace

/// docs.kernel.org/admin-guide/cgroup-v2.html, "IO". Where both are in use, io.cost counts: the
/// weight that BFQ needs would let another app starve there.
IoWeighted io_weighted(const std::string &sys_root, const std::string &cgroup_root)
{
    if (contains(cgroup_root + "/io.cost.qos", "enable=1"))
        return IoWeighted::Fully;
    const std::string block = sys_root + "/block";
    const Directory disks{opendir(block.c_str())};
    while (const dirent *disk = disks ? readdir(disks.get()) : nullptr) {
        if (contains(block + "/" + disk->d_name + "/queue/scheduler", "[bfq]"))
            return IoWeighted::OnlyBfq;
    }
    return IoWeighted::Nothing;
}

} // namespace headroom

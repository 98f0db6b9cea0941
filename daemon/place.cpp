// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "place.h"

#include "model/unit_name.h"
#include "sys/process.h"

#include <format>
#include <glib.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace headroom {

namespace {

bool is_cgroup2(const char *path)
{
    struct statfs info{};
    return statfs(path, &info) == 0 && info.f_type == CGROUP2_SUPER_MAGIC;
}

Result<std::string> find_cgroup_root(const Options &options)
{
    if (!options.cgroup_root.empty())
        return options.cgroup_root;
    for (const char *path : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
        if (is_cgroup2(path))
            return path;
    }
    return error(ErrorKind::Unavailable, "cgroup v2 is not mounted");
}

/// The user manager that the daemon runs below, as a service of it does. Otherwise the one that
/// logind starts for this user.
std::string manager_path(const Options &options)
{
    const std::string usual = std::format("/user.slice/user-{0}.slice/user@{0}.service", getuid());
    const auto own = ProcessTable{options.proc_root}.cgroup(getpid());
    if (!own)
        return usual;
    const std::string component = std::format("/user@{}.service", getuid());
    const auto at = own->find(component);
    return at == std::string::npos ? usual : own->substr(0, at + component.size());
}

} // namespace

Result<Place> find_place(const Options &options)
{
    const auto root = find_cgroup_root(options);
    if (!root)
        return std::unexpected(root.error());
    auto dirs = CgroupDirs::open(*root);
    if (!dirs)
        return std::unexpected(dirs.error());
    std::string manager = manager_path(options);
    if (const auto dir = CgroupDir::open(dirs->root(), manager); !dir)
        return error(ErrorKind::Unavailable,
                     "there is no systemd user manager here: " + dir.error().sentence);
    std::string runtime = std::string{g_get_user_runtime_dir()} + "/headroom";
    (void)mkdir(runtime.c_str(), 0700); // a failure shows as a missing capability
    return Place{std::move(*dirs), std::move(manager), std::move(runtime)};
}

} // namespace headroom

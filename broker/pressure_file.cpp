// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressure_file.h"

#include "sys/cgroup_dir.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <format>
#include <ranges>
#include <string_view>

#include <fcntl.h>

namespace headroom::broker {

namespace {

constexpr std::array machine_files{"cpu", "io", "memory"};
constexpr std::array cgroup_files{cgroup_file::cpu_pressure, cgroup_file::io_pressure,
                                  cgroup_file::memory_pressure};

Result<UniqueFd> open_machines(const Roots &roots, const std::string &resource)
{
    const std::string path = std::format("{}/pressure/{}", roots.proc, resource);
    UniqueFd fd{open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
    if (!fd)
        return system_error(errno, "opening " + path);
    return fd;
}

/// CgroupDir refuses links and "..", too. Here the caller gets a better sentence.
bool stays_beneath(std::string_view path)
{
    return std::ranges::none_of(path | std::views::split('/'), [](auto part) {
        const std::string_view name{part};
        return name.empty() || name == "." || name == "..";
    });
}

} // namespace

Result<UniqueFd> open_pressure_file(const Roots &roots, uid_t owner, const std::string &file)
{
    const UniqueFd top{open(roots.cgroup.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    const std::string manager = std::format("/user.slice/user-{0}.slice/user@{0}.service", owner);
    if (!top || !CgroupDir::open(top.get(), manager))
        return error(ErrorKind::Refused, std::format("user {} has no user manager", owner));
    if (std::ranges::find(machine_files, file) != machine_files.end())
        return open_machines(roots, file);
    const auto slash = file.rfind('/');
    const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    if (std::ranges::find(cgroup_files, name) == cgroup_files.end())
        return error(ErrorKind::BadInput, "the file is no pressure file");
    if (!stays_beneath(file))
        return error(ErrorKind::BadInput, "the path has to lead straight down from user@.service");
    // A link on the way is an error, wherever it leads.
    const std::string below = slash == std::string::npos ? "" : "/" + file.substr(0, slash);
    const auto dir = CgroupDir::open(top.get(), manager + below);
    if (!dir)
        return std::unexpected(dir.error());
    return dir->open_file(name.c_str(), O_RDWR);
}

} // namespace headroom::broker

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/memory_protection.h"

#include "model/kernel_text.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace headroom {

namespace {

using Found = event::CapabilityFound;

/// Without this mount option of cgroup2, session.slice's protection does not extend to its units.
/// Each would need its own. systemd has set the option since 247.
bool protects_recursively(const std::string &proc_root)
{
    std::ifstream mounts{proc_root + "/self/mounts"};
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream words{line};
        std::string device;
        std::string place;
        std::string type;
        std::string options;
        words >> device >> place >> type >> options;
        if (type == "cgroup2" && options.contains("memory_recursiveprot"))
            return true;
    }
    return false;
}

/// nullopt: there is no such file. "max" protects all memory.
std::optional<std::uint64_t> protected_bytes(const CgroupDirs &dirs, const std::string &path)
{
    const auto dir = CgroupDir::open(dirs.root(), path);
    const auto text = dir ? dir->read(cgroup_file::memory_low)
                          : Result<std::string>{std::unexpected(dir.error())};
    if (!text)
        return std::nullopt;
    return text->starts_with("max") ? UINT64_MAX : parse_number(*text);
}

Found missing(Sentence reason, Sentence remedy)
{
    return {Capability::Protect, false, std::move(reason), std::move(remedy)};
}

} // namespace

event::CapabilityFound find_memory_protection(const Machine &machine)
{
    const std::string &manager = machine.manager_path;
    std::ifstream file{machine.proc_root + "/meminfo"};
    const auto memory = parse_meminfo(std::string{std::istreambuf_iterator<char>{file}, {}});
    std::uint64_t least = memory ? memory->total : UINT64_MAX;
    for (std::size_t slash = manager.find('/', 1); slash != 0;) {
        const std::string path = manager.substr(0, slash);
        const auto bytes = protected_bytes(machine.dirs, path);
        if (!bytes)
            return missing(say("what a machine lacks",
                               "the memory controller is not delegated to your user manager"),
                           say("what to do about what a machine lacks",
                               "use systemd 252 or later, and boot with cgroup v2 only"));
        if (*bytes == 0)
            return missing(
                say("what a machine lacks: {} is a unit of the system",
                    "protecting memory would have no effect, since {} has no MemoryLow=",
                    path.substr(path.rfind('/') + 1)),
                say("what to do about what a machine lacks",
                    "install the package headroom-root, or run: sudo cp -r "
                    "/usr/share/headroom/root-side/system /etc/systemd; then restart the "
                    "computer"));
        least = std::min(least, *bytes);
        slash = slash == std::string::npos ? 0 : manager.find('/', slash + 1);
    }
    if (!protects_recursively(machine.proc_root))
        return missing(say("what a machine lacks",
                           "cgroups are mounted without the option memory_recursiveprot"),
                       say("what to do about what a machine lacks",
                           "run: sudo mount -o remount,nsdelegate,memory_recursiveprot "
                           "/sys/fs/cgroup; then log in again"));
    constexpr double mib = 1024.0 * 1024.0;
    return {Capability::Protect,
            true,
            say("what a machine can do: {} is a number of mebibytes",
                "while memory is short, the desktop and the active app keep what they need, {} MiB "
                "at most",
                Sentence{static_cast<double>(least) / mib, 0}),
            {}};
}

} // namespace headroom

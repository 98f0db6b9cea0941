// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/memory_figures.h"

#include "sys/read_again.h"
#include "sys/unique_fd.h"

#include <fcntl.h>

namespace headroom {

MemoryFigures memory_figures(const CgroupDir &dir, const std::optional<Swaps> &swaps)
{
    const auto number = [&dir](const char *file) {
        const auto text = dir.read(file);
        return text ? parse_number(*text) : std::nullopt;
    };
    const auto stat = dir.read(cgroup_file::memory_stat);
    return {.current = number(cgroup_file::memory_current),
            .swapped = number(cgroup_file::memory_swap_current),
            .stat = stat ? parse_memory_stat(*stat) : MemoryStat{},
            .machine = swaps,
            .measured = std::nullopt};
}

std::optional<Swaps> machine_swaps(const std::string &proc_root)
{
    const UniqueFd fd{open((proc_root + "/swaps").c_str(), O_RDONLY | O_CLOEXEC)};
    FileRoom room;
    const auto text = fd ? read_again(fd.get(), room) : std::nullopt;
    return text ? parse_swaps(*text) : std::nullopt;
}

} // namespace headroom

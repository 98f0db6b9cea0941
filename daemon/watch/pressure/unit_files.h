// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/kernel_text.h"
#include "sys/cgroup_dir.h"
#include "sys/read_again.h"

#include <algorithm>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <span>
#include <string_view>
#include <unistd.h>

namespace headroom {

/// The text of a control file, through a descriptor that is kept. Opens the file if it is not open
/// or is stale: a controller that is switched off and on takes its files with it.
inline std::optional<std::string_view> text_of(const CgroupDir &dir, UniqueFd &fd, const char *file,
                                               std::span<char> room)
{
    if (fd) {
        if (const auto text = read_again(fd.get(), room))
            return text;
    }
    auto opened = dir.open_file(file, O_RDONLY);
    fd = opened ? std::move(*opened) : UniqueFd{};
    return fd ? read_again(fd.get(), room) : std::nullopt;
}

template<typename Parse>
auto figure(const CgroupDir &dir, UniqueFd &fd, const char *file, Parse parse)
    -> decltype(parse({}))
{
    FileRoom room;
    const auto text = text_of(dir, fd, file, room);
    return text ? parse(*text) : std::nullopt;
}

inline std::optional<MemoryStat> parse_memory(std::string_view text)
{
    return parse_memory_stat(text);
}

/// Counts by the LRU lists and not by "anon". A page that came back from swap keeps its place there
/// and is counted twice. Otherwise a unit that only wants its own pages back would seem to
/// grow. swap: nullopt if the kernel has no swap at all.
inline std::optional<std::uint64_t> held(const MemoryStat &stat, std::optional<std::uint64_t> swap)
{
    const auto resident = sum_of(sum_of(stat.active_anon, stat.inactive_anon), stat.unevictable);
    if (!swap)
        return resident;
    if (!stat.swapcached)
        return std::nullopt;
    return sum_of(resident, *swap - std::min(*swap, *stat.swapcached));
}

/// Refaults, in bytes since the unit exists: pages that were reclaimed with a shadow entry, and
/// were needed again.
inline std::optional<std::uint64_t> came_back(const MemoryStat &stat)
{
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return sum_of(stat.workingset_refault_anon, stat.workingset_refault_file)
        .transform([page](std::uint64_t pages) { return pages * page; });
}

} // namespace headroom

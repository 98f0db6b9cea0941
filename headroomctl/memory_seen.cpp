// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "memory_seen.h"

#include <algorithm>
#include <string>

#include <glib.h>

#include "model/kernel_text.h"

namespace headroom::ctl {

namespace {

std::optional<std::string> content(const std::string &path)
{
    g_autofree char *text = nullptr;
    gsize length = 0;
    if (!g_file_get_contents(path.c_str(), &text, &length, nullptr))
        return std::nullopt;
    return std::string(text, length);
}

/// The cgroup of this process. Empty: there is no unified hierarchy.
std::string own_cgroup()
{
    const std::string text = content("/proc/self/cgroup").value_or("");
    const std::string_view unified = "0::";
    std::size_t at = text.starts_with(unified) ? 0 : text.find("\n0::");
    if (at == std::string::npos)
        return {};
    at = text.find('/', at);
    return "/sys/fs/cgroup" + text.substr(at, text.find('\n', at) - at);
}

} // namespace

std::optional<MemoryLevel> machine_memory()
{
    const auto text = content("/proc/meminfo");
    return text ? parse_meminfo(*text) : std::nullopt;
}

OwnMemory own_memory()
{
    const std::string directory = own_cgroup();
    const auto stat = content(directory + "/memory.stat");
    if (directory.empty() || !stat)
        return {};
    const MemoryStat memory = parse_memory_stat(*stat);
    const auto swap = content(directory + "/memory.swap.current");
    auto used = sum_of(sum_of(memory.active_anon, memory.inactive_anon), memory.unevictable);
    if (used)
        *used -= std::min(*used, memory.shmem.value_or(0));
    return {.used = used, .swapped = swap ? parse_number(*swap) : std::nullopt};
}

TimePoint monotonic_now()
{
    return TimePoint{Duration{g_get_monotonic_time()}};
}

} // namespace headroom::ctl

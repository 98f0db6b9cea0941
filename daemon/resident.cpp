// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "resident.h"

#include "sys/log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <format>
#include <fstream>
#include <iterator>
#include <optional>
#include <ranges>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace headroom {

namespace {

/// What file names begin with, the most needed first. The daemon's own program comes before all of
/// them. libsystemd encodes the path of each unit that systemd is asked about. GIO is the largest:
/// not all of it fits, and a freeze does without it. So it comes after the heap, which holds the
/// session, and after the translations.
constexpr auto needed_files = std::to_array<std::string_view>(
    {"libc.so", "ld-linux", "libsystemd.so", "libglib-2.0.so", "libgobject-2.0.so", "[heap]",
     "[stack]", "headroomd.mo", "libgio-2.0.so", "libjson-glib-1.0.so", "libstdc++.so"});

/// Its place in the order of need. nullopt: it isn't needed.
std::optional<std::size_t> rank(std::string_view path, std::string_view program)
{
    if (path.empty())
        return std::nullopt;
    if (path == program)
        return 0;
    const auto found = std::ranges::find_if(
        needed_files, [name = path.substr(path.rfind('/') + 1)](std::string_view file) {
            return name.starts_with(file);
        });
    if (found == needed_files.end())
        return std::nullopt;
    return 1 + static_cast<std::size_t>(found - needed_files.begin());
}

struct Mapping {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool readable = false;
    std::string_view path; ///< empty: an anonymous mapping
};

/// "7f00-7f80 r-xp 00001000 fe:01 1234      /usr/lib/libc.so.6"
std::optional<Mapping> parse(std::string_view line)
{
    Mapping mapping;
    const char *end = line.data() + line.size();
    const auto begins = std::from_chars(line.data(), end, mapping.begin, 16);
    if (begins.ec != std::errc{} || begins.ptr == end || *begins.ptr != '-')
        return std::nullopt;
    const auto ends = std::from_chars(begins.ptr + 1, end, mapping.end, 16);
    if (ends.ec != std::errc{} || end - ends.ptr < 2 || mapping.end <= mapping.begin)
        return std::nullopt;
    mapping.readable = ends.ptr[1] == 'r';
    if (const auto path = line.find_first_of("/["); path != std::string_view::npos)
        mapping.path = line.substr(path);
    return mapping;
}

/// Raises the limit to the hard limit, which only root can exceed. Returns it.
rlim_t raise_limit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_MEMLOCK, &limit) < 0)
        return 0;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_MEMLOCK, &limit);
    return limit.rlim_cur;
}

/// Not mlockall(): the address space is many times what a user may lock. With MCL_FUTURE, an
/// allocation beyond the limit would fail. Libraries are not locked whole either: most of GIO is
/// never run.
bool lock(const Stretch &stretch)
{
    return mlock2(reinterpret_cast<const void *>(stretch.begin), stretch.end - stretch.begin,
                  stretch.whole ? 0 : MLOCK_ONFAULT)
        == 0;
}

} // namespace

std::vector<Stretch> stretches_needed(std::string_view maps, const std::string &program)
{
    std::vector<std::pair<std::size_t, Stretch>> ranked;
    Mapping last;
    for (const auto part : maps | std::views::split('\n')) {
        auto mapping = parse(std::string_view{part});
        if (!mapping)
            continue;
        if (mapping->path.empty() && mapping->begin == last.end && last.readable)
            // A program's zero-initialised data continues where the mapping of its file ends.
            mapping->path = last.path;
        last = *mapping;
        if (const auto place = rank(mapping->path, program); place && mapping->readable)
            ranked.emplace_back(*place, Stretch{mapping->begin, mapping->end, *place == 0});
    }
    std::ranges::stable_sort(ranked, {}, [](const auto &entry) { return entry.first; });
    std::vector<Stretch> needed;
    for (const auto &[place, stretch] : ranked)
        needed.push_back(stretch);
    return needed;
}

void stay_resident()
{
    std::array<char, PATH_MAX> program{};
    const ssize_t length = readlink("/proc/self/exe", program.data(), program.size());
    std::ifstream file{"/proc/self/maps", std::ios::binary};
    const std::string maps{std::istreambuf_iterator<char>{file}, {}};
    const rlim_t limit = raise_limit();
    std::size_t locked = 0;
    std::size_t left_out = 0;
    // After a stretch that is too large, a smaller one may still fit.
    for (const Stretch &stretch : stretches_needed(
             maps, {program.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))}))
        (lock(stretch) ? locked : left_out) += stretch.end - stretch.begin;
    constexpr std::size_t kib = 1024;
    const std::string most = limit == RLIM_INFINITY ? "none" : std::format("{} KiB", limit / kib);
    log::info(std::format(
        "of code and data {} KiB stay in memory once used, {} KiB may be dropped (the limit is {})",
        locked / kib, left_out / kib, most));
}

} // namespace headroom

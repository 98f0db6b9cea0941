// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "swap_advice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string_view>
#include <system_error>
#include <vector>

#include <glib/gi18n.h>

#include "failure.h"
#include "model/swaps.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr std::uint64_t kib = 1024;

std::optional<std::uint64_t> kib_number(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || number > UINT64_MAX / kib)
        return std::nullopt;
    return number * kib;
}

/// Bytes of a line of /proc/meminfo.
std::optional<std::uint64_t> memory_line(std::string_view meminfo, std::string_view name)
{
    for (const auto part : meminfo | std::views::split('\n')) {
        const std::string_view line{part};
        if (line.starts_with(name) && line.substr(name.size()).starts_with(':'))
            return kib_number(line.substr(name.size() + 1));
    }
    return std::nullopt;
}

/// The words of ID= and ID_LIKE=, the distribution itself first.
std::vector<std::string> distributions(std::string_view os_release)
{
    std::vector<std::string> words;
    for (const std::string_view key : {"ID=", "ID_LIKE="}) {
        for (const auto part : os_release | std::views::split('\n')) {
            std::string_view line{part};
            if (!line.starts_with(key))
                continue;
            std::string value{line.substr(key.size())};
            std::erase_if(value, [](char each) { return each == '"' || each == '\''; });
            for (const auto word : value | std::views::split(' '))
                words.emplace_back(std::string_view{word});
        }
    }
    return words;
}

struct Package {
    std::string_view distribution;
    const char *name;
    bool has_defaults; ///< it makes a device without being configured
};

constexpr std::array<Package, 6> packages{{
    {"debian", "systemd-zram-generator", true},
    {"ubuntu", "systemd-zram-generator", true},
    {"fedora", "zram-generator-defaults", true},
    {"arch", "zram-generator", false},
    {"suse", "zram-generator", false},
    {"opensuse", "zram-generator", false},
}};

Package package_for(std::string_view os_release)
{
    for (const std::string &name : distributions(os_release)) {
        const auto found = std::ranges::find(packages, name, &Package::distribution);
        if (found != packages.end())
            return *found;
    }
    return {"", "zram-generator", false};
}

std::string how_to_get_zram(std::string_view os_release)
{
    const Package package = package_for(os_release);
    if (package.has_defaults)
        // Translators: %s is the name of a package. zram is compressed swap in memory.
        return formatted(C_("doctor: a sentence",
                            "To have zram, install the package %s and restart the computer."),
                         package.name);
    // Translators: the name of a package, a line of text and a file.
    return formatted(C_("doctor: a sentence",
                        "To have zram, install the package %s, write the line %s to %s and "
                        "restart the computer."),
                     package.name, "[zram0]", "/etc/systemd/zram-generator.conf");
}

struct Amounts {
    std::uint64_t total = 0;
    std::uint64_t anonymous = 0; ///< in memory, and only swap could take it
};

std::optional<Amounts> amounts(std::string_view meminfo)
{
    const auto total = memory_line(meminfo, "MemTotal");
    const auto anonymous = memory_line(meminfo, "AnonPages");
    const auto shared = memory_line(meminfo, "Shmem");
    if (!total || !anonymous || !shared)
        return std::nullopt;
    return Amounts{*total, *anonymous + *shared};
}

std::string without_swap(const Amounts &memory)
{
    // Translators: amounts of memory, such as 3.1 GiB. zram is a name.
    return formatted(C_("doctor: a sentence",
                        "This computer has no swap. Of its %s of memory, %s can't be pushed "
                        "out, and a paused app keeps all that it has. With zram, such memory is "
                        "compressed, and usually takes a third of the room."),
                     bytes(memory.total).c_str(), bytes(memory.anonymous).c_str());
}

std::string with_disk_only(const Amounts &memory, const SwapAreas &disk)
{
    // Translators: amounts of memory, such as 3.1 GiB. zram is a name.
    return formatted(C_("doctor: a sentence",
                        "Swap is only on a disk: %s, of which %s are in use. When the %s "
                        "that are in memory (of %s) are pushed out, and when they are needed "
                        "again, apps wait for that disk. zram is much faster, since it compresses "
                        "them in memory. The disk can remain as second-choice swap."),
                     bytes(disk.size).c_str(), bytes(disk.used).c_str(),
                     bytes(memory.anonymous).c_str(), bytes(memory.total).c_str());
}

std::string text_of(const char *path)
{
    g_autofree char *text = nullptr;
    return g_file_get_contents(path, &text, nullptr, nullptr) ? text : "";
}

} // namespace

Finding swap_advice(const SwapTexts &texts)
{
    const auto swaps = parse_swaps(texts.swaps);
    const auto memory = amounts(texts.meminfo);
    // zswap compresses in memory, too, before anything is written to the disk.
    const bool zswap = texts.zswap.starts_with('Y') || texts.zswap.starts_with('1');
    if (!swaps || !memory || swaps->zram.size > 0 || (swaps->disk.size > 0 && zswap))
        return {};
    const std::string how = " " + how_to_get_zram(texts.os_release);
    return swaps->disk.size == 0 ? Finding{"no-swap", without_swap(*memory) + how}
                                 : Finding{"disk-only", with_disk_only(*memory, swaps->disk) + how};
}

SwapTexts swap_texts()
{
    const std::string os_release = text_of("/etc/os-release");
    return {.meminfo = text_of("/proc/meminfo"),
            .swaps = text_of("/proc/swaps"),
            .zswap = text_of("/sys/module/zswap/parameters/enabled"),
            .os_release = os_release.empty() ? text_of("/usr/lib/os-release") : os_release};
}

} // namespace headroom::ctl

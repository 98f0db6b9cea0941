// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/swaps.h"

#include <charconv>
#include <ranges>
#include <system_error>
#include <vector>

namespace headroom {

namespace {

std::optional<std::uint64_t> kib_number(std::string_view text)
{
    constexpr std::uint64_t kib = 1024;
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size() || number > UINT64_MAX / kib)
        return std::nullopt;
    return number * kib;
}

std::vector<std::string_view> fields_of(std::string_view line)
{
    std::vector<std::string_view> fields;
    for (const auto part : line | std::views::split(' ')) {
        for (const auto field : std::string_view{part} | std::views::split('\t')) {
            if (!std::string_view{field}.empty())
                fields.emplace_back(field);
        }
    }
    return fields;
}

/// "/dev/dm-0   partition   1000   20   -2", in KiB. Blanks in the name are escaped.
bool add_area(std::string_view line, Swaps &swaps)
{
    const auto fields = fields_of(line);
    if (fields.size() < 4)
        return false;
    const auto size = kib_number(fields[2]);
    const auto used = kib_number(fields[3]);
    if (!size || !used)
        return false;
    SwapAreas &areas = fields[0].starts_with("/dev/zram") ? swaps.zram : swaps.disk;
    areas.size += *size;
    areas.used += *used;
    return true;
}

} // namespace

std::optional<Swaps> parse_swaps(std::string_view text)
{
    if (!text.starts_with("Filename"))
        return std::nullopt;
    Swaps swaps;
    for (const auto part : text | std::views::split('\n') | std::views::drop(1)) {
        const std::string_view line{part};
        if (!line.empty() && !add_area(line, swaps))
            return std::nullopt;
    }
    return swaps;
}

} // namespace headroom

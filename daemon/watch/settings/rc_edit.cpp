// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/rc_edit.h"

#include "watch/settings/rc_file.h"

#include <algorithm>
#include <format>
#include <ranges>

namespace headroom {

namespace {

/// The newline of the line that ends there; empty at the end of a text without a last newline.
std::string_view line_end(std::string_view text, std::size_t end)
{
    const std::string_view before = text.substr(0, end);
    return before.ends_with("\r\n") ? "\r\n" : before.ends_with('\n') ? "\n" : "";
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end, std::string_view by)
{
    return std::string{text.substr(0, begin)} + std::string{by} + std::string{text.substr(end)};
}

} // namespace

std::string with_entry(std::string_view text, std::string_view group, std::string_view key,
                       std::string_view value)
{
    const RcFile file = parse_rc(text);
    const std::string line = std::format("{}={}", key, value);
    const auto backwards = file.entries | std::views::reverse;
    const auto entry = std::ranges::find_if(
        backwards, [&](const RcEntry &e) { return e.group == group && e.key == key; });
    if (entry != backwards.end()) // the last one counts
        return replaced(text, entry->begin, entry->end,
                        line + std::string{line_end(text, entry->end)});
    const auto sections = file.groups | std::views::reverse;
    const auto section = std::ranges::find(sections, group, &RcGroup::name);
    if (section != sections.end()) {
        const std::string_view ending = line_end(text, section->end);
        return replaced(text, section->end, section->end,
                        ending.empty() ? "\n" + line + "\n" : line + std::string{ending});
    }
    const std::string_view ending = line_end(text, text.size());
    const std::string_view newline = ending.empty() ? "\n" : ending;
    const std::string gap =
        text.empty() ? "" : std::string{ending.empty() ? newline : ""} + std::string{newline};
    return std::format("{}{}[{}]{}{}{}", text, gap, escaped_group(group), newline, line, newline);
}

std::string without_entry(std::string_view text, std::string_view group, std::string_view key)
{
    std::string result{text};
    for (const RcEntry &entry : parse_rc(text).entries | std::views::reverse) {
        if (entry.group == group && entry.key == key)
            result.erase(entry.begin, entry.end - entry.begin);
    }
    return result;
}

} // namespace headroom

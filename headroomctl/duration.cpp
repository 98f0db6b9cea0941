// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "duration.h"

#include <charconv>
#include <utility>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

constexpr std::pair<std::string_view, std::uint64_t> units[] = {
    {"s", 1}, {"sec", 1}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400},
};

std::optional<std::uint64_t> seconds_in(std::string_view unit)
{
    for (const auto &[name, seconds] : units) {
        if (unit == name)
            return seconds;
    }
    return std::nullopt;
}

void skip_blanks(std::string_view &text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

/// Removes the letters from the front of the text, and returns them.
std::string_view take_unit(std::string_view &text)
{
    std::size_t length = 0;
    while (length < text.size() && g_ascii_isalpha(text[length]))
        ++length;
    const std::string_view unit = text.substr(0, length);
    text.remove_prefix(length);
    return unit;
}

} // namespace

std::optional<std::uint64_t> parse_duration(std::string_view text)
{
    std::uint64_t total = 0;
    bool bare = false;
    skip_blanks(text);
    if (text.empty())
        return std::nullopt;
    while (!text.empty()) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc()
            || bare) // "5 3": a bare number must be the whole text, otherwise it is a mistake
            return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        skip_blanks(text);
        const std::string_view unit = take_unit(text);
        bare = unit.empty();
        const auto seconds = bare ? std::optional<std::uint64_t>(1) : seconds_in(unit);
        if (!seconds || !g_uint64_checked_mul(&number, number, *seconds * G_USEC_PER_SEC)
            || !g_uint64_checked_add(&total, total, number))
            return std::nullopt;
        skip_blanks(text);
    }
    return total == 0 ? std::nullopt : std::optional(total);
}

std::expected<std::uint64_t, Failure> duration_asked_for(const std::string &text)
{
    if (const auto microseconds = parse_duration(text))
        return *microseconds;
    // Translators: %s is what the user has typed; the three examples are understood in English
    // only.
    return wrong_usage(formatted(C_("error in the command line: a sentence",
                                    "\"%s\" is not a duration such as 90s, 5min or 1h."),
                                 text.c_str()));
}

} // namespace headroom::ctl

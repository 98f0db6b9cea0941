// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "size_argument.h"

#include <charconv>
#include <cmath>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

/// The power of two that a unit stands for.
std::optional<int> exponent_of(std::string_view unit)
{
    constexpr std::string_view letters = "KMGT";
    constexpr int bits_each = 10;
    if (unit.empty() || unit == "B")
        return 0;
    const std::string_view rest = unit.substr(1);
    const std::size_t place = letters.find(g_ascii_toupper(unit.front()));
    if (place == std::string_view::npos || !(rest.empty() || rest == "B" || rest == "iB"))
        return std::nullopt;
    return bits_each * (static_cast<int>(place) + 1);
}

} // namespace

std::optional<std::uint64_t> parse_size(std::string_view text)
{
    double number = 0;
    // "fixed": "1e9", "inf" and "0x1" are mistakes rather than sizes.
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || !g_ascii_isdigit(text.front()))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(' '))
        text.remove_prefix(1);
    const auto exponent = exponent_of(text);
    if (!exponent)
        return std::nullopt;
    const double bytes = std::ldexp(number, *exponent);
    constexpr double too_many = 9e18; // below 2^63, so that sums of two don't overflow
    if (!(bytes >= 1 && bytes < too_many))
        return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
}

std::expected<std::uint64_t, Failure> size_asked_for(const std::string &text)
{
    if (const auto bytes = parse_size(text))
        return *bytes;
    // Translators: %s is what the user has typed; the two examples are understood in any language.
    return wrong_usage(formatted(C_("error in the command line: a sentence",
                                    "\"%s\" is not an amount of memory such as 512M or 2G."),
                                 text.c_str()));
}

} // namespace headroom::ctl

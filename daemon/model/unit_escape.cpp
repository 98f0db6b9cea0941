// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"

#include <algorithm>
#include <cstddef>

namespace headroom {

namespace {

using namespace std::string_view_literals;

constexpr std::optional<unsigned> hex_value(char c)
{
    if (is_digit(c))
        return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f')
        return static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return static_cast<unsigned>(c - 'A') + 10;
    return std::nullopt;
}

constexpr bool continues_character(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

// The number of bytes of the UTF-8 character at the beginning of the text; 0 if there is none.
// Strict, as GLib and D-Bus are: only the shortest form, no surrogates, nothing above U+10FFFF.
std::size_t character_length(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (text.size() < length
        || !std::ranges::all_of(text.substr(1, length - 1), continues_character))
        return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool broken = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)
        || (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f);
    return broken ? 0 : length;
}

/// Whether the character, which is complete, ends a line or controls a terminal (C0 and C1
/// controls, U+2028, U+2029), or changes the direction of the text beside it (U+061C, U+200E,
/// U+200F, U+202A to U+202E, U+2066 to U+2069).
bool reaches_beyond_itself(std::string_view character)
{
    const auto byte = [character](std::size_t i) {
        return static_cast<unsigned char>(character[i]);
    };
    if (character.size() == 1)
        return byte(0) < 0x20 || byte(0) == 0x7f;
    if (character.size() == 2)
        return (byte(0) == 0xc2 && byte(1) < 0xa0) || character == "\u061c"sv;
    if (character.size() != 3 || byte(0) != 0xe2)
        return false;
    if (byte(1) == 0x80)
        return byte(2) == 0x8e || byte(2) == 0x8f || (byte(2) >= 0xa8 && byte(2) <= 0xae);
    return byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
}

} // namespace

bool usable_app_id(std::string_view id)
{
    if (id.empty() || id.size() > longest_app_id)
        return false;
    while (!id.empty()) {
        const auto length = character_length(id);
        if (length == 0 || id.front() == '/' || reaches_beyond_itself(id.substr(0, length)))
            return false;
        id.remove_prefix(length);
    }
    return true;
}

std::optional<std::string> unescape_unit_field(std::string_view escaped)
{
    std::string plain;
    plain.reserve(escaped.size());
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        char c = escaped[i];
        if (c == '\\') {
            if (escaped.size() - i < 4 || escaped[i + 1] != 'x')
                return std::nullopt;
            const auto high = hex_value(escaped[i + 2]);
            const auto low = hex_value(escaped[i + 3]);
            if (!high || !low)
                return std::nullopt;
            c = static_cast<char>(*high * 16 + *low);
            i += 3;
        }
        if (c == '\0')
            return std::nullopt;
        plain += c;
    }
    return plain;
}

std::string escape_unit_field(std::string_view plain)
{
    constexpr auto digits = "0123456789abcdef"sv;
    std::string escaped;
    escaped.reserve(plain.size());
    for (const char c : plain) {
        if (stays_unescaped(c) && !(c == '.' && escaped.empty())) {
            escaped += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        escaped += "\\x"sv;
        escaped += digits[byte >> 4U];
        escaped += digits[byte & 0xfU];
    }
    return escaped;
}

} // namespace headroom

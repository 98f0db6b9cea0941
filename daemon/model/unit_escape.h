// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Longer than any unit's name can carry.
inline constexpr std::size_t longest_app_id = 255;

// Not <cctype>: what may stand in a unit's name must not depend on the locale.
[[nodiscard]] constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// Stands in a unit name's field as it is; all else is written \xNN.
[[nodiscard]] constexpr bool stays_unescaped(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '_'
        || c == '.';
}

/// Undoes systemd's \xNN. nullopt on a broken escape, or on a NUL, written out or escaped.
[[nodiscard]] std::optional<std::string> unescape_unit_field(std::string_view escaped);

/// systemd's escaping for one field of a unit name: [A-Za-z0-9:_.] stay, all else (and a leading ".") becomes \xNN.
[[nodiscard]] std::string escape_unit_field(std::string_view plain);

/// Whether this can stand as an application id. Anybody may put anything into a unit's name by escapes, and ids go out on D-Bus
/// (which takes valid UTF-8 only), become file names and stand in the middle of sentences: so UTF-8, no control characters, none that turn the line, no
/// "/", neither empty nor over 255 bytes.
[[nodiscard]] bool usable_app_id(std::string_view id);

} // namespace headroom

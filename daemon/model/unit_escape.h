// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Longer than any id that fits into a unit's name.
inline constexpr std::size_t longest_app_id = 255;

// Not <cctype>: which characters a unit's name may have must not depend on the locale.
[[nodiscard]] constexpr bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// The character stays as it is in a field of a unit's name. All others become \xNN.
[[nodiscard]] constexpr bool stays_unescaped(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '_'
        || c == '.';
}

/// Undoes systemd's \xNN. nullopt: an escape is broken, or there is a NUL, escaped or not.
[[nodiscard]] std::optional<std::string> unescape_unit_field(std::string_view escaped);

/// systemd's escaping for one field of a unit name: [A-Za-z0-9:_.] stay, all others (and a leading
/// ".") become \xNN.
[[nodiscard]] std::string escape_unit_field(std::string_view plain);

/// Whether this can be an app id. By escapes, any program can put any bytes into a unit's name. Ids
/// go out on D-Bus (which takes only valid UTF-8), become file names and are put into sentences. So
/// an id must be UTF-8 without "/", control characters and characters that change the writing
/// direction, and have 1 to 255 bytes.
[[nodiscard]] bool usable_app_id(std::string_view id);

} // namespace headroom

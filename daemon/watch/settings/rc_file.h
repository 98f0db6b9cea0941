// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// KConfig's ini text. GKeyFile refuses a whole file for one `[A][B]`, `[$i]` or `key[$e]=`, so
/// this parser follows KConfig's rules:
///
/// - A blank line, or one that begins with "#", is ignored. Space around lines, keys and values
///   doesn't count; CR is space.
/// - [Group]; the rest of the line doesn't count. [A][B] is the group "A\x1dB". [Group][$i] fixes
///   the group against files of higher precedence, [$i] alone fixes everything.
/// - key=value. Escapes: \s (space) \t \n \r \\ \xNN; any other backslash stands for itself.
/// - key[$i] fixes the key against files of higher precedence. key[$d], with or without "=",
///   deletes the value of files of lower precedence. key[$e] would have KConfig expand variables
///   and run commands; here the value stays as it is. They combine: key[$di].
/// - key[de] is a German translation. Nothing of ours is translated, so it is skipped.
///
/// No text is refused. What makes no sense is skipped, and reported as a mistake.
namespace headroom {

struct RcEntry {
    std::string group;
    std::string key;
    std::optional<std::string> value; ///< nullopt: deleted, or there is no "="
    std::size_t line = 0; ///< from 1
    std::size_t begin = 0, end = 0; ///< the bytes of that line, including its end
    bool immutable = false;
    bool deleted = false;
};

struct RcGroup {
    std::string name;
    std::size_t end = 0; ///< after the section's last line with an entry
    bool immutable = false;
};

struct RcMistake {
    std::size_t line = 0;
    std::string sentence;
};

struct RcFile {
    std::vector<RcEntry> entries;
    std::vector<RcGroup> groups; ///< each section; a name may occur twice
    std::vector<RcMistake> mistakes;
    bool immutable = false;
};

[[nodiscard]] RcFile parse_rc(std::string_view text);

/// In the form that belongs between "[" and "]".
[[nodiscard]] std::string escaped_group(std::string_view name);

} // namespace headroom

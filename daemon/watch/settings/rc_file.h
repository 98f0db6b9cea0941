// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// KConfig's ini text. GKeyFile refuses a whole file for one `[A][B]`, `[$i]` or `key[$e]=`, so this reads it, with KConfig's rules:
///
/// - A line that is blank, or begins with "#", says nothing. Space around lines, keys and values doesn't count; CR is space.
/// - [Group], and what stands behind it doesn't count; [A][B] is the group "A\x1dB". [Group][$i] bars files of more weight from the group, [$i] alone
///   from everything.
/// - key=value. Escapes: \s (space) \t \n \r \\ \xNN; any other backslash stands for itself.
/// - key[$i] bars files of more weight from the key; key[$d], with or without "=", takes away what files of less weight say; key[$e] would have
///   KConfig expand variables and run commands: here the value is taken as it stands. They combine: key[$di].
/// - key[de] is for readers of German; nothing of ours is translated, so it is passed over.
///
/// No text is refused; what can't be understood is passed over and named.
namespace headroom {

struct RcEntry {
    std::string group;
    std::string key;
    std::optional<std::string> value; ///< nullopt: deleted, or there is no "="
    std::size_t line = 0; ///< from 1
    std::size_t begin = 0, end = 0; ///< the bytes of that line, with what ends it
    bool immutable = false;
    bool deleted = false;
};

struct RcGroup {
    std::string name;
    std::size_t end = 0; ///< behind the last line of the section that says something
    bool immutable = false;
};

struct RcMistake {
    std::size_t line = 0;
    std::string sentence;
};

struct RcFile {
    std::vector<RcEntry> entries;
    std::vector<RcGroup> groups; ///< each section; a name may come twice
    std::vector<RcMistake> mistakes;
    bool immutable = false;
};

[[nodiscard]] RcFile parse_rc(std::string_view text);

/// As it has to stand between "[" and "]".
[[nodiscard]] std::string escaped_group(std::string_view name);

} // namespace headroom

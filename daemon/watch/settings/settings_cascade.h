// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"
#include "watch/settings/rc_file.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headroom {

struct SettingsLayer {
    std::string path;
    RcFile file;
};

/// What several files of different weight make together.
struct Settings {
    struct Value {
        std::string text; ///< canonical
        std::string path; ///< the file that says so
    };
    std::map<std::string, Value> values; ///< by name; what isn't among them has its default
    std::map<std::string, std::string>
        fixed; ///< names that files of more weight can't change → the file that says so
    std::map<std::string, std::string> fixed_groups; ///< the same for groups
    std::string fixed_by; ///< the file that bars all others; empty: none does
    std::vector<std::string> complaints; ///< with file and line

    /// The file that keeps a setting from being changed by the user; empty: none does.
    [[nodiscard]] std::string fixed_where(const std::string &name) const;
    /// The value in force, canonical.
    [[nodiscard]] std::string value(const std::string &name) const;
    /// All that differ from the defaults, sorted by name.
    [[nodiscard]] std::vector<Setting> differing() const;
};

/// layers: the one of least weight first. last: what was in force before, nullptr if nothing was. A value that makes no sense leaves what was in
/// force; so does, for what it no longer says, a file with a line that can't be understood: it may have been said in that line.
[[nodiscard]] Settings cascade(std::span<const SettingsLayer> layers, const Settings *last);

} // namespace headroom

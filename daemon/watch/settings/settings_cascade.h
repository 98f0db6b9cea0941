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

/// The combination of several files of different precedence.
struct Settings {
    struct Value {
        std::string text; ///< canonical
        std::string path; ///< the file that sets it
    };
    std::map<std::string, Value> values; ///< by name; any other setting has its default
    /// Names that files of higher precedence can't change → the file that fixes them.
    std::map<std::string, std::string> fixed;
    std::map<std::string, std::string> fixed_groups; ///< the same for groups
    std::string fixed_by; ///< the file that fixes everything; empty: none
    std::vector<std::string> complaints; ///< with file and line

    /// The file that keeps the user from changing a setting; empty: none.
    [[nodiscard]] std::string fixed_where(const std::string &name) const;
    /// The value in force, canonical.
    [[nodiscard]] std::string value(const std::string &name) const;
    /// All that differ from the defaults, and all rules, sorted by name.
    [[nodiscard]] std::vector<Setting> differing() const;
};

/// layers: lowest precedence first. last: the settings in force so far, or nullptr. A value that
/// makes no sense leaves the last one in force. If a file has a line that makes no sense, what the
/// file no longer sets stays as well: that line may have set it.
[[nodiscard]] Settings cascade(std::span<const SettingsLayer> layers, const Settings *last);

} // namespace headroom

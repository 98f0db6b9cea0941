// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/event.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class SettingKind { Flag, Whole, Number, Word };

/// One entry of settings/headroom.kcfg.
struct SettingSchema {
    std::string_view name; ///< "Pressure/Response"
    SettingKind kind{};
    std::string_view usual;    ///< the default
    double least = 0, most = 0; ///< of Whole and Number
    std::string_view words;    ///< of Word, with "|" between them
};

[[nodiscard]] std::span<const SettingSchema> settings_schema();
/// nullptr: there is no such setting. It finds an app's rule, too: "App-ID/Rule".
[[nodiscard]] const SettingSchema *find_setting(std::string_view name);
/// "App-org.kde.kate/Rule" → "org.kde.kate", which may also be a pattern, "org.kde.*". Empty: the
/// name is not that of a rule.
[[nodiscard]] std::string_view app_of_rule(std::string_view name);
/// The opposite.
[[nodiscard]] std::string rule_of(std::string_view app);

/// The value in its one written form ("On" → "true", "07" → "7"), so that equal values compare
/// equal. nullopt: it is invalid.
[[nodiscard]] std::optional<std::string> canonical(const Setting &setting);
/// Why the setting is invalid, as a sentence. nullopt: it is valid.
[[nodiscard]] std::optional<std::string> wrong(const Setting &setting);

/// Every setting of the schema with its value, in the order of the schema. Then the rules among
/// those given.
[[nodiscard]] std::vector<Setting> with_defaults(std::span<const Setting> settings);

/// The configuration from these settings. The others have their defaults. Invalid values are
/// ignored: the reader of the files reports them.
[[nodiscard]] Config config_from(std::span<const Setting> settings);

} // namespace headroom

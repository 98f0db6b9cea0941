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
/// nullptr: there is no such setting. Knows each app's rule, too: "App-ID/Rule".
[[nodiscard]] const SettingSchema *find_setting(std::string_view name);
/// "App-org.kde.kate/Rule" → "org.kde.kate". Empty: that is no name of an app's rule.
[[nodiscard]] std::string_view app_of_rule(std::string_view name);

/// The value as it is written everywhere ("On" → "true", "07" → "7"), so that equal ones are equal. nullopt: it makes no sense.
[[nodiscard]] std::optional<std::string> canonical(const Setting &setting);
/// What is wrong with it, as a sentence. nullopt: nothing.
[[nodiscard]] std::optional<std::string> wrong(const Setting &setting);

/// Every setting of the schema with its value, and the rules among those given; sorted as the schema is, rules behind it.
[[nodiscard]] std::vector<Setting> with_defaults(std::span<const Setting> settings);

/// The configuration that these settings make; what isn't among them has its default. A value that makes no sense is as if it weren't there:
/// whoever reads the files says so, this function doesn't.
[[nodiscard]] Config config_from(std::span<const Setting> settings);

} // namespace headroom

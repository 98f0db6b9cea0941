// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/settings.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// The value of a setting, in the member of its kind.
struct SettingValue {
    bool flag = false;
    double number = 0;
    std::string_view word; ///< one of the words of its schema, which it refers to
};

/// nullopt: the schema does not allow this text.
[[nodiscard]] std::optional<SettingValue> parse_setting(std::string_view text,
                                                        const SettingSchema &schema);

/// The text that parse_setting() reads as this value. Equal values give equal texts.
[[nodiscard]] std::string written(const SettingValue &value, SettingKind kind);

/// Which texts the schema allows, to end a sentence: "true or false".
[[nodiscard]] std::string must_be(const SettingSchema &schema);

} // namespace headroom

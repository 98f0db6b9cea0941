// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Changes an entry of KConfig's ini text. All other bytes are not touched: comments, order,
/// spelling, foreign keys.
namespace headroom {

/// The value must need no escaping.
[[nodiscard]] std::string with_entry(std::string_view text, std::string_view group,
                                     std::string_view key, std::string_view value);

/// Removes the key wherever it is in that group, except translations. The group's header stays.
[[nodiscard]] std::string without_entry(std::string_view text, std::string_view group,
                                        std::string_view key);

} // namespace headroom

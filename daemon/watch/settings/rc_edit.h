// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Changes to KConfig's ini text that leave every other byte of it alone: comments, order, spelling, other people's keys.
namespace headroom {

/// The value must need no escaping.
[[nodiscard]] std::string with_entry(std::string_view text, std::string_view group,
                                     std::string_view key, std::string_view value);

/// Takes the key away wherever it stands in that group, translations excepted. The group's header stays.
[[nodiscard]] std::string without_entry(std::string_view text, std::string_view group,
                                        std::string_view key);

} // namespace headroom

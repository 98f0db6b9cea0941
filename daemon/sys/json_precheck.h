// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// What json-glib must not get to see, as a sentence without an end: it recurses once a level, takes comments and other things that JSON has not, and
/// cuts text at a NUL. nullopt: let it read. deepest: how many levels there may be; the default is enough for an event (five) and a window report (three).
[[nodiscard]] std::optional<std::string> problem_before_json_glib(std::string_view text,
                                                                  int deepest = 8);

} // namespace headroom

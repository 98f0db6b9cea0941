// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// What json-glib must not parse, as the rest of a sentence. json-glib recurses once per level,
/// accepts comments and other things that JSON does not have, and cuts text at a NUL. nullopt: it
/// may parse the text. deepest: the allowed nesting.
[[nodiscard]] std::optional<std::string> problem_before_json_glib(std::string_view text,
                                                                  int deepest);

} // namespace headroom

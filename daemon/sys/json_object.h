// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <cstdint>
#include <json-glib/json-glib.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Access to other programs' JSON. A member that is missing, or of another type, is unknown.
namespace headroom {

struct JsonDocument {
    ObjectPtr<JsonParser> parser;
    JsonNode *root = nullptr; ///< never null
};

[[nodiscard]] Result<JsonDocument> parse_json(std::string_view text);

/// nullptr: the node is no object.
[[nodiscard]] JsonObject *object_of(JsonNode *node);
[[nodiscard]] JsonObject *object_member(JsonObject *object, const char *name);
/// The objects in an array. Empty if the node is no array.
[[nodiscard]] std::vector<JsonObject *> objects_of(JsonNode *node);
[[nodiscard]] std::vector<JsonObject *> objects_member(JsonObject *object, const char *name);
[[nodiscard]] std::string text_member(JsonObject *object, const char *name); ///< empty: none
[[nodiscard]] std::optional<std::int64_t> number_member(JsonObject *object, const char *name);
/// Also false if there is no such member.
[[nodiscard]] bool truth_member(JsonObject *object, const char *name);

} // namespace headroom

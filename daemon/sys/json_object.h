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

/// What others' JSON says, with everything that isn't there, or is of another type, unknown.
namespace headroom {

struct JsonDocument {
    ObjectPtr<JsonParser> parser;
    JsonNode *root = nullptr; ///< never null
};

[[nodiscard]] Result<JsonDocument> parse_json(std::string_view text);

[[nodiscard]] JsonObject *object_of(JsonNode *node); ///< nullptr: it is none
[[nodiscard]] JsonObject *object_member(JsonObject *object, const char *name);
[[nodiscard]] std::vector<JsonObject *>
objects_of(JsonNode *node); ///< of an array; empty if it is none
[[nodiscard]] std::vector<JsonObject *> objects_member(JsonObject *object, const char *name);
[[nodiscard]] std::string text_member(JsonObject *object, const char *name); ///< empty: none
[[nodiscard]] std::optional<std::int64_t> number_member(JsonObject *object, const char *name);
[[nodiscard]] bool truth_member(JsonObject *object, const char *name); ///< false: none, too

} // namespace headroom

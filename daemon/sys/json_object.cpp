// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/json_object.h"

#include "sys/json_precheck.h"
#include "sys/valid_text.h"

namespace headroom {

namespace {

JsonNode *member(JsonObject *object, const char *name)
{
    return object ? json_object_get_member(object, name) : nullptr;
}

} // namespace

Result<JsonDocument> parse_json(std::string_view text)
{
    // A container tree (i3, sway) nests two levels for each split of the screen.
    constexpr int deepest = 128;
    if (const auto problem = problem_before_json_glib(text, deepest))
        return error(ErrorKind::BadInput, *problem);
    JsonDocument document{ObjectPtr<JsonParser>{json_parser_new()}};
    const CharPtr valid = valid_text(text); // titles of X11 windows may be any bytes
    if (!json_parser_load_from_data(document.parser.get(), valid.get(), -1, nullptr))
        return error(ErrorKind::BadInput, "it is no JSON");
    document.root = json_parser_get_root(document.parser.get());
    if (!document.root)
        return error(ErrorKind::BadInput, "it is empty");
    return document;
}

JsonObject *object_of(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : nullptr;
}

JsonObject *object_member(JsonObject *object, const char *name)
{
    return object_of(member(object, name));
}

std::vector<JsonObject *> objects_of(JsonNode *node)
{
    std::vector<JsonObject *> objects;
    if (!node || !JSON_NODE_HOLDS_ARRAY(node))
        return objects;
    JsonArray *array = json_node_get_array(node);
    for (guint i = 0; i < json_array_get_length(array); ++i) {
        if (JsonObject *object = object_of(json_array_get_element(array, i)))
            objects.push_back(object);
    }
    return objects;
}

std::vector<JsonObject *> objects_member(JsonObject *object, const char *name)
{
    return objects_of(member(object, name));
}

std::string text_member(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name);
    return node && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node)
                                                                   : "";
}

std::optional<std::int64_t> number_member(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name);
    return node && json_node_get_value_type(node) == G_TYPE_INT64
        ? std::optional<std::int64_t>{json_node_get_int(node)}
        : std::nullopt;
}

bool truth_member(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name);
    return node && json_node_get_value_type(node) == G_TYPE_BOOLEAN
        && json_node_get_boolean(node) != FALSE;
}

} // namespace headroom

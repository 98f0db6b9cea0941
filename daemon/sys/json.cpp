// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/json.h"

#include "sys/json_precheck.h"
#include "sys/valid_text.h"

#include <format>
#include <utility>

namespace headroom {

namespace {

constexpr int deepest_of_ours = 8;
/// A container tree (i3, sway) nests two levels for each split of the screen.
constexpr int deepest_of_compositors = 128;

std::unexpected<Error> bad(std::string sentence)
{
    return error(ErrorKind::BadInput, std::move(sentence));
}

Result<JsonDocument> parse(std::string_view text)
{
    // Not an immutable parser: in json-glib 1.10 that aborts on two values in a text.
    JsonDocument document{ObjectPtr<JsonParser>{json_parser_new()}, JsonValue{}};
    GErrorOut problem;
    if (!json_parser_load_from_data(document.parser.get(), text.data(),
                                    static_cast<gssize>(text.size()), problem.out()))
        return bad(std::format("it is no JSON: {}", problem->message));
    document.root = JsonValue{json_parser_get_root(document.parser.get())};
    return document;
}

} // namespace

bool JsonValue::holds(GType type) const
{
    return m_node && json_node_get_value_type(m_node) == type;
}

std::unexpected<Error> JsonValue::bad_type(const char *what) const
{
    return bad(m_node ? what : "is missing");
}

bool JsonValue::is_null() const
{
    return m_node && json_node_is_null(m_node) != FALSE;
}

JsonValue JsonValue::operator[](const char *name) const
{
    return m_node && JSON_NODE_HOLDS_OBJECT(m_node)
        ? JsonValue{json_object_get_member(json_node_get_object(m_node), name)}
        : JsonValue{};
}

Result<JsonValue> JsonValue::object() const
{
    if (!m_node || !JSON_NODE_HOLDS_OBJECT(m_node))
        return bad_type("is no object");
    return *this;
}

Result<JsonValue::List> JsonValue::list() const
{
    if (!m_node || !JSON_NODE_HOLDS_ARRAY(m_node))
        return bad_type("is no list");
    JsonArray *const array = json_node_get_array(m_node);
    List values(json_array_get_length(array));
    for (guint i = 0; i < values.size(); ++i)
        values[i] = JsonValue{json_array_get_element(array, i)};
    return values;
}

Result<std::string> JsonValue::text() const
{
    if (!holds(G_TYPE_STRING))
        return bad_type("is no text");
    return json_node_get_string(m_node);
}

Result<bool> JsonValue::boolean() const
{
    if (!holds(G_TYPE_BOOLEAN))
        return bad_type("is neither true nor false");
    return json_node_get_boolean(m_node) != FALSE;
}

Result<double> JsonValue::number() const
{
    if (!holds(G_TYPE_INT64) && !holds(G_TYPE_DOUBLE))
        return bad_type("is no number");
    return json_node_get_double(m_node);
}

Result<std::int64_t> JsonValue::whole_number() const
{
    if (!holds(G_TYPE_INT64))
        return bad_type("is no whole number");
    return json_node_get_int(m_node);
}

Result<std::int64_t> JsonValue::whole_number(std::int64_t most) const
{
    const auto number = whole_number();
    if (number && (*number < 0 || *number > most))
        return bad(std::format("is no number from 0 to {}", most));
    return number;
}

Result<JsonDocument> parse_json(std::string_view text)
{
    if (auto problem = problem_before_json_glib(text, deepest_of_ours))
        return bad(std::move(*problem));
    return parse(text);
}

Result<JsonDocument> parse_json_of_compositor(std::string_view text)
{
    if (auto problem = problem_before_json_glib(text, deepest_of_compositors))
        return bad(std::move(*problem));
    auto document = parse(valid_text(text).get());
    if (!document) // json-glib's message may quote a window's title
        return bad("it is no JSON");
    return document;
}

} // namespace headroom

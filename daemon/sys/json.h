// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <cstdint>
#include <json-glib/json-glib.h>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A value in a JsonDocument, which must outlive it. The value may be missing. A conversion to a
/// type that the value does not have fails with BadInput. Its sentence lacks the subject, which the
/// caller adds: "is missing", "is no text".
class JsonValue {
public:
    using List = std::vector<JsonValue>;

    JsonValue() = default;
    explicit JsonValue(JsonNode *node) : m_node(node) {}

    [[nodiscard]] bool is_missing() const { return m_node == nullptr; }
    [[nodiscard]] bool is_null() const; ///< it is there, and null
    /// A member. It is also missing if this is no object.
    [[nodiscard]] JsonValue operator[](const char *name) const;

    [[nodiscard]] Result<JsonValue> object() const; ///< this value
    [[nodiscard]] Result<List> list() const;
    [[nodiscard]] Result<std::string> text() const;
    [[nodiscard]] Result<bool> boolean() const;
    [[nodiscard]] Result<double> number() const;
    /// json-glib turns a number beyond 64 bits into its largest one.
    [[nodiscard]] Result<std::int64_t> whole_number() const;
    /// From 0 to `most`.
    [[nodiscard]] Result<std::int64_t> whole_number(std::int64_t most) const;

private:
    [[nodiscard]] bool holds(GType type) const;
    [[nodiscard]] std::unexpected<Error> bad_type(const char *what) const;

    JsonNode *m_node = nullptr;
};

struct JsonDocument {
    ObjectPtr<JsonParser> parser;
    JsonValue root; ///< missing if the text is empty, no object if it holds several values
};

/// Text in our own formats, as deep as a window report (three) or an event (five). BadInput: the
/// rest of a sentence about the text.
[[nodiscard]] Result<JsonDocument> parse_json(std::string_view text);
/// What a compositor sends about windows. Titles of X11 windows may be any bytes, and a tree of
/// containers may be deep.
[[nodiscard]] Result<JsonDocument> parse_json_of_compositor(std::string_view text);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "line_mutator.h"

#include "sys/glib_ptr.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <json-glib/json-glib.h>
#include <limits>
#include <sstream>

namespace headroom {

namespace {

struct FreeNode {
    void operator()(JsonNode *node) const { json_node_unref(node); }
};
using NodePtr = std::unique_ptr<JsonNode, FreeNode>;

/// A place for a value: a member, or an element of the array that a member is.
struct Slot {
    std::string name; ///< the member's name
    JsonNode *value;
    std::function<void(JsonNode *)> put; ///< takes ownership of the node
};

void collect(JsonNode *node, const std::string &name, std::vector<Slot> &slots)
{
    if (JSON_NODE_HOLDS_OBJECT(node)) {
        JsonObject *object = json_node_get_object(node);
        GList *members = json_object_get_members(object);
        for (GList *each = members; each; each = each->next) {
            const std::string member = static_cast<const char *>(each->data);
            JsonNode *value = json_object_get_member(object, member.c_str());
            slots.push_back({member, value, [object, member](JsonNode *other) {
                                 json_object_set_member(object, member.c_str(), other);
                             }});
            collect(value, member, slots);
        }
        g_list_free(members);
    } else if (JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);
        for (guint i = 0; i < json_array_get_length(array); ++i)
            collect(json_array_get_element(array, i), name, slots);
    }
}

NodePtr parsed(const std::string &line)
{
    return NodePtr{json_from_string(line.c_str(), nullptr)};
}

JsonNode *number(std::int64_t value)
{
    return json_node_init_int(json_node_alloc(), value);
}

JsonNode *text(const std::string &value)
{
    return json_node_init_string(json_node_alloc(), value.c_str());
}

/// Sums wrap. They make little sense, but an overflow is an edge case, too.
JsonNode *another_number(std::int64_t value, std::size_t choice)
{
    const auto bits = static_cast<std::uint64_t>(value);
    const std::array<std::uint64_t, 8> others{
        0, 1, bits + 1, bits - 1, bits * 2, bits / 2, (std::uint64_t{1} << 53U) - 1, ~bits + 1};
    return number(static_cast<std::int64_t>(others.at(choice % others.size())));
}

bool is_digits(const std::string &value)
{
    return !value.empty() && value.size() < 20
        && std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
}

/// Recordings write unsigned numbers as text.
JsonNode *another_text(const std::string &value, std::size_t choice)
{
    if (is_digits(value)) {
        const std::uint64_t bits = std::stoull(value);
        const std::array<std::uint64_t, 6> others{
            0, bits + 1, bits - 1, bits * 2, bits / 2, std::numeric_limits<std::uint64_t>::max()};
        return text(std::to_string(others.at(choice % others.size())));
    }
    const std::array<std::string, 4> others{"", value + "x", value.substr(value.size() / 2),
                                            value.substr(0, value.size() / 2)};
    return text(others.at(choice % others.size()));
}

JsonNode *another_array(JsonNode *value, std::size_t choice)
{
    JsonNode *copy = json_node_alloc();
    JsonArray *array = json_array_new();
    JsonArray *old = json_node_get_array(value);
    const guint length = json_array_get_length(old);
    for (guint i = 0; i < length; ++i) {
        if (choice % 2 == 0 && i == choice / 2 % length)
            continue;
        json_array_add_element(array, json_node_copy(json_array_get_element(old, i)));
        if (choice % 2 == 1 && i == choice / 2 % length)
            json_array_add_element(array, json_node_copy(json_array_get_element(old, i)));
    }
    json_node_init_array(copy, array);
    json_array_unref(array);
    return copy;
}

/// Returns nullptr for an object: objects of other lines are better replacements.
JsonNode *another(JsonNode *value, std::size_t choice)
{
    if (JSON_NODE_HOLDS_ARRAY(value))
        return another_array(value, choice);
    if (!JSON_NODE_HOLDS_VALUE(value))
        return nullptr;
    switch (json_node_get_value_type(value)) {
    case G_TYPE_INT64: return another_number(json_node_get_int(value), choice);
    case G_TYPE_STRING: return another_text(json_node_get_string(value), choice);
    case G_TYPE_BOOLEAN:
        return json_node_init_boolean(json_node_alloc(), !json_node_get_boolean(value));
    default: return nullptr;
    }
}

} // namespace

void LineMutator::change_value()
{
    std::string &line = m_lines[below(m_lines.size())];
    const NodePtr root = parsed(line);
    std::vector<Slot> slots;
    if (root)
        collect(root.get(), {}, slots);
    std::erase_if(slots, [](const Slot &slot) { return slot.name == "event"; });
    if (slots.empty())
        return;
    const Slot &slot = slots[below(slots.size())];
    JsonNode *instead = nullptr;
    const std::size_t how = below(8);
    if (how == 0) {
        instead = json_node_init_null(json_node_alloc());
    } else if (how < 3) {
        instead = another(slot.value, below(64));
    } else {
        const NodePtr donor = parsed(m_lines[below(m_lines.size())]);
        std::vector<Slot> theirs;
        if (donor)
            collect(donor.get(), {}, theirs);
        std::erase_if(theirs, [&](const Slot &each) { return each.name != slot.name; });
        if (!theirs.empty())
            instead = json_node_copy(theirs[below(theirs.size())].value);
    }
    if (!instead)
        return;
    slot.put(instead);
    const CharPtr written{json_to_string(root.get(), FALSE)};
    line = written.get();
}

void LineMutator::mutate()
{
    if (m_lines.empty())
        return;
    const auto at = [&](std::size_t place) {
        return m_lines.begin() + static_cast<std::ptrdiff_t>(place);
    };
    const std::size_t from = below(m_lines.size());
    switch (below(12)) {
    case 0: m_lines.erase(at(from)); break;
    case 1: m_lines.insert(at(below(m_lines.size() + 1)), std::string{m_lines[from]}); break;
    case 2: std::swap(m_lines[from], m_lines[below(m_lines.size())]); break;
    case 3: {
        std::string line = std::move(m_lines[from]);
        m_lines.erase(at(from));
        m_lines.insert(at(below(m_lines.size() + 1)), std::move(line));
        break;
    }
    default: change_value(); break;
    }
}

void LineMutator::cross(const std::vector<std::string> &other)
{
    if (other.empty())
        return;
    const std::size_t first = below(other.size());
    const std::size_t count = 1 + below(std::min<std::size_t>(8, other.size() - first));
    const auto at = m_lines.begin() + static_cast<std::ptrdiff_t>(below(m_lines.size() + 1));
    m_lines.insert(at, other.begin() + static_cast<std::ptrdiff_t>(first),
                   other.begin() + static_cast<std::ptrdiff_t>(first + count));
}

std::vector<std::string> as_lines(const char *data, std::size_t size)
{
    std::vector<std::string> lines;
    std::istringstream in{std::string(data, size)};
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::string as_text(const std::vector<std::string> &lines, std::size_t most)
{
    std::string text;
    for (const std::string &line : lines) {
        if (text.size() + line.size() + 1 <= most)
            text += line + '\n';
    }
    return text;
}

} // namespace headroom

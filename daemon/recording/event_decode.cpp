// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/event_json.h"
#include "recording/event_members.h"
#include "sys/glib_ptr.h"
#include "sys/json_precheck.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <format>
#include <json-glib/json-glib.h>
#include <limits>
#include <type_traits>
#include <utility>

namespace headroom {

namespace {

using recording::each_member;
using recording::Listed;
using recording::Members;

/// Reads values of all types that members of events have. The first failure leaves its sentence in
/// problem().
class Decoder {
public:
    [[nodiscard]] const std::string &problem() const { return m_problem; }

    template<typename T>
    bool member(JsonObject *object, const char *name, T &value, const std::string &above = {})
    {
        const std::string where = above.empty() ? name : above + "." + name;
        JsonNode *node = json_object_get_member(object, name);
        return node ? get(node, value, where) : fail(where, "is missing");
    }

    template<Listed T> bool members_of(JsonObject *object, T &what, const std::string &above = {})
    {
        return each_member<T>([&](const auto &listed) {
            return member(object, listed.name, what.*listed.pointer, above);
        });
    }

private:
    bool fail(const std::string &where, std::string_view what)
    {
        m_problem = std::format("\"{}\" {}", where, what);
        return false;
    }

    bool get(JsonNode *node, bool &value, const std::string &where)
    {
        value = json_node_get_value_type(node) == G_TYPE_BOOLEAN
            && json_node_get_boolean(node) != FALSE;
        return json_node_get_value_type(node) == G_TYPE_BOOLEAN
            || fail(where, "is neither true nor false");
    }

    bool get(JsonNode *node, std::string &value, const std::string &where)
    {
        if (json_node_get_value_type(node) != G_TYPE_STRING)
            return fail(where, "is no text");
        value = json_node_get_string(node);
        return true;
    }

    bool get(JsonNode *node, Sentence &value, const std::string &where)
    {
        std::string words;
        const bool good = get(node, words, where);
        value = Sentence{std::move(words)};
        return good;
    }

    /// json-glib turns a number beyond 64 bits into its largest one, so every bound lies below
    /// that.
    bool get_number(JsonNode *node, std::int64_t &value, std::int64_t most,
                    const std::string &where)
    {
        if (json_node_get_value_type(node) != G_TYPE_INT64)
            return fail(where, "is no whole number");
        value = json_node_get_int(node);
        return (value >= 0 && value <= most)
            || fail(where, std::format("is no number from 0 to {}", most));
    }

    bool get(JsonNode *node, std::int32_t &value, const std::string &where)
    {
        std::int64_t number = 0;
        const bool good = get_number(node, number, std::numeric_limits<std::int32_t>::max(), where);
        value = good ? static_cast<std::int32_t>(number) : 0;
        return good;
    }

    bool get(JsonNode *node, Duration &value, const std::string &where)
    {
        std::int64_t number = 0;
        const bool good =
            get_number(node, number, latest_recorded.time_since_epoch().count(), where);
        value = Duration{number};
        return good;
    }

    bool get(JsonNode *node, std::unsigned_integral auto &value, const std::string &where)
    {
        std::string digits;
        if (!get(node, digits, where))
            return fail(where, "is no number written as text");
        constexpr auto most = std::numeric_limits<std::remove_reference_t<decltype(value)>>::max();
        const char *end = digits.data() + digits.size();
        const auto [rest, status] = std::from_chars(digits.data(), end, value);
        return (status == std::errc{} && rest == end)
            || fail(where, std::format("is no number from 0 to {} written as text", most));
    }

    bool get(JsonNode *node, UnitId &value, const std::string &where)
    {
        return get(node, value.inode, where);
    }

    template<typename T>
        requires std::is_enum_v<T>
    bool get(JsonNode *node, T &value, const std::string &where)
    {
        std::string text;
        if (!get(node, text, where))
            return false;
        for (int i = 0; !recording::name_of(static_cast<T>(i)).empty(); ++i) {
            value = static_cast<T>(i);
            if (recording::name_of(value) == text)
                return true;
        }
        return fail(where, "is none of the words that it can be");
    }

    template<typename T> bool get(JsonNode *node, std::optional<T> &value, const std::string &where)
    {
        value.reset();
        return json_node_is_null(node) || get(node, value.emplace(), where);
    }

    template<typename T> bool get(JsonNode *node, std::vector<T> &values, const std::string &where)
    {
        if (!JSON_NODE_HOLDS_ARRAY(node))
            return fail(where, "is no list");
        JsonArray *list = json_node_get_array(node);
        values.resize(json_array_get_length(list));
        for (guint i = 0; i < values.size(); ++i) {
            if (!get(json_array_get_element(list, i), values[i], std::format("{}[{}]", where, i)))
                return false;
        }
        return true;
    }

    template<Listed T> bool get(JsonNode *node, T &value, const std::string &where)
    {
        return JSON_NODE_HOLDS_OBJECT(node) ? members_of(json_node_get_object(node), value, where)
                                            : fail(where, "is no object");
    }

    std::string m_problem;
};

std::unexpected<Error> bad(std::string sentence)
{
    return error(ErrorKind::BadInput, std::move(sentence));
}

/// Makes value the alternative of that name. False: there is none.
template<std::size_t Index = 0> bool choose(std::string_view name, Event &value)
{
    if constexpr (Index < std::variant_size_v<Event>) {
        if (name != Members<std::variant_alternative_t<Index, Event>>::name)
            return choose<Index + 1>(name, value);
        value.emplace<Index>();
        return true;
    }
    return false;
}

Result<TimedEvent> read_event(JsonObject *object)
{
    TimedEvent timed;
    Decoder decoder;
    Duration at{};
    std::string name;
    if (!decoder.member(object, "at", at) || !decoder.member(object, "event", name))
        return bad(decoder.problem());
    timed.at = TimePoint{at};
    if (!choose(name, timed.event))
        return bad(std::format("there is no event \"{}\"", name));
    if (!std::visit([&](auto &event) { return decoder.members_of(object, event); }, timed.event))
        return bad(std::format("{} of the event {}", decoder.problem(), name));
    return timed;
}

bool is_passed_over(JsonObject *object)
{
    return !json_object_has_member(object, "event")
        && (json_object_has_member(object, "did") || json_object_has_member(object, "comment"));
}

} // namespace

Result<std::optional<TimedEvent>> recorded_line(std::string_view line)
{
    if (const auto problem = problem_before_json_glib(line))
        return bad(*problem);
    // Not an immutable parser: in json-glib 1.10 that aborts on two values in a line.
    const ObjectPtr<JsonParser> parser{json_parser_new()};
    GErrorOut problem;
    if (!json_parser_load_from_data(parser.get(), line.data(), static_cast<gssize>(line.size()),
                                    problem.out()))
        return bad(std::format("it is no JSON: {}", problem->message));
    JsonNode *root = json_parser_get_root(parser.get());
    if (!root || !JSON_NODE_HOLDS_OBJECT(root))
        return bad("it is no JSON object");
    JsonObject *object = json_node_get_object(root);
    if (is_passed_over(object))
        return std::nullopt;
    return read_event(object);
}

Result<TimedEvent> event_from_line(std::string_view line)
{
    auto read = recorded_line(line);
    if (!read)
        return std::unexpected(read.error());
    if (!*read)
        return bad("it tells no event but an act, or is a comment");
    return std::move(**read);
}

} // namespace headroom

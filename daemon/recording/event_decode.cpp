// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/event_json.h"
#include "recording/event_members.h"
#include "sys/json.h"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <format>
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
    bool member(JsonValue object, const char *name, T &value, const std::string &above = {})
    {
        return get(object[name], value, above.empty() ? name : above + "." + name);
    }

    template<Listed T> bool members_of(JsonValue object, T &what, const std::string &above = {})
    {
        return each_member<T>([&](const auto &listed) {
            return (listed.since_later && object[listed.name].is_missing())
                || member(object, listed.name, what.*listed.pointer, above);
        });
    }

private:
    bool fail(const std::string &where, std::string_view what)
    {
        m_problem = std::format("\"{}\" {}", where, what);
        return false;
    }

    /// Keeps what was read, or the reason why it was not.
    template<typename Read, typename T>
    bool take(const Result<Read> &read, T &value, const std::string &where)
    {
        if (!read)
            return fail(where, read.error().sentence);
        value = static_cast<T>(*read);
        return true;
    }

    bool get(JsonValue json, bool &value, const std::string &where)
    {
        return take(json.boolean(), value, where);
    }

    bool get(JsonValue json, std::string &value, const std::string &where)
    {
        return take(json.text(), value, where);
    }

    bool get(JsonValue json, Sentence &value, const std::string &where)
    {
        return take(json.text(), value, where);
    }

    /// Every bound lies below 64 bits, and json-glib's largest number beyond it.
    bool get(JsonValue json, std::int32_t &value, const std::string &where)
    {
        return take(json.whole_number(std::numeric_limits<std::int32_t>::max()), value, where);
    }

    bool get(JsonValue json, Duration &value, const std::string &where)
    {
        return take(json.whole_number(latest_recorded.time_since_epoch().count()), value, where);
    }

    bool get(JsonValue json, std::unsigned_integral auto &value, const std::string &where)
    {
        const auto digits = json.text();
        if (!digits)
            return fail(where, json.is_missing() ? "is missing" : "is no number written as text");
        constexpr auto most = std::numeric_limits<std::remove_reference_t<decltype(value)>>::max();
        const char *end = digits->data() + digits->size();
        const auto [rest, status] = std::from_chars(digits->data(), end, value);
        return (status == std::errc{} && rest == end)
            || fail(where, std::format("is no number from 0 to {} written as text", most));
    }

    bool get(JsonValue json, UnitId &value, const std::string &where)
    {
        return get(json, value.inode, where);
    }

    template<typename T>
        requires std::is_enum_v<T>
    bool get(JsonValue json, T &value, const std::string &where)
    {
        std::string text;
        if (!get(json, text, where))
            return false;
        for (int i = 0; !recording::name_of(static_cast<T>(i)).empty(); ++i) {
            value = static_cast<T>(i);
            if (recording::name_of(value) == text)
                return true;
        }
        return fail(where, "is none of the words that it can be");
    }

    template<typename T> bool get(JsonValue json, std::optional<T> &value, const std::string &where)
    {
        value.reset();
        return json.is_null() || get(json, value.emplace(), where);
    }

    template<typename T> bool get(JsonValue json, std::vector<T> &values, const std::string &where)
    {
        const auto list = json.list();
        if (!list)
            return fail(where, list.error().sentence);
        values.resize(list->size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!get((*list)[i], values[i], std::format("{}[{}]", where, i)))
                return false;
        }
        return true;
    }

    template<Listed T> bool get(JsonValue json, T &value, const std::string &where)
    {
        const auto object = json.object();
        return object ? members_of(*object, value, where) : fail(where, object.error().sentence);
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
    if constexpr (Index < std::variant_size_v<Event::variant>) {
        if (name != Members<std::variant_alternative_t<Index, Event::variant>>::name)
            return choose<Index + 1>(name, value);
        value.emplace<Index>();
        return true;
    }
    return false;
}

Result<TimedEvent> read_event(JsonValue object)
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

bool is_passed_over(JsonValue object)
{
    return object["event"].is_missing()
        && (!object["did"].is_missing() || !object["comment"].is_missing());
}

} // namespace

Result<std::optional<TimedEvent>> recorded_line(std::string_view line)
{
    const auto json = parse_json(line);
    if (!json)
        return std::unexpected(json.error());
    if (!json->root.object())
        return bad("it is no JSON object");
    if (is_passed_over(json->root))
        return std::nullopt;
    return read_event(json->root);
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

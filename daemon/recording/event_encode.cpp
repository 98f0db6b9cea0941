// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/event_json.h"
#include "recording/event_members.h"
#include "sys/valid_text.h"

#include <concepts>
#include <json-glib/json-glib.h>
#include <type_traits>

namespace headroom {

namespace {

using recording::each_member;
using recording::Listed;
using recording::Members;

/// Writes values of all types that members of events have. Another type does not compile, since no
/// conversion exists.
class Encoder {
public:
    void begin(TimePoint at)
    {
        json_builder_begin_object(m_builder.get());
        member("at", at.time_since_epoch());
    }

    std::string finish()
    {
        json_builder_end_object(m_builder.get());
        JsonNode *root = json_builder_get_root(m_builder.get());
        const CharPtr line{json_to_string(root, FALSE)};
        json_node_unref(root);
        return line.get();
    }

    template<typename T> void member(const char *name, const T &value)
    {
        json_builder_set_member_name(m_builder.get(), name);
        put(value);
    }

    template<Listed T> void members_of(const T &what)
    {
        each_member<T>([&](const auto &listed) {
            if constexpr (requires { (what.*listed.pointer).empty(); }) {
                if (listed.since_later && (what.*listed.pointer).empty())
                    return true;
            }
            if constexpr (requires { (what.*listed.pointer).has_value(); }) {
                if (listed.since_later && !(what.*listed.pointer).has_value())
                    return true;
            }
            if constexpr (std::is_same_v<std::decay_t<decltype(what.*listed.pointer)>, bool>) {
                if (listed.since_later && !(what.*listed.pointer))
                    return true;
            }
            member(listed.name, what.*listed.pointer);
            return true;
        });
    }

private:
    void put(std::same_as<bool> auto value)
    {
        json_builder_add_boolean_value(m_builder.get(), value ? TRUE : FALSE);
    }
    void put(std::signed_integral auto value)
    {
        json_builder_add_int_value(m_builder.get(), value);
    }
    void put(std::unsigned_integral auto value)
        requires(!std::same_as<decltype(value), bool>)
    {
        put(std::to_string(value));
    }
    void put(const std::same_as<Sentence> auto &value) { put(value.in_english()); }
    void put(Duration value) { put(value.count()); }
    void put(UnitId value) { put(value.inode); }

    void put(std::string_view value)
    {
        json_builder_add_string_value(m_builder.get(), valid_text(value).get());
    }

    template<typename T>
        requires std::is_enum_v<T>
    void put(T value)
    {
        put(recording::name_of(value));
    }

    template<typename T> void put(const std::optional<T> &value)
    {
        if (value)
            put(*value);
        else
            json_builder_add_null_value(m_builder.get());
    }

    template<typename T> void put(const std::vector<T> &values)
    {
        json_builder_begin_array(m_builder.get());
        for (const T &value : values)
            put(value);
        json_builder_end_array(m_builder.get());
    }

    template<Listed T> void put(const T &value)
    {
        json_builder_begin_object(m_builder.get());
        members_of(value);
        json_builder_end_object(m_builder.get());
    }

    ObjectPtr<JsonBuilder> m_builder{json_builder_new()};
};

struct Verb {
    std::string_view operator()(const action::SetWeights &set) const
    {
        return set.kind == WeightKind::Nap ? "nap" : "boost";
    }
    std::string_view operator()(const action::UnsetWeights &unset) const
    {
        return unset.kind == WeightKind::Nap ? "wake" : "unboost";
    }
    std::string_view operator()(const action::Protect & /*protect*/) const { return "protect"; }
    std::string_view operator()(const action::Unprotect & /*unprotect*/) const
    {
        return "unprotect";
    }
    std::string_view operator()(const action::Freeze & /*freeze*/) const { return "freeze"; }
    std::string_view operator()(const action::Ask & /*ask*/) const { return "ask"; }
    std::string_view operator()(const action::Thaw & /*thaw*/) const { return "thaw"; }
    std::string_view operator()(const action::Adopt & /*adopt*/) const { return "adopt"; }
    std::string_view operator()(const action::SplitTab & /*split*/) const { return "adopt"; }
    std::string_view operator()(const action::RejoinTab & /*rejoin*/) const { return "rejoin"; }
    std::string_view operator()(const action::ChangeLevel & /*change*/) const { return "level"; }
    std::string_view operator()(const action::Reclaim & /*reclaim*/) const { return "reclaim"; }
    std::string_view operator()(const action::EndReclaim & /*end*/) const { return "reclaimed"; }
    std::string_view operator()(const action::EndMeasurement & /*end*/) const { return "measured"; }
    std::string_view operator()(const action::Notify & /*notify*/) const { return "warn"; }
    std::string_view operator()(const action::Unnotify & /*unnotify*/) const { return "unwarn"; }
    std::string_view operator()(const action::Minimise & /*minimise*/) const { return "minimise"; }
    std::string_view operator()(const action::Close & /*close*/) const { return "close"; }
};

} // namespace

std::string to_line(const TimedEvent &timed)
{
    Encoder encoder;
    encoder.begin(timed.at);
    std::visit(
        [&]<typename T>(const T &event) {
            encoder.member("event", std::string_view{Members<T>::name});
            encoder.members_of(event);
        },
        timed.event);
    return encoder.finish();
}

std::string to_line(TimePoint at, const Action &action)
{
    Encoder encoder;
    encoder.begin(at);
    encoder.member("did", verb(action));
    encoder.member("app", action.app);
    encoder.member("unit", action.name);
    encoder.member("reason", action.reason);
    return encoder.finish();
}

std::string_view verb(const Action &action)
{
    return std::visit(Verb{}, action.what);
}

} // namespace headroom

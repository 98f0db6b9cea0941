// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "trace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include <json-glib/json-glib.h>

#include "json_members.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

namespace {

constexpr std::uint64_t minute_us = 60'000'000;

struct Lasting {
    std::string_view begin;
    std::string_view end;
    /// Begins in its place: new weights are set over the old ones, without an act that ends these.
    std::string_view successor = {};
};
constexpr std::array<Lasting, 4> lasting{{
    {"boost", "unboost", "nap"},
    {"freeze", "thaw"},
    {"nap", "wake", "boost"},
    {"warn", "unwarn"},
}};

/// Writes the events.
class Trace {
public:
    Trace()
    {
        json_builder_begin_object(m_json.get());
        json_builder_set_member_name(m_json.get(), "traceEvents");
        json_builder_begin_array(m_json.get());
    }
    void take(const PastAct &act);
    /// now_us: the end of what is still in force.
    [[nodiscard]] std::string finish(std::uint64_t now_us);

private:
    struct Open {
        std::string process;
        std::string name;
        std::string id;
    };
    void begin_event(const char *phase, const std::string &process, const std::string &name,
                     std::uint64_t at_us);
    void end_event(const std::string &reason);
    void edge(const char *phase, const Open &what, std::uint64_t at_us, const std::string &reason);
    void point(const PastAct &act);
    bool close(std::string_view by, const PastAct &act);
    bool close_all(const PastAct &act);
    void change_level(const std::string &level, std::uint64_t at_us);
    std::int64_t number_of(const std::string &process);

    ObjectPtr<JsonBuilder> m_json{json_builder_new()};
    std::map<std::string, std::int64_t> m_processes;
    /// By what ends it: the act and its unit.
    std::map<std::pair<std::string, std::string>, Open> m_open;
    std::string m_level; ///< empty: none yet
};

const std::string of_levels = "level";

std::int64_t Trace::number_of(const std::string &process)
{
    const auto [entry, is_new] =
        m_processes.emplace(process, static_cast<std::int64_t>(m_processes.size()) + 1);
    if (is_new) {
        json_builder_begin_object(m_json.get());
        add_text(m_json.get(), "ph", "M");
        add_text(m_json.get(), "name", "process_name");
        add_number(m_json.get(), "pid", entry->second);
        json_builder_set_member_name(m_json.get(), "args");
        json_builder_begin_object(m_json.get());
        add_text(m_json.get(), "name", process);
        json_builder_end_object(m_json.get());
        json_builder_end_object(m_json.get());
    }
    return entry->second;
}

void Trace::begin_event(const char *phase, const std::string &process, const std::string &name,
                        std::uint64_t at_us)
{
    const std::int64_t number = number_of(process);
    json_builder_begin_object(m_json.get());
    add_text(m_json.get(), "ph", phase);
    add_text(m_json.get(), "name", name);
    add_text(m_json.get(), "cat", "headroom");
    add_number(m_json.get(), "pid", number);
    add_number(m_json.get(), "tid", number);
    add_number(m_json.get(), "ts", static_cast<std::int64_t>(at_us));
}

void Trace::end_event(const std::string &reason)
{
    if (!reason.empty()) {
        json_builder_set_member_name(m_json.get(), "args");
        json_builder_begin_object(m_json.get());
        add_text(m_json.get(), "reason", reason);
        json_builder_end_object(m_json.get());
    }
    json_builder_end_object(m_json.get());
}

/// Both ends of an asynchronous slice have the same name and id. Such slices may overlap.
void Trace::edge(const char *phase, const Open &what, std::uint64_t at_us,
                 const std::string &reason)
{
    begin_event(phase, what.process, what.name, at_us);
    add_text(m_json.get(), "id", what.id);
    end_event(reason);
}

void Trace::point(const PastAct &act)
{
    begin_event("i", act.app.empty() ? of_levels : act.app, act.action, act.time_us);
    add_text(m_json.get(), "s", "p");
    end_event(act.reason);
}

void Trace::change_level(const std::string &level, std::uint64_t at_us)
{
    if (level == m_level)
        return;
    if (!m_level.empty())
        edge("e", {of_levels, m_level, of_levels}, at_us, {});
    edge("b", {of_levels, level, of_levels}, at_us, {});
    m_level = level;
}

/// False: no such thing has begun.
bool Trace::close(std::string_view by, const PastAct &act)
{
    const auto ended = m_open.extract({std::string{by}, act.unit});
    if (!ended.empty())
        edge("e", ended.mapped(), act.time_us, act.reason);
    return !ended.empty();
}

/// Of its unit, which has ended. A notification outlasts that.
bool Trace::close_all(const PastAct &act)
{
    bool any = false;
    for (const std::string_view by : {"unboost", "wake", "thaw"})
        any = close(by, act) || any;
    return any;
}

void Trace::take(const PastAct &act)
{
    change_level(act.level, act.time_us);
    const std::string process = act.app.empty() ? of_levels : act.app;
    if (act.action == "stalled") {
        // It is reported after the minute.
        const Open minute{process, act.action, act.action + " " + act.unit};
        edge("b", minute, act.time_us - std::min(act.time_us, minute_us), act.reason);
        edge("e", minute, act.time_us, {});
        return;
    }
    if (act.action == "ended" ? close_all(act) : close(act.action, act))
        return;
    const auto begun = std::ranges::find(lasting, act.action, &Lasting::begin);
    if (begun == lasting.end())
        return point(act);
    if (const auto before = std::ranges::find(lasting, act.action, &Lasting::successor);
        before != lasting.end())
        close(before->end, act);
    const auto [entry, is_new] =
        m_open.try_emplace({std::string{begun->end}, act.unit},
                           Open{process, act.action, act.action + " " + act.unit});
    if (is_new)
        edge("b", entry->second, act.time_us, act.reason);
    else
        point(act);
}

std::string Trace::finish(std::uint64_t now_us)
{
    for (const auto &[end, open] : m_open)
        edge("e", open, now_us, {});
    if (!m_level.empty())
        edge("e", {of_levels, m_level, of_levels}, now_us, {});
    json_builder_end_array(m_json.get());
    add_text(m_json.get(), "displayTimeUnit", "ms");
    json_builder_end_object(m_json.get());
    return json_text(m_json.get());
}

} // namespace

std::string trace_as_json(const std::vector<PastAct> &acts)
{
    Trace trace;
    for (const PastAct &act : acts)
        trace.take(act);
    return trace.finish(acts.empty() ? 0 : acts.back().time_us);
}

} // namespace headroom::ctl

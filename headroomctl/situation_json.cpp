// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <type_traits>

#include <json-glib/json-glib.h>

#include "json_members.h"
#include "situation.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

namespace {

template<class T>
void add_or_null(JsonBuilder *json, const char *member, const std::optional<T> &value)
{
    json_builder_set_member_name(json, member);
    if (!value)
        json_builder_add_null_value(json);
    else if constexpr (std::is_same_v<T, bool>)
        json_builder_add_boolean_value(json, *value);
    else if constexpr (std::is_floating_point_v<T>)
        json_builder_add_double_value(json, *value);
    else
        json_builder_add_int_value(json, static_cast<gint64>(*value));
}

void add_measure(JsonBuilder *json, const Measure &measure, bool partial)
{
    json_builder_set_member_name(json, "pressure");
    json_builder_begin_object(json);
    add_or_null(json, "memory", measure.memory_pressure);
    add_or_null(json, "cpu", measure.cpu_pressure);
    add_or_null(json, "io", measure.io_pressure);
    json_builder_end_object(json);
    add_or_null(json, "memory", measure.memory);
    add_flag(json, "memory_partial", measure.memory && partial);
    add_or_null(json, "memory_needed", measure.memory_needed);
    add_or_null(json, "memory_needed_measured", measure.is_measured);
    add_or_null(json, "memory_slack", measure.memory_slack);
    add_or_null(json, "swap", measure.swap);
    add_or_null(json, "swap_compressed", measure.swap_compressed);
}

void add_app(JsonBuilder *json, const App &app, const Situation &situation)
{
    json_builder_begin_object(json);
    add_text(json, "id", app.id);
    add_text(json, "name", app.name);
    add_texts(json, "units", app.units);
    add_text(json, "state", app.state);
    add_flag(json, "boosted", app.boosted);
    add_flag(json, "napped", app.napped);
    add_or_null(json, "protected", std::optional(app.protected_bytes));
    add_flag(json, "frozen", app.frozen);
    add_texts(json, "holds", app.holds);
    add_or_null(json, "windows",
                !situation.windows_known ? std::nullopt : std::optional(app.windows));
    add_or_null(json, "streams", app.streams);
    const auto measure = situation.measures.find(app.id);
    add_measure(json, measure != situation.measures.end() ? measure->second : Measure{},
                has_earlier_memory_elsewhere(app));
    add_text_or_null(json, "reason", app.reason);
    json_builder_end_object(json);
}

void add_capabilities(JsonBuilder *json, const Capabilities &capabilities)
{
    json_builder_set_member_name(json, "capabilities");
    json_builder_begin_object(json);
    for (const auto &[name, capability] : capabilities) {
        json_builder_set_member_name(json, name.c_str());
        json_builder_begin_object(json);
        add_flag(json, "available", capability.available);
        add_text(json, "reason", capability.reason);
        add_text(json, "remedy", capability.remedy);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

/// null: the daemon names none.
void add_culprit(JsonBuilder *json, const NamedCulprit &culprit)
{
    json_builder_set_member_name(json, "culprit");
    if (culprit.app.empty()) {
        json_builder_add_null_value(json);
        return;
    }
    json_builder_begin_object(json);
    add_text(json, "app", culprit.app);
    add_text_or_null(json, "resource", culprit.resource);
    add_flag(json, "paused", culprit.paused);
    add_text(json, "sentence", culprit.sentence);
    json_builder_end_object(json);
}

ObjectPtr<JsonBuilder> document(const Situation &situation)
{
    ObjectPtr<JsonBuilder> made(json_builder_new());
    JsonBuilder *json = made.get();
    begin_document(json);
    add_text(json, "version", situation.version);
    add_text(json, "level", situation.level);
    add_text_or_null(json, "level_reason", situation.level_reason);
    add_text_or_null(json, "level_reason_code", situation.level_reason_code);
    add_culprit(json, situation.culprit);
    add_disabled(json, situation.disabled_until);
    add_text_or_null(json, "response", situation.response);
    add_text_or_null(json, "focused", situation.focused);
    add_text_or_null(json, "window_source", situation.window_source);
    add_capabilities(json, situation.capabilities);
    json_builder_set_member_name(json, "apps");
    json_builder_begin_array(json);
    for (const App &app : situation.apps)
        add_app(json, app, situation);
    json_builder_end_array(json);
    json_builder_end_object(json);
    return made;
}

} // namespace

std::string situation_as_json(const Situation &situation)
{
    return json_text(document(situation).get());
}

std::string situation_as_json_line(const Situation &situation)
{
    return written_in_a_line(document(situation).get());
}

} // namespace headroom::ctl

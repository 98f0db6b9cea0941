// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "history_view.h"

#include <glib/gi18n.h>

#include "json_members.h"
#include "sys/glib_ptr.h"
#include "table.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr std::size_t widest_id = 40;

/// For translators, as in the table.
constexpr const char *context = "what was done to an app, or found";
constexpr Word actions[] = {
    {"adopt", NC_("what was done to an app, or found", "got a unit"), Ink::Plain},
    {"ask", NC_("what was done to an app, or found", "asked to free memory"), Ink::Plain},
    {"boost", NC_("what was done to an app, or found", "boosted"), Ink::Green},
    {"close", NC_("what was done to an app, or found", "asked to quit"), Ink::Red},
    {"ended", NC_("what was done to an app, or found", "ended"), Ink::Plain},
    {"freeze", NC_("what was done to an app, or found", "paused"), Ink::Yellow},
    {"level", NC_("what was done to an app, or found", "level"), Ink::Bold},
    {"measured", NC_("what was done to an app, or found", "need measured"), Ink::Plain},
    {"minimise", NC_("what was done to an app, or found", "minimised"), Ink::Plain},
    {"nap", NC_("what was done to an app, or found", "slowed down"), Ink::Yellow},
    {"protect", NC_("what was done to an app, or found", "memory protected"), Ink::Plain},
    {"reclaim", NC_("what was done to an app, or found", "memory pushed out"), Ink::Yellow},
    {"reclaimed", NC_("what was done to an app, or found", "no longer pushed out"), Ink::Plain},
    {"rejoin", NC_("what was done to an app, or found", "gave its unit back"), Ink::Plain},
    {"stalled", NC_("what was done to an app, or found", "waited"), Ink::Red},
    {"thaw", NC_("what was done to an app, or found", "resumed"), Ink::Green},
    {"unboost", NC_("what was done to an app, or found", "no longer boosted"), Ink::Plain},
    {"unprotect", NC_("what was done to an app, or found", "no longer protected"), Ink::Plain},
    {"unwarn", NC_("what was done to an app, or found", "warning over"), Ink::Plain},
    {"wake", NC_("what was done to an app, or found", "no longer slowed down"), Ink::Green},
    {"warn", NC_("what was done to an app, or found", "warning"), Ink::Red},
};

std::string local_time(std::uint64_t time_us)
{
    g_autoptr(GDateTime) at =
        g_date_time_new_from_unix_local(static_cast<gint64>(time_us / G_USEC_PER_SEC));
    g_autofree char *text = at != nullptr ? g_date_time_format(at, "%F %T") : nullptr;
    return text != nullptr ? text : "?";
}

void add_act(JsonBuilder *json, const PastAct &act)
{
    json_builder_set_member_name(json, "time_us");
    json_builder_add_int_value(json, static_cast<gint64>(act.time_us));
    add_text(json, "action", act.action);
    add_text_or_null(json, "app", act.app);
    add_text_or_null(json, "unit", act.unit);
    add_text(json, "level", act.level);
    add_text(json, "reason", act.reason);
    add_text_or_null(json, "reason_code", act.code);
}

/// Seconds since 1970, to the microsecond.
std::string exact_time(std::uint64_t time_us)
{
    return formatted("%" G_GUINT64_FORMAT ".%06" G_GUINT64_FORMAT, time_us / G_USEC_PER_SEC,
                     time_us % G_USEC_PER_SEC);
}

} // namespace

std::string history_as_text(const std::vector<PastAct> &acts, const Output &output)
{
    if (acts.empty() && !output.is_for_table_only())
        return std::string(
                   C_("instead of a table: a sentence",
                      "Headroom has done nothing in the last 24 hours, or since it started."))
            + "\n";
    Table table({{.name = "time", .title = C_("column", "TIME")},
                 {.name = "what", .title = C_("column", "WHAT")},
                 {.name = "app", .title = C_("column", "APP"), .widest = widest_id},
                 {.name = "unit", .title = C_("column", "UNIT"), .on_request = true},
                 {.name = "level", .title = C_("column", "LEVEL"), .on_request = true},
                 {.name = "why", .title = C_("column", "WHY")}});
    for (const PastAct &act : acts) {
        Cell what = shown(context, actions, act.action);
        what.raw = act.action;
        Cell level = level_word(act.level);
        level.raw = act.level;
        table.add({{local_time(act.time_us), Ink::Plain, exact_time(act.time_us)},
                   std::move(what),
                   {act.app},
                   {act.unit},
                   std::move(level),
                   {act.reason}});
    }
    return table.render(output);
}

std::string history_line(const PastAct &act, bool coloured)
{
    const Cell what = shown(context, actions, act.action);
    std::string line =
        local_time(act.time_us) + "  " + inked(plain_text(what.text), what.ink, coloured);
    if (!act.app.empty())
        line += "  " + fitted(act.app, widest_id);
    return line + "  " + plain_text(act.reason) + "\n";
}

void add_entries(JsonBuilder *json, const std::vector<PastAct> &acts)
{
    json_builder_set_member_name(json, "entries");
    json_builder_begin_array(json);
    for (const PastAct &act : acts) {
        json_builder_begin_object(json);
        add_act(json, act);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

std::string history_as_json(const std::vector<PastAct> &acts)
{
    ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_entries(json.get(), acts);
    json_builder_end_object(json.get());
    return json_text(json.get());
}

std::string history_json_line(const PastAct &act)
{
    ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_act(json.get(), act);
    json_builder_end_object(json.get());
    return written_in_a_line(json.get());
}

} // namespace headroom::ctl

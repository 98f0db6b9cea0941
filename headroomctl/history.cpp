// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "json_members.h"
#include "past.h"
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
    {"boost", NC_("what was done to an app, or found", "boosted"), Ink::Green},
    {"close", NC_("what was done to an app, or found", "asked to quit"), Ink::Red},
    {"freeze", NC_("what was done to an app, or found", "frozen"), Ink::Yellow},
    {"level", NC_("what was done to an app, or found", "level"), Ink::Bold},
    {"nap", NC_("what was done to an app, or found", "napped"), Ink::Yellow},
    {"reclaim", NC_("what was done to an app, or found", "memory pushed out"), Ink::Yellow},
    {"reclaimed", NC_("what was done to an app, or found", "no longer pushed out"), Ink::Plain},
    {"rejoin", NC_("what was done to an app, or found", "gave its unit back"), Ink::Plain},
    {"stalled", NC_("what was done to an app, or found", "stalled"), Ink::Red},
    {"thaw", NC_("what was done to an app, or found", "thawed"), Ink::Green},
    {"unboost", NC_("what was done to an app, or found", "no longer boosted"), Ink::Plain},
    {"unwarn", NC_("what was done to an app, or found", "warning over"), Ink::Plain},
    {"wake", NC_("what was done to an app, or found", "no longer napped"), Ink::Green},
    {"warn", NC_("what was done to an app, or found", "warning"), Ink::Red},
};

std::string local_time(std::uint64_t time_us)
{
    g_autoptr(GDateTime) at =
        g_date_time_new_from_unix_local(static_cast<gint64>(time_us / G_USEC_PER_SEC));
    g_autofree char *text = at != nullptr ? g_date_time_format(at, "%F %T") : nullptr;
    return text != nullptr ? text : "?";
}

std::string as_text(const std::vector<PastAct> &acts, bool coloured)
{
    if (acts.empty())
        return std::string(
                   C_("instead of a table: a sentence",
                      "Headroom has done nothing in the last 24 hours, or for as long as it runs."))
            + "\n";
    Table table({{C_("column", "TIME")},
                 {C_("column", "WHAT")},
                 {C_("column", "APP"), false, widest_id},
                 {C_("column", "WHY")}});
    for (const PastAct &act : acts)
        table.add({{local_time(act.time_us)},
                   shown(context, actions, act.action),
                   {act.app},
                   {act.reason}});
    return table.render(coloured);
}

std::string as_json(const std::vector<PastAct> &acts)
{
    ObjectPtr<JsonBuilder> json(json_builder_new());
    json_builder_begin_object(json.get());
    json_builder_set_member_name(json.get(), "entries");
    json_builder_begin_array(json.get());
    for (const PastAct &act : acts) {
        json_builder_begin_object(json.get());
        json_builder_set_member_name(json.get(), "time_us");
        json_builder_add_int_value(json.get(), static_cast<gint64>(act.time_us));
        add_text(json.get(), "action", act.action);
        add_text_or_null(json.get(), "app", act.app);
        add_text_or_null(json.get(), "unit", act.unit);
        add_text(json.get(), "level", act.level);
        add_text(json.get(), "reason", act.reason);
        json_builder_end_object(json.get());
    }
    json_builder_end_array(json.get());
    json_builder_end_object(json.get());
    return json_text(json.get());
}

} // namespace

Outcome history(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry options[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json,
         C_("option: what it does, a verb phrase", "Write JSON, as headroomctl(1) describes it"),
         nullptr},
        {},
    };
    const Usage usage{"history", nullptr,
                      C_("help: what the command does, third person",
                         "Shows what Headroom did and found in the last 24 hours, and why.")};
    if (const auto words = parse_arguments(usage, options, argc, argv); !words)
        return std::unexpected(words.error());
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto acts = past_acts(daemon->get());
    if (!acts)
        return std::unexpected(acts.error());
    if (json != FALSE)
        std::puts(as_json(*acts).c_str()); // UTF-8 in every locale, unlike g_print()
    else
        g_print("%s", as_text(*acts, colours_wanted()).c_str());
    return Succeeded;
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <map>

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "model/settings.h"
#include "table.h"

namespace headroom::ctl {

namespace {

std::string as_json(GVariant *settings)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_object(json);
    GVariantIter iter;
    g_variant_iter_init(&iter, settings);
    const char *name = nullptr;
    const char *value = nullptr;
    while (g_variant_iter_next(&iter, "{&s&s}", &name, &value)) {
        json_builder_set_member_name(json, name);
        json_builder_add_string_value(json, value);
    }
    json_builder_end_object(json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *result = json_to_string(root, /* pretty= */ TRUE);
    return result;
}

std::string as_table(GVariant *settings, bool coloured)
{
    Table table({{C_("column", "SETTING")}, {C_("column", "VALUE")}, {C_("column", "DEFAULT")}});
    GVariantIter iter;
    g_variant_iter_init(&iter, settings);
    const char *name = nullptr;
    const char *value = nullptr;
    while (g_variant_iter_next(&iter, "{&s&s}", &name, &value)) {
        // A daemon of another version may have more settings.
        const SettingSchema *schema = find_setting(name);
        const std::string usual = schema ? std::string{schema->usual} : "?";
        table.add({{plain_text(name)},
                   {plain_text(value), usual == value ? Ink::Plain : Ink::Bold},
                   {usual, Ink::Dim}});
    }
    return table.render(coloured);
}

} // namespace

Outcome settings(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry options[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json,
         C_("option: what it does, a verb phrase", "Write JSON, as headroomctl(1) describes it"),
         nullptr},
        {},
    };
    const Usage usage{"settings", nullptr,
                      C_("help: what the command does, third person",
                         "Lists the settings and their values. headroomrc(5) explains each.")};
    if (const auto words = parse_arguments(usage, options, argc, argv); !words)
        return std::unexpected(words.error());
    const auto daemon = running_daemon(Properties::Load);
    if (!daemon)
        return std::unexpected(daemon.error());
    GVariant *value = headroom_dbus_manager_get_settings(daemon->get());
    if (value == nullptr)
        return std::unexpected(
            Failure{Refused, C_("error: a sentence", "headroomd does not report its settings.")});
    if (json != FALSE)
        std::puts(as_json(value).c_str()); // UTF-8 in every locale, unlike g_print()
    else
        g_print("%s", as_table(value, colours_wanted()).c_str());
    return Succeeded;
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <map>

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "json_members.h"
#include "model/settings.h"
#include "table.h"

namespace headroom::ctl {

namespace {

std::string as_json(GVariant *settings)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    begin_document(json);
    GVariantIter iter;
    g_variant_iter_init(&iter, settings);
    const char *name = nullptr;
    const char *value = nullptr;
    while (g_variant_iter_next(&iter, "{&s&s}", &name, &value)) {
        add_text(json, name, value);
    }
    json_builder_end_object(json);
    return json_text(json);
}

std::string as_table(GVariant *settings, const Output &output)
{
    Table table({{"setting", C_("column", "SETTING")},
                 {"value", C_("column", "VALUE")},
                 {"default", C_("column", "DEFAULT")}});
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
    return table.render(output);
}

} // namespace

Outcome settings(int argc, char **argv)
{
    Output output({"setting", "value", "default"});
    const Usage usage{.command = "settings",
                      .parameters = nullptr,
                      .summary =
                          C_("help: what the command does, third person",
                             "Lists the settings and their values. headroomrc(5) explains each."),
                      .output = &output};
    if (const auto words = parse_arguments(usage, {}, argc, argv); !words)
        return std::unexpected(words.error());
    const auto daemon = running_daemon(Properties::Load);
    if (!daemon)
        return std::unexpected(daemon.error());
    GVariant *value = headroom_dbus_manager_get_settings(daemon->get());
    if (value == nullptr)
        return std::unexpected(
            Failure{Refused, C_("error: a sentence", "headroomd does not report its settings.")});
    if (output.json != FALSE)
        print_json(as_json(value));
    else
        print_document(as_table(value, output), output);
    return Succeeded;
}

} // namespace headroom::ctl

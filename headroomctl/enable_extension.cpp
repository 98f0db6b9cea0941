// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "json_members.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

Outcome enable_extension(int argc, char **argv)
{
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "enable-extension",
        .parameters = nullptr,
        .summary = C_("help: what the command does, third person",
                      "Switches Headroom's extension in GNOME Shell on, now and for the logins "
                      "to come. It reports to Headroom which windows are visible."),
        .output = &output};
    if (const auto words = parse_arguments(usage, {}, argc, argv); !words)
        return std::unexpected(words.error());
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());

    PendingResult pending("headroomd");
    headroom_dbus_manager_call_enable_extension(daemon->get(), nullptr, PendingResult::arrived,
                                                &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_enable_extension_finish(daemon->get(), pending.result(),
                                                            &error))
        return std::unexpected(failed_call(error, "headroomd"));
    if (output.json != FALSE) {
        const ObjectPtr<JsonBuilder> json(json_builder_new());
        begin_document(json.get());
        add_flag(json.get(), "enabled", true);
        json_builder_end_object(json.get());
        print_json(json_text(json.get()));
        return Succeeded;
    }
    g_print("%s\n",
            C_("outcome: a sentence",
               "GNOME Shell runs Headroom's extension, now and after each login."));
    return Succeeded;
}

} // namespace headroom::ctl

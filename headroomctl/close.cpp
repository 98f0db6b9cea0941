// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "session_bus.h"
#include "terminal_text.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

/// nullptr: success.
GError *close(const AppArgument &asked, bool force)
{
    PendingResult pending("headroomd");
    GError *error = nullptr;
    if (force) {
        headroom_dbus_manager_call_end(asked.daemon.get(), asked.app.id.c_str(), nullptr,
                                       PendingResult::arrived, &pending);
        (void)headroom_dbus_manager_call_end_finish(asked.daemon.get(), pending.result(), &error);
    } else {
        headroom_dbus_manager_call_close(asked.daemon.get(), asked.app.id.c_str(), nullptr,
                                         PendingResult::arrived, &pending);
        (void)headroom_dbus_manager_call_close_finish(asked.daemon.get(), pending.result(), &error);
    }
    return error;
}

} // namespace

Outcome close_app(int argc, char **argv)
{
    gboolean force = FALSE;
    const GOptionEntry options[] = {
        {"force", 0, 0, G_OPTION_ARG_NONE, &force,
         // Translators: it is an app.
         C_("option: what it does", "End it even if it can't ask about unsaved work"), nullptr},
        {},
    };
    const Usage usage{
        "close", C_("parameter", "APP"),
        C_("help: what the command does, third person",
           "Asks an app to quit, and thaws it first if it is frozen. It is not killed.")};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    const auto asked = find_app_argument(*words);
    if (!asked)
        return std::unexpected(asked.error());
    g_autoptr(GError) error = close(*asked, force != FALSE);
    if (error != nullptr)
        return std::unexpected(failed_call(error, "headroomd"));
    // Translators: %s is an app's name.
    g_print("%s\n",
            plain_text(formatted(C_("outcome: a sentence", "%s was asked to quit."),
                                 asked->app.name.c_str()))
                .c_str());
    return Succeeded;
}

} // namespace headroom::ctl

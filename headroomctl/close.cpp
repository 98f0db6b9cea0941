// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

std::expected<std::vector<std::string>, Failure> close(HeadroomDbusManager *daemon, const App &app,
                                                       bool force)
{
    PendingResult pending("headroomd");
    g_autoptr(GError) error = nullptr;
    if (force) {
        headroom_dbus_manager_call_end(daemon, app.id.c_str(), nullptr, PendingResult::arrived,
                                       &pending);
        (void)headroom_dbus_manager_call_end_finish(daemon, pending.result(), &error);
    } else {
        headroom_dbus_manager_call_close(daemon, app.id.c_str(), nullptr, PendingResult::arrived,
                                         &pending);
        (void)headroom_dbus_manager_call_close_finish(daemon, pending.result(), &error);
    }
    if (error != nullptr)
        return std::unexpected(failed_call(error, "headroomd"));
    // Translators: %s is an app's name.
    return {{formatted(C_("outcome: a sentence", "%s was asked to quit."), app.name.c_str())}};
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
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "close",
        .parameters = C_("parameter", "APP…"),
        .summary =
            C_("help: what the command does, third person",
               "Asks an app to quit, and resumes it first if it is paused. It is not killed."),
        .output = &output};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    return for_each_app(*words, output, [force](HeadroomDbusManager *daemon, const App &app) {
        return close(daemon, app, force != FALSE);
    });
}

} // namespace headroom::ctl

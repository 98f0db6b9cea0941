// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "commands.h"
#include "session_bus.h"
#include "terminal_text.h"
#include "waiting.h"

namespace headroom::ctl {

Outcome close_app(int argc, char **argv)
{
    const Usage usage{"close", C_("parameter", "APP"),
                      C_("help: what the command does, third person", "Asks an app to quit, and thaws it first if it is frozen. It is not killed.")};
    const auto asked = app_asked_for(usage, argc, argv);
    if (!asked)
        return std::unexpected(asked.error());

    PendingResult pending("headroomd");
    headroom_dbus_manager_call_close(asked->daemon.get(), asked->app.id.c_str(), nullptr, PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_close_finish(asked->daemon.get(), pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    // Translators: %s is an app's name.
    g_print("%s\n", printable(formatted(C_("outcome: a sentence", "%s was asked to quit."), asked->app.name.c_str())).c_str());
    return Succeeded;
}

} // namespace headroom::ctl

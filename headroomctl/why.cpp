// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "commands.h"
#include "session_bus.h"
#include "terminal_text.h"
#include "waiting.h"

namespace headroom::ctl {

Outcome why(int argc, char **argv)
{
    const Usage usage{"why", C_("parameter", "APP"),
                      C_("help: what the command does, third person",
                         "Explains what is in force for an app, what was last done to it, and what "
                         "Headroom won't do to it.")};
    const auto asked = find_app_argument(usage, argc, argv);
    if (!asked)
        return std::unexpected(asked.error());

    PendingResult pending("headroomd");
    headroom_dbus_manager_call_explain(asked->daemon.get(), asked->app.id.c_str(), nullptr,
                                       PendingResult::arrived, &pending);
    g_auto(GStrv) sentences = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_explain_finish(asked->daemon.get(), &sentences,
                                                   pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    for (char **sentence = sentences; *sentence != nullptr; ++sentence)
        g_print("%s\n", plain_text(*sentence).c_str());
    return Succeeded;
}

} // namespace headroom::ctl

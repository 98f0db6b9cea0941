// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "commands.h"

namespace headroom::ctl {

namespace {

std::string described(std::span<const Command> commands)
{
    std::string result = _("Commands:");
    for (const Command &command : commands) {
        if (command.summary != nullptr)
            result += formatted("\n  %-8s %s", command.name, _(command.summary));
    }
    // Translators: COMMAND is what you call it in "COMMAND …".
    return result + "\n\n" + _("\"headroomctl COMMAND --help\" tells more about each.");
}

} // namespace

Outcome no_command(std::span<const Command> commands, int argc, char **argv)
{
    g_set_prgname("headroomctl");
    gboolean version = FALSE;
    const GOptionEntry options[] = {
        {"version", 0, 0, G_OPTION_ARG_NONE, &version, N_("Show the version and exit"), nullptr},
        {},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(C_("parameter", "COMMAND …"));
    g_option_context_set_summary(context, _("Talks to headroomd, which keeps the app in front of you responsive."));
    g_option_context_set_description(context, described(commands).c_str());
    g_option_context_add_main_entries(context, options, GETTEXT_PACKAGE);
    // Options behind an unknown command aren't ours to judge.
    g_option_context_set_strict_posix(context, TRUE);
    g_autoptr(GError) error = nullptr;
    if (!g_option_context_parse(context, &argc, &argv, &error))
        // Translators: a sentence from elsewhere that lacks its full stop.
        return wrong_usage(formatted(_("%s."), error->message));
    if (version != FALSE) {
        g_print("headroomctl %s\n", HEADROOM_VERSION);
        return Succeeded;
    }
    if (argc > 1)
        return wrong_usage(formatted(_("There is no command \"%s\"."), argv[1]));
    return wrong_usage(_("No command was given."));
}

} // namespace headroom::ctl

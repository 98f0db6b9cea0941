// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <utility>

#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"

namespace headroom::ctl {

namespace {

std::string listed_commands()
{
    std::string result = C_("help: heading of the list of commands", "Commands:");
    constexpr int longest_name = sizeof("enable-extension") - 1;
    for (const Command &command : all_commands()) {
        if (command.summary != nullptr)
            result += formatted("\n  %-*s  %s", longest_name, command.name,
                                g_dpgettext2(nullptr, summary_context, command.summary));
    }
    // Translators: COMMAND is what you call it in "COMMAND …".
    return result + "\n\n"
        + C_("help: a sentence below the list of commands",
             "\"headroomctl COMMAND --help\" explains each.");
}

std::string listed_statuses()
{
    const std::pair<int, const char *> statuses[] = {
        {Succeeded, C_("help: what an exit status means", "Success")},
        {Refused, C_("help: what an exit status means", "The request was refused, or has failed")},
        {WrongUsage, C_("help: what an exit status means", "Invalid usage")},
        {NotReachable,
         C_("help: what an exit status means", "headroomd is not running, or does not respond")},
        {NoSuchApp, C_("help: what an exit status means", "There is no such app")},
    };
    std::string result = C_("help: heading of a list", "Exit status:");
    for (const auto &[status, meaning] : statuses)
        result += formatted("\n  %d  %s", status, meaning);
    return result;
}

} // namespace

std::unexpected<Failure> no_such_command(const char *name)
{
    return wrong_usage(formatted(
        C_("error in the command line: a sentence", "There is no command \"%s\"."), name));
}

Outcome no_command(int argc, char **argv)
{
    g_set_prgname("headroomctl");
    gboolean version = FALSE;
    const GOptionEntry options[] = {
        {"version", 0, 0, G_OPTION_ARG_NONE, &version,
         C_("option: what it does, a verb phrase", "Show the version and exit"), nullptr},
        {},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(C_("parameter", "[COMMAND …]"));
    g_option_context_set_summary(context,
                                 C_("help: what the command does, third person",
                                    "Controls headroomd, which keeps the active app responsive."));
    g_option_context_set_description(context,
                                     (listed_commands() + "\n\n" + listed_statuses()).c_str());
    g_option_context_add_main_entries(context, options, translated_already);
    g_autoptr(GError) error = nullptr;
    if (!g_option_context_parse(context, &argc, &argv, &error))
        return wrong_usage(
            formatted(C_("error: a sentence from elsewhere that lacks its full stop", "%s."),
                      error->message));
    if (version != FALSE)
        g_print("headroomctl %s\n", HEADROOM_VERSION);
    return Succeeded;
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <clocale>
#include <string_view>

#include <glib/gi18n.h>

#include "commands.h"

using namespace headroom;

int main(int argc, char **argv)
{
    static constexpr ctl::Command commands[] = {
        // Translators: each of these says in a few words what a command does, in the list that "headroomctl --help" prints.
        {"status", ctl::status, N_("Show the apps, and how short the machine is")},
        {"top", ctl::top, N_("The same, kept current, with keys to freeze and thaw")},
        {"run", ctl::run, N_("Run a command in a unit of its own")},
        {"freeze", ctl::freeze, N_("Stop an app until it is needed")},
        {"thaw", ctl::thaw, N_("Let a frozen app go on")},
        {"why", ctl::why, N_("Explain what Headroom did to an app, or won't do")},
        {"history", ctl::history, N_("Show what Headroom did lately, and why")},
        {"hold", ctl::hold, N_("Keep an app from being frozen while a command runs")},
        {"close", ctl::close_app, N_("Ask an app to quit")},
        {"doctor", ctl::doctor, N_("Check what works on this machine, and what to do about the rest")},
        {"record", ctl::record, N_("Write all that happens to a file, for headroomd --replay")},
        {"settings", ctl::settings, N_("Show what can be chosen, and what is")},
        {"set", ctl::set, N_("Change a setting")},
        {"complete-apps", ctl::complete_apps, nullptr},
        {"complete-settings", ctl::complete_settings, nullptr},
    };
    std::setlocale(LC_ALL, "");
    bindtextdomain(GETTEXT_PACKAGE, HEADROOM_LOCALEDIR);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);

    const auto chosen = std::ranges::find(commands, std::string_view(argc > 1 ? argv[1] : ""), &ctl::Command::name);
    if (chosen == std::end(commands))
        return ctl::report(ctl::no_command(commands, argc, argv));
    return ctl::report(chosen->perform(argc - 1, argv + 1));
}

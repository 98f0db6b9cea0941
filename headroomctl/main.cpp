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
        {"status", ctl::status,
         NC_("list of commands: a verb phrase", "Show the apps, and how short the machine is")},
        // Translators: the same as "status" shows.
        {"top", ctl::top,
         NC_("list of commands: a verb phrase",
             "The same, kept current, with keys to freeze and thaw")},
        {"run", ctl::run,
         NC_("list of commands: a verb phrase", "Run a command in a unit of its own")},
        {"freeze", ctl::freeze,
         NC_("list of commands: a verb phrase", "Freeze an app until it is needed")},
        {"thaw", ctl::thaw, NC_("list of commands: a verb phrase", "Thaw a frozen app")},
        {"why", ctl::why,
         NC_("list of commands: a verb phrase",
             "Explain what Headroom did to an app, or won't do")},
        {"history", ctl::history,
         NC_("list of commands: a verb phrase", "Show what Headroom did lately, and why")},
        {"hold", ctl::hold,
         NC_("list of commands: a verb phrase",
             "Keep an app from being frozen while a command runs")},
        {"close", ctl::close_app, NC_("list of commands: a verb phrase", "Ask an app to quit")},
        {"doctor", ctl::doctor,
         NC_("list of commands: a verb phrase",
             "Check what works on this machine, and how to fix the rest")},
        {"enable-extension", ctl::enable_extension,
         NC_("list of commands: a verb phrase", "Switch Headroom's extension in GNOME Shell on")},
        {"record", ctl::record,
         NC_("list of commands: a verb phrase",
             "Write all that happens to a file, for headroomd --replay")},
        {"settings", ctl::settings,
         NC_("list of commands: a verb phrase", "List the settings and their values")},
        {"set", ctl::set, NC_("list of commands: a verb phrase", "Change a setting")},
        {"complete-apps", ctl::complete_apps, nullptr},
        {"complete-settings", ctl::complete_settings, nullptr},
    };
    std::setlocale(LC_ALL, "");
    bindtextdomain(GETTEXT_PACKAGE, HEADROOM_LOCALEDIR);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);

    const auto chosen =
        std::ranges::find(commands, std::string_view(argc > 1 ? argv[1] : ""), &ctl::Command::name);
    if (chosen == std::end(commands))
        return ctl::report(ctl::no_command(commands, argc, argv));
    return ctl::report(chosen->perform(argc - 1, argv + 1));
}

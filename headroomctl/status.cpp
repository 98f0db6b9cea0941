// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "situation.h"
#include "terminal_text.h"

namespace headroom::ctl {

Outcome status(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry options[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json,
         C_("option: what it does, a verb phrase", "Write JSON, as headroomctl(1) describes it"),
         nullptr},
        {},
    };
    const Usage usage{"status", nullptr,
                      C_("help: what the command does, third person",
                         "Shows the apps that Headroom knows, and how short the machine is.")};
    if (const auto words = parse_arguments(usage, options, argc, argv); !words)
        return std::unexpected(words.error());
    const auto situation = present_situation();
    if (!situation)
        return std::unexpected(situation.error());
    if (json != FALSE)
        // UTF-8 in every locale, unlike g_print().
        std::puts(situation_as_json(*situation).c_str());
    else
        g_print("%s", situation_as_text(*situation, colours_wanted()).c_str());
    return Succeeded;
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "json_members.h"
#include "situation.h"

namespace headroom::ctl {

Outcome status(int argc, char **argv)
{
    Output output(situation_columns());
    const Usage usage{.command = "status",
                      .parameters = nullptr,
                      .summary =
                          C_("help: what the command does, third person",
                             "Shows the apps that Headroom knows, and the level of pressure."),
                      .output = &output};
    if (const auto words = parse_arguments(usage, {}, argc, argv); !words)
        return std::unexpected(words.error());
    const auto situation = present_situation();
    if (!situation)
        return std::unexpected(situation.error());
    if (output.json != FALSE)
        print_json(situation_as_json(*situation));
    else
        print_document(situation_as_text(*situation, output), output);
    return Succeeded;
}

} // namespace headroom::ctl

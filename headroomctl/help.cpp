// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <array>
#include <string_view>

#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"

namespace headroom::ctl {

/// The same as --help with or without that command. GLib prints it and ends the program.
Outcome help(int argc, char **argv)
{
    const Usage usage{"help", C_("parameter", "[COMMAND]"),
                      C_("help: what the command does, third person",
                         "Explains a command, or lists all of them.")};
    const auto words = parse_arguments(usage, {}, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (words->size() > 1)
        return wrong_usage(C_("error in the command line: a request", "Name one command."));
    char option[] = "--help";
    std::string name = words->empty() ? "headroomctl" : words->front();
    std::array<char *, 3> command_line{name.data(), option, nullptr};
    if (words->empty())
        return no_command(2, command_line.data());
    const auto commands = all_commands();
    const auto found = std::ranges::find(commands, std::string_view(name), &Command::name);
    if (found == commands.end() || found->summary == nullptr)
        return no_such_command(name.c_str());
    return found->perform(2, command_line.data());
}

} // namespace headroom::ctl

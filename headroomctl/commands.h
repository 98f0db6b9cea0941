// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <span>

#include "failure.h"

namespace headroom::ctl {

// Each command is in the file of its name. argv begins with the command's name.
Outcome close_app(int argc, char **argv); // close() is the C library's
Outcome complete_apps(int argc, char **argv);
Outcome complete_settings(int argc, char **argv);
Outcome disable_for(int argc, char **argv);
Outcome doctor(int argc, char **argv);
Outcome enable(int argc, char **argv);
Outcome enable_extension(int argc, char **argv);
Outcome freeze(int argc, char **argv);
Outcome help(int argc, char **argv);
Outcome history(int argc, char **argv);
Outcome hold(int argc, char **argv);
Outcome jobs(int argc, char **argv);
Outcome measure(int argc, char **argv);
Outcome metrics(int argc, char **argv);
Outcome record(int argc, char **argv);
Outcome run(int argc, char **argv);
Outcome set(int argc, char **argv);
Outcome settings(int argc, char **argv);
Outcome status(int argc, char **argv);
Outcome thaw(int argc, char **argv);
Outcome top(int argc, char **argv);
Outcome why(int argc, char **argv);

struct Command {
    const char *name;
    Outcome (*perform)(int argc, char **argv);
    /// NC_(summary_context, …), for the list in "headroomctl --help". nullptr: not for users.
    const char *summary;
};

/// For translators, as in the table.
constexpr const char *summary_context = "list of commands: a verb phrase";

[[nodiscard]] std::span<const Command> all_commands();

[[nodiscard]] std::unexpected<Failure> no_such_command(const char *name);

/// Without a command: --help and --version.
Outcome no_command(int argc, char **argv);

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>

#include <glib.h>

namespace headroom::ctl {

/// What headroomctl ends with; `run` adds 126, 127 and whatever its command ends with.
enum ExitStatus {
    Succeeded = 0,
    Refused = 1,      ///< asked for, and not done
    WrongUsage = 2,   ///< nobody was asked
    NotReachable = 3, ///< no headroomd, no session bus, or no answer
};

/// Why a command ends early. An empty sentence: all has been said already.
struct Failure {
    int status = Refused;
    std::string sentence;
};

/// A command's exit status, or what kept it from its work.
using Outcome = std::expected<int, Failure>;

[[nodiscard]] std::string formatted(const char *format, ...) G_GNUC_PRINTF(1, 2);

/// Names the command that `--help` can be asked of, since a wrong usage is best answered with the right one.
[[nodiscard]] std::unexpected<Failure> wrong_usage(const std::string &sentence);

/// Says what went wrong on stderr and returns the status for the shell. Notices output that couldn't be written, too.
[[nodiscard]] int report(const Outcome &outcome);

} // namespace headroom::ctl

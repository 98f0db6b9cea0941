// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>

#include <glib.h>

namespace headroom::ctl {

/// headroomctl's exit statuses, those of systemctl as far as it has them. `run` adds 126, 127
/// and its command's own.
enum ExitStatus {
    Succeeded = 0,
    Refused = 1, ///< the request was not carried out
    WrongUsage = 2, ///< no request was made
    NotReachable = 3, ///< no headroomd, no session bus, or no answer
    NoSuchApp = 4,
};

/// Why a command ends early. An empty sentence: everything has been printed already.
struct Failure {
    int status = Refused;
    std::string sentence;
    /// For programs, whatever the language: "refused". Empty: code_of() derives it from the status.
    std::string code = {};
};

[[nodiscard]] std::string code_of(const Failure &failure);

/// A command's exit status, or the failure that prevented it.
using Outcome = std::expected<int, Failure>;

[[nodiscard]] std::string formatted(const char *format, ...) G_GNUC_PRINTF(1, 2);

/// Adds a hint to the command's `--help`, since that shows the right usage.
[[nodiscard]] std::unexpected<Failure> wrong_usage(const std::string &sentence);

/// Prints the failure on stderr and returns the exit status. Also detects output that could not be
/// written.
[[nodiscard]] int report(const Outcome &outcome);

} // namespace headroom::ctl

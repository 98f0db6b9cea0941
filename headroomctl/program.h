// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <vector>

#include <gio/gio.h>

#include "failure.h"

namespace headroom::ctl {

inline constexpr int found_but_not_executable = 126; ///< the status of shells for that

/// Searches for a program like execvp(), and fails like a shell: status 127 if there is none, 126
/// if it cannot be executed.
[[nodiscard]] std::expected<std::string, Failure> find_program(const std::string &name);

/// A command's words with blanks between them, as UTF-8. For users to read, not for a shell.
[[nodiscard]] std::string joined(const std::vector<std::string> &words);

/// A program that was found, and whose execution failed with this errno. ENOENT: its interpreter is
/// missing.
[[nodiscard]] Failure not_executed(const std::string &name, int error);

/// The exit status for a command that has ended, as in shells: its own, or 128 plus the number of
/// the signal.
[[nodiscard]] int status_of(GSubprocess *ended);

} // namespace headroom::ctl

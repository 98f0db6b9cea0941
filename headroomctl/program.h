// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "failure.h"

namespace headroom::ctl {

/// Looks for a program as execvp() does, and fails as a shell does: status 127 if there is none, 126 if it can't be executed.
[[nodiscard]] std::expected<std::string, Failure> find_program(const std::string &name);

/// A command's words with blanks between them, as UTF-8: for people, not for a shell.
[[nodiscard]] std::string joined(const std::vector<std::string> &words);

/// The same verdict about an execvp() that has failed.
[[nodiscard]] Failure not_executed(const std::string &name, int error);

} // namespace headroom::ctl

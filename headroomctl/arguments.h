// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include <glib.h>

#include "failure.h"

namespace headroom::ctl {

struct Usage {
    const char *command;    ///< "freeze"
    const char *parameters; ///< "APP", as it stands in the first line of the help; nullptr for none
    const char *summary;
    bool options_end_at_first_word = false; ///< what follows belongs to somebody else's command
};

/// The domain that GLib shall translate options' words with: none. It knows no contexts, so these words are given to it as they are to be shown.
constexpr const char *translated_already = nullptr;

/// Reads the options into where `options` points, and returns the other words. `--help` is answered on the spot, and ends the program.
[[nodiscard]] std::expected<std::vector<std::string>, Failure>
parse_arguments(const Usage &usage, std::span<const GOptionEntry> options, int argc, char **argv);

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glib.h>

#include "failure.h"
#include "output.h"

namespace headroom::ctl {

struct Usage {
    const char *command;    ///< "freeze"
    /// "APP", as in the first line of the help. nullptr: none.
    const char *parameters;
    const char *summary;
    /// What follows the first word belongs to another program's command.
    bool options_end_at_first_word = false;
    /// What is chosen about the output. nullptr: there is no choice.
    Output *output = nullptr;
};

/// The translation domain for GLib: none. GLib supports no contexts, so options' texts are
/// translated before it gets them.
constexpr const char *translated_already = nullptr;

/// Stores the options where `options` points, and returns the other words. `--help` prints the help
/// and ends the program.
[[nodiscard]] std::expected<std::vector<std::string>, Failure>
parse_arguments(const Usage &usage, std::span<const GOptionEntry> options, int argc, char **argv);

/// Whether the next word is this option's value, of the commands that execute another one.
[[nodiscard]] bool takes_next_word(std::string_view option);

} // namespace headroom::ctl

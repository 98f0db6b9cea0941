// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <vector>

#include <glib.h>

#include "failure.h"

namespace headroom::ctl {

/// How a command prints. parse_arguments() adds the options to those of the command.
struct Output {
    enum class Kind {
        Sentence, ///< --json
        Document, ///< --json, --color, --no-pager
    };

    explicit Output(Kind of_command) : kind(of_command) {}
    ~Output();
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    /// For the parser.
    [[nodiscard]] std::vector<GOptionEntry> options();
    /// After the parser. Fails for values that make no sense.
    [[nodiscard]] std::expected<void, Failure> settle();

    const Kind kind;
    gboolean json = FALSE;
    bool coloured = false;

    gboolean no_pager = FALSE;
    char *color = nullptr; ///< as given
};

/// Prints the text on stdout, through a pager if it is a terminal.
void print_document(const std::string &text, const Output &output);

} // namespace headroom::ctl

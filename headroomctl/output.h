// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <utility>
#include <vector>

#include <glib.h>

#include "failure.h"

namespace headroom::ctl {

/// How a command prints. parse_arguments() adds the options to those of the command.
struct Output {
    enum class Kind {
        Sentence, ///< --json
        Document, ///< --json, --color, --no-pager
        Table, ///< these, --columns, --noheadings and --raw
    };

    explicit Output(Kind of_command) : kind(of_command) {}
    /// names: all that --columns may name.
    explicit Output(std::vector<std::string> names)
        : kind(Kind::Table), column_names(std::move(names))
    {
    }
    ~Output();
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    /// For the parser.
    [[nodiscard]] std::vector<GOptionEntry> options();
    /// For the help: what --columns may name. Empty: there is no such option.
    [[nodiscard]] std::string description() const;
    /// After the parser. Fails for values that make no sense.
    [[nodiscard]] std::expected<void, Failure> settle();

    /// As given, in this order. Empty: no choice was made.
    [[nodiscard]] std::vector<std::string> chosen_columns() const;
    /// Whether nothing but the table is wanted.
    [[nodiscard]] bool is_for_table_only() const;

    const Kind kind;
    const std::vector<std::string> column_names;
    gboolean json = FALSE;
    bool coloured = false;

    gboolean no_pager = FALSE;
    char *color = nullptr; ///< as given
    char *columns = nullptr; ///< as given
    gboolean no_headings = FALSE;
    gboolean raw = FALSE;
};

/// Prints the text on stdout, through a pager if it is a terminal.
void print_document(const std::string &text, const Output &output);

} // namespace headroom::ctl

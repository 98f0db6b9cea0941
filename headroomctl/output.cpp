// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <glib/gi18n.h>

#include "pager.h"
#include "terminal_text.h"
#include "words.h"

namespace headroom::ctl {

namespace {

std::vector<GOptionEntry> table_options(Output &output)
{
    return {{"columns", 'o', 0, G_OPTION_ARG_FILENAME, &output.columns,
             C_("option: what its value says", "The columns to show, separated by commas"),
             // Translators: placeholder for names of columns in --columns=LIST.
             C_("value of an option: a noun", "LIST")},
            {"noheadings", 0, 0, G_OPTION_ARG_NONE, &output.no_headings,
             C_("option: what it does, a verb phrase", "Leave the headings out"), nullptr},
            {"raw", 0, 0, G_OPTION_ARG_NONE, &output.raw,
             C_("option: what it does, a verb phrase", "Do not align columns, for programs"),
             nullptr}};
}

} // namespace

Output::~Output()
{
    g_free(color);
    g_free(columns);
}

std::vector<GOptionEntry> Output::options()
{
    std::vector<GOptionEntry> entries{
        {"json", 0, 0, G_OPTION_ARG_NONE, &json,
         C_("option: what it does, a verb phrase", "Write JSON, as headroomctl(1) describes it"),
         nullptr}};
    if (kind != Kind::Sentence) {
        entries.push_back(
            {"color", 0, 0, G_OPTION_ARG_FILENAME, &color,
             // Translators: auto, always and never are the option's values.
             C_("option: what its value says", "Whether to use colors: auto, always or never"),
             // Translators: placeholder for auto, always or never in --color=WHEN.
             C_("value of an option: a noun", "WHEN")});
        entries.push_back(
            {"no-pager", 0, 0, G_OPTION_ARG_NONE, &no_pager,
             C_("option: what it does, a verb phrase", "Do not pipe long output into a pager"),
             nullptr});
    }
    if (kind == Kind::Table)
        std::ranges::move(table_options(*this), std::back_inserter(entries));
    return entries;
}

std::string Output::description() const
{
    if (kind != Kind::Table)
        return {};
    // Translators: %s is a list of names that stay as they are.
    return formatted(C_("help: a label before a list of names", "Columns: %s"),
                     listed(column_names).c_str());
}

std::expected<void, Failure> Output::settle()
{
    const std::string_view when = color != nullptr ? color : "auto";
    if (when != "auto" && when != "always" && when != "never")
        // Translators: %s is what the user has typed; the three values stay as they are.
        return wrong_usage(formatted(C_("error in the command line: a sentence",
                                        "\"%s\" is not one of auto, always and never."),
                                     color));
    if (json != FALSE && is_for_table_only())
        return wrong_usage(C_("error in the command line: a sentence",
                              "--columns, --noheadings and --raw are for tables, not for JSON."));
    for (const std::string &column : chosen_columns()) {
        if (!std::ranges::contains(column_names, column))
            // Translators: what the user has typed, and a list of names.
            return wrong_usage(formatted(C_("error in the command line: a sentence",
                                            "There is no column \"%s\". There are: %s."),
                                         column.c_str(), listed(column_names).c_str()));
    }
    coloured = when == "auto" ? colours_wanted() : when == "always";
    return {};
}

std::vector<std::string> Output::chosen_columns() const
{
    std::vector<std::string> result;
    g_auto(GStrv) names = columns != nullptr ? g_strsplit(columns, ",", 0) : nullptr;
    for (char **name = names; name != nullptr && *name != nullptr; ++name) {
        g_autofree char *lower = g_ascii_strdown(*name, -1);
        result.emplace_back(lower);
    }
    // "-o ''" splits into nothing, which names no column either.
    if (columns != nullptr && result.empty())
        result.emplace_back();
    return result;
}

bool Output::is_for_table_only() const
{
    return columns != nullptr || no_headings != FALSE || raw != FALSE;
}

void print_document(const std::string &text, const Output &output)
{
    if (output.no_pager != FALSE || !shown_in_pager(text))
        g_print("%s", text.c_str());
}

} // namespace headroom::ctl

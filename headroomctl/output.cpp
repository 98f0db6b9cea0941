// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include <string_view>

#include <glib/gi18n.h>

#include "pager.h"
#include "terminal_text.h"

namespace headroom::ctl {

Output::~Output()
{
    g_free(color);
}

std::vector<GOptionEntry> Output::options()
{
    std::vector<GOptionEntry> entries{
        {"json", 0, 0, G_OPTION_ARG_NONE, &json,
         C_("option: what it does, a verb phrase", "Write JSON, as headroomctl(1) describes it"),
         nullptr}};
    if (kind == Kind::Document) {
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
    return entries;
}

std::expected<void, Failure> Output::settle()
{
    const std::string_view when = color != nullptr ? color : "auto";
    if (when != "auto" && when != "always" && when != "never")
        // Translators: %s is what the user has typed; the three values stay as they are.
        return wrong_usage(formatted(C_("error in the command line: a sentence",
                                        "\"%s\" is not one of auto, always and never."),
                                     color));
    coloured = when == "auto" ? colours_wanted() : when == "always";
    return {};
}

void print_document(const std::string &text, const Output &output)
{
    if (output.no_pager != FALSE || !shown_in_pager(text))
        g_print("%s", text.c_str());
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "arguments.h"

#include <algorithm>
#include <array>

#include <glib/gi18n.h>

namespace headroom::ctl {

std::expected<std::vector<std::string>, Failure>
parse_arguments(const Usage &usage, std::span<const GOptionEntry> options, int argc, char **argv)
{
    g_set_prgname(formatted("headroomctl %s", usage.command).c_str());
    g_auto(GStrv) words = nullptr;
    const GOptionEntry remaining[] = {
        // GOption leaves the bytes of file names alone. So the words are declared as file names: a
        // command's arguments need not be UTF-8.
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &words, nullptr, usage.parameters},
        {},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(nullptr);
    g_option_context_set_summary(context, usage.summary);
    g_option_context_set_strict_posix(context, usage.options_end_at_first_word);
    if (!options.empty())
        g_option_context_add_main_entries(context, options.data(), translated_already);
    if (usage.output != nullptr) {
        std::vector<GOptionEntry> entries = usage.output->options();
        entries.push_back({});
        g_option_context_add_main_entries(context, entries.data(), translated_already);
        g_option_context_set_description(context, usage.output->description().c_str());
    }
    g_option_context_add_main_entries(context, remaining, translated_already);

    g_autoptr(GError) error = nullptr;
    if (!g_option_context_parse(context, &argc, &argv, &error))
        return wrong_usage(
            formatted(C_("error: a sentence from elsewhere that lacks its full stop", "%s."),
                      error->message));
    if (usage.output != nullptr) {
        if (const auto settled = usage.output->settle(); !settled)
            return std::unexpected(settled.error());
    }
    std::vector<std::string> result;
    for (char **word = words; word != nullptr && *word != nullptr; ++word)
        result.emplace_back(*word);
    if (usage.parameters == nullptr && !result.empty())
        // Translators: %s is an unexpected word on the command line.
        return wrong_usage(
            formatted(C_("error in the command line: a sentence", "Unexpected argument: \"%s\"."),
                      result.front().c_str()));
    return result;
}

bool takes_next_word(std::string_view option)
{
    constexpr std::array<std::string_view, 5> those{"--app", "--need", "--reason", "--jobs", "-j"};
    return std::ranges::contains(those, option);
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "words.h"

#include <algorithm>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

/// For translators, as in the table.
constexpr const char *level_context = "level of pressure";
constexpr Word levels[] = {
    {"calm", NC_("level of pressure", "calm"), Ink::Green},
    {"uneasy", NC_("level of pressure", "uneasy"), Ink::Yellow},
    {"high", NC_("level of pressure", "high"), Ink::Red},
    {"critical", NC_("level of pressure", "critical"), Ink::Red},
    {"unknown", NC_("level of pressure", "unknown"), Ink::Dim},
};

constexpr const char *state_context = "state of an app";
constexpr Word states[] = {
    {"running", NC_("state of an app", "running"), Ink::Plain},
    {"napped", NC_("state of an app", "slowed down"), Ink::Yellow},
    {"freezing", NC_("state of an app", "pausing"), Ink::Yellow},
    {"frozen", NC_("state of an app", "paused"), Ink::Yellow},
};

} // namespace

/// A word that is newer than this program is shown as received.
Cell shown(const char *context, std::span<const Word> words, const std::string &from_bus)
{
    const auto found = std::ranges::find(words, from_bus, &Word::from_bus);
    return found != words.end() ? Cell{g_dpgettext2(nullptr, context, found->shown), found->ink}
                                : Cell{from_bus};
}

Cell level_word(const std::string &from_bus)
{
    return shown(level_context, levels, from_bus);
}

Cell state_word(const std::string &from_bus)
{
    return shown(state_context, states, from_bus);
}

const char *npgettext(const char *context, const char *one, const char *many, unsigned long number)
{
    // The form of keys in catalogs. ngettext() returns its argument if it finds no translation;
    // that must not be shown.
    const std::string in_context = std::string(context) + '\004' + one;
    const char *found = ngettext(in_context.c_str(), many, number);
    return found == in_context.c_str() ? one : found;
}

Ink ink_of_wait(double percent)
{
    constexpr double much = 20;
    constexpr double some = 5;
    if (percent >= much)
        return Ink::Red;
    return percent >= some ? Ink::Yellow : Ink::Plain;
}

std::string listed(std::span<const std::string> names)
{
    std::string result;
    for (const std::string &name : names)
        result += (result.empty() ? "" : ", ") + name;
    return result;
}

std::string bytes(std::uint64_t count)
{
    g_autofree char *size = g_format_size_full(count, G_FORMAT_SIZE_IEC_UNITS);
    // Tables are never wrapped, and some locales cannot show a no-break space.
    g_auto(GStrv) parts = g_strsplit(size, "\u00a0", -1);
    g_autofree char *plain = g_strjoinv(" ", parts);
    return plain;
}

} // namespace headroom::ctl

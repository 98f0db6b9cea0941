// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "words.h"

#include <algorithm>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

constexpr Word levels[] = {
    // Translators: how short of memory, CPU and disk the machine is.
    {"calm", N_("calm"), Ink::Green},
    {"uneasy", N_("uneasy"), Ink::Yellow},
    {"high", N_("high"), Ink::Red},
    {"critical", N_("critical"), Ink::Red},
    {"unknown", N_("unknown"), Ink::Dim},
};

constexpr Word states[] = {
    // Translators: the state of an app.
    {"running", N_("running"), Ink::Plain},
    {"napped", N_("napped"), Ink::Yellow},
    {"freezing", N_("freezing"), Ink::Yellow},
    {"frozen", N_("frozen"), Ink::Yellow},
};

} // namespace

/// A word that is newer than this program is shown as it came.
Cell shown(std::span<const Word> words, const std::string &from_bus)
{
    const auto found = std::ranges::find(words, from_bus, &Word::from_bus);
    return found != words.end() ? Cell{_(found->shown), found->ink} : Cell{from_bus};
}

Cell level_word(const std::string &from_bus)
{
    return shown(levels, from_bus);
}

Cell state_word(const std::string &from_bus)
{
    return shown(states, from_bus);
}

std::string bytes(std::uint64_t count)
{
    g_autofree char *size = g_format_size_full(count, G_FORMAT_SIZE_IEC_UNITS);
    // Nothing is wrapped in a table, and a no-break space cannot be shown in every locale.
    g_auto(GStrv) parts = g_strsplit(size, "\u00a0", -1);
    g_autofree char *plain = g_strjoinv(" ", parts);
    return plain;
}

} // namespace headroom::ctl

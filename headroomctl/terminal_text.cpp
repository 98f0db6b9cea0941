// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "terminal_text.h"

#include <unistd.h>

#include <glib.h>

namespace headroom::ctl {

namespace {

std::size_t width_of(gunichar character)
{
    if (g_unichar_iszerowidth(character))
        return 0;
    return g_unichar_iswide(character) ? 2 : 1;
}

} // namespace

std::string in_the_locale(const std::string &text)
{
    const char *charset = nullptr;
    if (g_get_charset(&charset) != FALSE)
        return text;
    g_autofree char *converted =
        g_convert_with_fallback(text.c_str(), -1, charset, "UTF-8", "?", nullptr, nullptr, nullptr);
    return converted != nullptr ? converted : "";
}

std::string from_the_locale(const std::string &text)
{
    g_autofree char *converted = g_locale_to_utf8(text.c_str(), -1, nullptr, nullptr, nullptr);
    return converted != nullptr ? converted : "";
}

const char *sequence(Ink ink)
{
    switch (ink) {
    case Ink::Plain: return "";
    case Ink::Bold: return "\033[1m";
    case Ink::Dim: return "\033[2m";
    case Ink::Green: return "\033[32m";
    case Ink::Yellow: return "\033[33m";
    case Ink::Red: return "\033[1;31m";
    }
    return "";
}

bool colours_wanted()
{
    const char *refused = g_getenv("NO_COLOR");
    if (refused != nullptr && *refused != '\0')
        return false;
    return isatty(STDOUT_FILENO) == 1 && g_strcmp0(g_getenv("TERM"), "dumb") != 0;
}

std::string inked(std::string_view text, Ink ink, bool coloured)
{
    if (!coloured || ink == Ink::Plain || text.empty())
        return std::string(text);
    return std::string(sequence(ink)).append(text).append("\033[0m");
}

std::size_t display_width(std::string_view text)
{
    const std::string shown = plain_text(text);
    std::size_t width = 0;
    for (const char *at = shown.c_str(); *at != '\0'; at = g_utf8_next_char(at))
        width += width_of(g_utf8_get_char(at));
    return width;
}

std::string fitted(std::string_view text, std::size_t columns)
{
    std::string shown = plain_text(text);
    if (display_width(shown) <= columns)
        return shown;
    std::string result;
    std::size_t width = 0;
    for (const char *at = shown.c_str(); *at != '\0'; at = g_utf8_next_char(at)) {
        width += width_of(g_utf8_get_char(at));
        if (width > columns - 1)
            break;
        result.append(at, g_utf8_next_char(at));
    }
    return result + "…";
}

} // namespace headroom::ctl

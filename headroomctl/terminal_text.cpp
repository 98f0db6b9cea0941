// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "terminal_text.h"

#include <unistd.h>

#include <glib.h>

#include "sys/valid_text.h"

namespace headroom::ctl {

namespace {

std::size_t width_of(gunichar character)
{
    if (g_unichar_iszerowidth(character))
        return 0;
    return g_unichar_iswide(character) ? 2 : 1;
}

/// What turns the direction of all that follows it on the line: embeddings, overrides, isolates. The marks (U+200E, U+200F) that names in Hebrew or
/// Arabic need turn nothing but themselves.
bool turns_the_line(gunichar character)
{
    return (character >= 0x202A && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
}

bool drives_the_terminal(gunichar character)
{
    if (turns_the_line(character))
        return true;
    const GUnicodeType type = g_unichar_type(character);
    return type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR;
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

} // namespace

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

std::string printable(std::string_view text)
{
    const CharPtr valid = valid_text(text);
    std::string result;
    for (const char *at = valid.get(); *at != '\0'; at = g_utf8_next_char(at)) {
        if (drives_the_terminal(g_utf8_get_char(at)))
            result += "\uFFFD";
        else
            result.append(at, g_utf8_next_char(at));
    }
    return result;
}

std::size_t display_width(std::string_view text)
{
    const std::string shown = printable(text);
    std::size_t width = 0;
    for (const char *at = shown.c_str(); *at != '\0'; at = g_utf8_next_char(at))
        width += width_of(g_utf8_get_char(at));
    return width;
}

std::string fitted(std::string_view text, std::size_t columns)
{
    std::string shown = printable(text);
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

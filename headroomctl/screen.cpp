// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "screen.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

// ncurses has macros named clear, move and timeout.
#define NCURSES_NOMACROS 1 // NOLINT(cppcoreguidelines-macro-usage): it is how ncurses is told
#define NCURSES_WIDECHAR 1 // NOLINT(cppcoreguidelines-macro-usage)
#include <curses.h>

#include <glib/gi18n.h>

#include "terminal_kind.h"
#include "terminal_rescue.h"

namespace headroom::ctl {

namespace {

/// How long the rest of a key's sequence may take after an escape. ncurses would wait for a second.
constexpr int escape_delay_ms = 25;
constexpr short inks = 3;
constexpr std::array<short, inks> colours{COLOR_GREEN, COLOR_YELLOW, COLOR_RED};

attr_t attributes(Ink ink, bool coloured)
{
    const auto tinted = [coloured](short pair, attr_t otherwise) {
        return coloured ? static_cast<attr_t>(COLOR_PAIR(pair)) | otherwise : otherwise;
    };
    switch (ink) {
    case Ink::Plain: return A_NORMAL;
    case Ink::Bold: return A_BOLD;
    case Ink::Dim: return A_DIM;
    case Ink::Green: return tinted(1, A_NORMAL);
    case Ink::Yellow: return tinted(2, A_NORMAL);
    case Ink::Red: return tinted(3, A_BOLD);
    }
    return A_NORMAL;
}

/// The terminal's string for a terminfo capability. nullptr: the terminal does not have it.
const char *terminal_string(const char *name)
{
    std::string writable = name; // tigetstr() takes a non-const string
    const char *found = tigetstr(writable.data());
    return std::bit_cast<std::intptr_t>(found) == -1 ? nullptr : found;
}

Failure no_terminal()
{
    return {WrongUsage,
            C_("error: a sentence",
               "top needs a terminal. For a program or a pipe, use \"headroomctl status\".")};
}

/// ncurses takes wide characters and converts them to the locale's charset. If that is not UTF-8,
/// it would show escapes for all other characters.
std::wstring wide(const std::string &text)
{
    const char *charset = nullptr;
    std::string shown = plain_text(text);
    if (g_get_charset(&charset) == FALSE) {
        g_autofree char *converted = g_convert_with_fallback(shown.c_str(), -1, charset, "UTF-8",
                                                             "?", nullptr, nullptr, nullptr);
        g_autofree char *back = converted != nullptr
            ? g_convert(converted, -1, "UTF-8", charset, nullptr, nullptr, nullptr)
            : nullptr;
        shown = back != nullptr ? back : "?";
    }
    glong length = 0;
    g_autofree gunichar *characters = g_utf8_to_ucs4_fast(shown.c_str(), -1, &length);
    return {characters, characters + length};
}

} // namespace

std::expected<void, Failure> Screen::possible()
{
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
        return std::unexpected(no_terminal());
    if (!terminal_can_show_a_page()) {
        const char *name = g_getenv("TERM");
        const char *shown = name != nullptr ? name : "";
        // Translators: %s is a kind of terminal, as in TERM: "dumb".
        return std::unexpected(
            Failure{WrongUsage,
                    formatted(C_("error: a sentence",
                                 "The terminal \"%s\" can't show a page. Is TERM set correctly?"),
                              shown)});
    }
    return {};
}

std::expected<std::unique_ptr<Screen>, Failure> Screen::open(bool coloured)
{
    if (const auto can = possible(); !can)
        return std::unexpected(can.error());
    remember_terminal();
    // Not initscr(), which ends the program if it fails.
    if (newterm(nullptr, stdout, stdin) == nullptr)
        return std::unexpected(no_terminal());
    return std::unique_ptr<Screen>(new Screen(coloured));
}

Screen::Screen(bool coloured) : m_coloured(coloured && has_colors())
{
    rescue_terminal_at_a_crash(terminal_string("rmcup"), terminal_string("cnorm"),
                               terminal_string("sgr0"), terminal_string("rmkx"));
    set_escdelay(escape_delay_ms);
    cbreak();
    noecho();
    curs_set(0);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    if (!m_coloured)
        return;
    start_color();
    use_default_colors();
    for (short pair = 0; pair < inks; ++pair)
        init_pair(static_cast<short>(pair + 1), colours.at(static_cast<std::size_t>(pair)), -1);
}

Screen::~Screen()
{
    endwin();
    leave_terminal_alone();
}

ScreenSize Screen::size() const
{
    return {getmaxx(stdscr), getmaxy(stdscr)};
}

void Screen::resized()
{
    winsize now{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0)
        resizeterm(now.ws_row, now.ws_col);
}

void Screen::show(const std::vector<ScreenLine> &lines)
{
    const ScreenSize page = size();
    werase(stdscr);
    for (int line = 0; line < std::min(page.lines, static_cast<int>(lines.size())); ++line) {
        const ScreenLine &shown = lines[static_cast<std::size_t>(line)];
        for (const ScreenText &text : shown.texts)
            draw(text, line, page.columns);
        if (shown.marked)
            mvwchgat(stdscr, line, 0, -1, A_REVERSE, 0, nullptr);
    }
    wrefresh(stdscr);
}

void Screen::draw(const ScreenText &text, int line, int columns) const
{
    if (text.column >= columns)
        return;
    wattrset(stdscr, static_cast<int>(attributes(text.ink, m_coloured)));
    const std::wstring characters =
        wide(fitted(text.text, static_cast<std::size_t>(columns - text.column)));
    mvwaddnwstr(stdscr, line, text.column, characters.c_str(), static_cast<int>(characters.size()));
    wattrset(stdscr, A_NORMAL);
}

KeyPress Screen::key()
{
    const int pressed = wgetch(stdscr);
    switch (pressed) {
    case ERR: return {};
    case KEY_UP: return {Key::Up};
    case KEY_DOWN: return {Key::Down};
    case KEY_PPAGE: return {Key::PageUp};
    case KEY_NPAGE: return {Key::PageDown};
    case KEY_HOME: return {Key::Home};
    case KEY_END: return {Key::End};
    default:
        return g_ascii_isalpha(static_cast<char>(pressed)) != 0 && pressed < 0x80
            ? KeyPress{Key::Letter, static_cast<char>(pressed)}
            : KeyPress{Key::Other};
    }
}

} // namespace headroom::ctl

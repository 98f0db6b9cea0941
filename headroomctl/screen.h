// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "failure.h"
#include "terminal_text.h"

namespace headroom::ctl {

struct ScreenText {
    int column = 0;
    std::string text; ///< UTF-8; drawn as far as the line goes
    Ink ink = Ink::Plain;
};

struct ScreenLine {
    std::vector<ScreenText> texts; ///< from left to right
    bool marked = false; ///< reversed as a whole; what that means has to be said by a sign, too
};

struct ScreenSize {
    int columns = 0;
    int lines = 0;
};

enum class Key { None, Up, Down, PageUp, PageDown, Home, End, Letter, Other };

struct KeyPress {
    Key key = Key::None;
    char letter = '\0'; ///< of Key::Letter
};

/// The terminal as a whole page, which is given back as it was when this ends; also when the program crashes (terminal_rescue.h).
///
/// By ncurses: what terminals can do, what their keys send and which part of a page has changed are its trade.
class Screen {
public:
    /// Whether stdin and stdout are a terminal, and one that can place its cursor.
    [[nodiscard]] static std::expected<void, Failure> possible();
    [[nodiscard]] static std::expected<std::unique_ptr<Screen>, Failure> open(bool coloured);
    ~Screen();
    Screen(const Screen &) = delete;
    Screen &operator=(const Screen &) = delete;

    [[nodiscard]] ScreenSize size() const;
    void show(const std::vector<ScreenLine> &lines);
    /// The next key that was pressed; None if there is none yet.
    [[nodiscard]] KeyPress key();
    /// The window has another size now.
    void resized();

private:
    explicit Screen(bool coloured);
    void draw(const ScreenText &text, int line, int columns) const;

    bool m_coloured;
};

} // namespace headroom::ctl

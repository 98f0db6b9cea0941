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
    std::string text; ///< UTF-8; cut at the end of the line
    Ink ink = Ink::Plain;
};

struct ScreenLine {
    std::vector<ScreenText> texts; ///< from left to right
    /// Reversed as a whole. A sign has to show the meaning, too.
    bool marked = false;
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

/// Takes over the whole terminal, and restores it at the end, even after a crash
/// (terminal_rescue.h).
///
/// Drawn by ncurses, which knows what terminals can do and what their keys send, and detects which
/// part of a page has changed.
class Screen {
public:
    /// Whether stdin and stdout are a terminal that can place its cursor.
    [[nodiscard]] static std::expected<void, Failure> possible();
    [[nodiscard]] static std::expected<std::unique_ptr<Screen>, Failure> open(bool coloured);
    ~Screen();
    Screen(const Screen &) = delete;
    Screen &operator=(const Screen &) = delete;

    [[nodiscard]] ScreenSize size() const;
    void show(const std::vector<ScreenLine> &lines);
    /// The next key that was pressed. None: there is none yet.
    [[nodiscard]] KeyPress key();
    /// Call when the window has another size.
    void resized();

private:
    explicit Screen(bool coloured);
    void draw(const ScreenText &text, int line, int columns) const;

    bool m_coloured;
};

} // namespace headroom::ctl

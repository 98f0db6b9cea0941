// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::ctl {

enum class Ink { Plain, Bold, Dim, Green, Yellow, Red };

/// Whether stdout is a terminal whose user has nothing against colours (NO_COLOR, TERM=dumb).
[[nodiscard]] bool colours_wanted();

[[nodiscard]] std::string inked(std::string_view text, Ink ink, bool coloured);

/// Names come from desktop files and executables that anybody may have written: a control character in one must not get to drive
/// the terminal, nor one that turns the direction of the line the words beside it. Each becomes U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// How many columns a terminal needs for the text.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The text, cut and marked with an ellipsis if it needs more columns than that.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns);

} // namespace headroom::ctl

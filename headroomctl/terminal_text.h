// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sys/plain_text.h"

namespace headroom::ctl {

enum class Ink { Plain, Bold, Dim, Green, Yellow, Red };

/// Whether stdout is a terminal, and neither NO_COLOR nor TERM=dumb forbids colours.
[[nodiscard]] bool colours_wanted();

/// In the charset of the locale, as g_print() would write it, and back.
[[nodiscard]] std::string in_the_locale(const std::string &text);
[[nodiscard]] std::string from_the_locale(const std::string &text);

/// What switches the ink on.
[[nodiscard]] const char *sequence(Ink ink);

[[nodiscard]] std::string inked(std::string_view text, Ink ink, bool coloured);

/// How many columns the text occupies in a terminal.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The text, cut and marked with an ellipsis if it needs more columns.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns);

} // namespace headroom::ctl

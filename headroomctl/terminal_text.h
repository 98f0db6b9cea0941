// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sys/plain_text.h"

namespace headroom::ctl {

enum class Ink { Plain, Bold, Dim, Green, Yellow, Red };

/// Whether stdout is a terminal whose user has nothing against colours (NO_COLOR, TERM=dumb).
[[nodiscard]] bool colours_wanted();

[[nodiscard]] std::string inked(std::string_view text, Ink ink, bool coloured);

/// How many columns a terminal needs for the text.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// The text, cut and marked with an ellipsis if it needs more columns than that.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t columns);

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "table.h"

namespace headroom::ctl {

/// A word of the bus, and what people are shown for it.
struct Word {
    std::string_view from_bus;
    const char *shown;
    Ink ink;
};

/// The context is the one that translators know these words by: NC_(context, word).
[[nodiscard]] Cell shown(const char *context, std::span<const Word> words,
                         const std::string &from_bus);

/// How short the machine is, and the state of an app.
[[nodiscard]] Cell level_word(const std::string &from_bus);
[[nodiscard]] Cell state_word(const std::string &from_bus);

/// The form of a sentence that goes with a number. What C_() is to _(), this is to ngettext(): neither the C library nor GLib has it.
[[nodiscard, gnu::format_arg(2), gnu::format_arg(3)]] const char *
npgettext(const char *context, const char *one, const char *many, unsigned long number);

/// "3.0 GiB".
[[nodiscard]] std::string bytes(std::uint64_t count);

} // namespace headroom::ctl

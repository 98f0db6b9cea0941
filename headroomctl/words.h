// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "table.h"

namespace headroom::ctl {

/// A word from the bus, and its form for users.
struct Word {
    std::string_view from_bus;
    const char *shown;
    Ink ink;
};

/// context: the translators' context of these words, as in NC_(context, word).
[[nodiscard]] Cell shown(const char *context, std::span<const Word> words,
                         const std::string &from_bus);

/// How short the machine is, and the state of an app.
[[nodiscard]] Cell level_word(const std::string &from_bus);
[[nodiscard]] Cell state_word(const std::string &from_bus);

/// Selects a sentence's form for a number. It is to ngettext() what C_() is to _(). Neither the C
/// library nor GLib has it.
[[nodiscard, gnu::format_arg(2), gnu::format_arg(3)]] const char *
npgettext(const char *context, const char *one, const char *many, unsigned long number);

/// The ink for a share of time that an app waits.
[[nodiscard]] Ink ink_of_wait(double percent);

/// "one, two".
[[nodiscard]] std::string listed(std::span<const std::string> names);

/// "3.0 GiB".
[[nodiscard]] std::string bytes(std::uint64_t count);

/// Something that doctor has found: for programs, whatever the language, and for people. Both
/// empty: nothing.
struct Finding {
    std::string code;
    std::string sentence;
};

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// A word of a mark, such as "cpu=500".
struct MarkWord {
    std::string what;
    std::uint64_t value = 0;
};

/// In their order. What is no such word is left out: any program of this user can write a mark.
[[nodiscard]] std::vector<MarkWord> words_of_mark(const std::string &text);

} // namespace headroom

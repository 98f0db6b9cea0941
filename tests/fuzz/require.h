// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace headroom {

/// Aborts, which libFuzzer reports as a finding. Prints the input where its bytes alone mean
/// little; libFuzzer saves it anyway.
inline void require(bool holds, const char *what, std::string_view input = {})
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n%.*s\n", what, static_cast<int>(input.size()),
                 input.data());
    std::abort();
}

} // namespace headroom

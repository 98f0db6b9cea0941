// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace headroom {

/// What IOWeight= has to be so that BFQ gets this weight. BFQ takes 1 to 1000 and systemd's weights
/// go up to 10000, so systemd passes on only an eleventh of what is above 100: 500 becomes 136, and
/// the foreground app has 58 % beside another one (github.com/systemd/systemd/issues/22897). At
/// most 10000, which is BFQ's 1000.
[[nodiscard]] constexpr std::uint64_t io_weight_for_bfq(std::uint64_t weight)
{
    constexpr std::uint64_t usual = 100;
    constexpr std::uint64_t most = 10000;
    constexpr std::uint64_t steps = 11; // (10000 - 100) / (1000 - 100)
    return weight <= usual ? weight : std::min(usual + (weight - usual) * steps, most);
}

} // namespace headroom

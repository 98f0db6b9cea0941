// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sparkline.h"

#include <algorithm>
#include <array>

namespace headroom::ctl {

namespace {

constexpr std::array<double, 7> steps{1, 2, 5, 10, 20, 40, 70};
constexpr std::array bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array plain_bars{"_", ".", ":", "-", "=", "+", "*", "#"};

} // namespace

std::string sparkline(std::span<const double> percentages, std::size_t columns, bool utf8)
{
    std::string row;
    const std::size_t width = std::min(columns, percentages.size());
    for (std::size_t column = 0; column < width; ++column) {
        const std::size_t from = column * percentages.size() / width;
        const std::size_t to = (column + 1) * percentages.size() / width;
        const double worst = std::ranges::max(percentages.subspan(from, to - from));
        const auto height =
            static_cast<std::size_t>(std::ranges::upper_bound(steps, worst) - steps.begin());
        row += utf8 ? bars.at(height) : plain_bars.at(height);
    }
    return row;
}

} // namespace headroom::ctl

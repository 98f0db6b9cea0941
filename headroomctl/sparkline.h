// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <span>
#include <string>

namespace headroom::ctl {

/// Percentages as a row of bars, oldest first, one a column: the worst of those that share one. Bars grow at 1, 2, 5, 10, 20, 40 and 70 %, for what matters
/// happens among the small ones. With fewer values than columns the row is as short as they are.
[[nodiscard]] std::string sparkline(std::span<const double> percentages, std::size_t columns,
                                    bool utf8);

} // namespace headroom::ctl

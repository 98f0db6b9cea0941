// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <span>
#include <string>

namespace headroom::ctl {

/// Percentages as a row of bars, oldest first. Each column shows the worst of its values. Bars grow
/// at 1, 2, 5, 10, 20, 40 and 70 %, because the small values matter. With fewer values than
/// columns, the row is that much shorter.
[[nodiscard]] std::string sparkline(std::span<const double> percentages, std::size_t columns,
                                    bool utf8);

} // namespace headroom::ctl

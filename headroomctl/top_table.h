// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "top_view.h"

namespace headroom::ctl {

/// A line for each app, below one with titles if these are wanted. The name and then the state come first, the other columns as far as there is room.
[[nodiscard]] std::vector<ScreenLine> app_rows(const LiveSituation &situation,
                                               const std::vector<const App *> &apps,
                                               const TopState &state, int columns, bool titles);

} // namespace headroom::ctl

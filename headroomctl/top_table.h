// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "top_view.h"

namespace headroom::ctl {

/// One line per app, below a line with titles if requested. The name comes first, then the state,
/// then the other columns as far as there is room.
[[nodiscard]] std::vector<ScreenLine> app_rows(const LiveSituation &situation,
                                               const std::vector<const App *> &apps,
                                               const TopState &state, int columns, bool titles);

} // namespace headroom::ctl

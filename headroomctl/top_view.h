// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "screen.h"
#include "top_order.h"

namespace headroom::ctl {

/// The user's choices, and the current message.
struct TopState {
    TopOrder order = TopOrder::Hurt;
    /// An app's id; empty: not yet. The selection follows the app when it changes places, and ends
    /// with it.
    std::string selected;
    std::size_t first = 0; ///< the first app on the page
    std::string message; ///< the outcome of the last key; empty: none
    bool utf8 = true; ///< what the terminal can show
};

/// All lines of the page. Moves state.first so that the selected app is on it. If none was selected
/// so far, selects the first one, once there are figures.
[[nodiscard]] std::vector<ScreenLine> top_lines(const LiveSituation &situation, TopState &state,
                                                ScreenSize page);

/// How many apps fit on a page of this size.
[[nodiscard]] std::size_t top_rows(ScreenSize page);

} // namespace headroom::ctl

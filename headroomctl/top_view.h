// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "screen.h"
#include "top_order.h"

namespace headroom::ctl {

/// What the user has chosen, and is being told.
struct TopState {
    TopOrder order = TopOrder::Hurt;
    std::string selected; ///< an app's id: the choice stays with the app when it changes places
    std::size_t first = 0; ///< the first of the apps that is on the page
    std::string message;   ///< what came of the last key; empty: nothing
    bool utf8 = true;      ///< what the terminal can show
};

/// The page, as many lines as it has. Moves state.first so that the selected app is on it, and selects the first one if the selected one has gone.
[[nodiscard]] std::vector<ScreenLine> top_lines(const LiveSituation &situation, TopState &state,
                                                ScreenSize page);

/// How many apps fit on a page of that size.
[[nodiscard]] std::size_t top_rows(ScreenSize page);

} // namespace headroom::ctl

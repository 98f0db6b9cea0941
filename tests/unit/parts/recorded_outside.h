// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/outside.h"

#include <vector>

namespace headroom::seen {

/// Records what acts request from other parts.
class RecordedOutside : public Outside {
public:
    std::vector<WindowId> closed;
    Result<void> closing; ///< the answer to a request to close windows
    std::vector<AppId> close_chosen;
    std::vector<AppId> never_chosen;

    Result<void> close_windows(const std::vector<WindowId> &windows) override
    {
        closed = windows;
        return closing;
    }
    void close_was_chosen(const AppId &app) override { close_chosen.push_back(app); }
    void never_was_chosen(const AppId &app) override { never_chosen.push_back(app); }
};

} // namespace headroom::seen

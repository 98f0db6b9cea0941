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
    Result<void> closing; ///< the answer to a request to close or minimise windows
    std::vector<WindowId> minimised;
    mutable std::vector<ProcessId> asked;
    std::vector<int> connections; ///< of all that are asked to free memory
    std::vector<AppId> freeze_chosen;
    std::vector<AppId> close_chosen;
    std::vector<AppId> never_chosen;

    Result<void> close_windows(const std::vector<WindowId> &windows) override
    {
        closed = windows;
        return closing;
    }
    Result<void> minimise_windows(const std::vector<WindowId> &windows) override
    {
        minimised = windows;
        return closing;
    }
    std::vector<int> connections_of(const std::vector<ProcessId> &listeners) const override
    {
        asked = listeners;
        return connections;
    }
    void freeze_was_chosen(const AppId &app) override { freeze_chosen.push_back(app); }
    void close_was_chosen(const AppId &app) override { close_chosen.push_back(app); }
    void never_was_chosen(const AppId &app) override { never_chosen.push_back(app); }
};

} // namespace headroom::seen

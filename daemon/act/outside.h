// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"
#include "sys/interface.h"
#include "sys/result.h"

#include <vector>

namespace headroom {

/// What acts need from parts outside of act/. The daemon implements it.
class Outside : public Interface {
public:
    /// Asks the compositor to close these windows. An error: it cannot be asked.
    [[nodiscard]] virtual Result<void> close_windows(const std::vector<WindowId> &windows) = 0;
    /// The same for minimising them.
    [[nodiscard]] virtual Result<void> minimise_windows(const std::vector<WindowId> &windows) = 0;
    /// The sockets on which these processes wait to be asked to free memory.
    [[nodiscard]] virtual std::vector<int>
    connections_of(const std::vector<ProcessId> &listeners) const = 0;
    /// The user chose "Pause" in the notification.
    virtual void freeze_was_chosen(const AppId &app) = 0;
    /// The user chose "Close" in the notification.
    virtual void close_was_chosen(const AppId &app) = 0;
    /// The user chose "Never Slow Down or Pause" in the notification.
    virtual void never_was_chosen(const AppId &app) = 0;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/event.h"

#include <functional>

namespace headroom {

/// Whoever carries actions out. What fails is reported as event::ActRefused, later or at once, never as a return value: some acts end after
/// a talk with systemd.
class Actor {
public:
    Actor() = default;
    Actor(const Actor &) = delete;
    Actor &operator=(const Actor &) = delete;
    virtual ~Actor() = default;

    virtual void perform(const Action &action) = 0;
    /// The unit has vanished: whatever is kept about it can go.
    virtual void forget(UnitId /*unit*/) {}
    /// Whether nothing is under way any more, so that the daemon may end.
    [[nodiscard]] virtual bool is_idle() const { return true; }
};

using Report = std::function<void(Event)>; ///< outcomes of acts, into the loop's queue

} // namespace headroom

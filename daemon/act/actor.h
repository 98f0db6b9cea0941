// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/event.h"
#include "sys/interface.h"

#include <functional>
#include <string>
#include <string_view>

namespace headroom {

/// Performs actions. A failure is reported as event::ActRefused, immediately or later, never as a
/// return value: some acts end only after calls to systemd.
class Actor : public Interface {
public:
    virtual void perform(const Action &action) = 0;
    /// The unit has vanished. Drops all state about it.
    virtual void forget(UnitId /*unit*/) {}
    /// Shows the user the outcome of a request.
    virtual void show_text(const AppId & /*app*/, const std::string & /*title*/,
                           const std::string & /*text*/)
    {
    }
    /// Closes the notification that a daemon which was killed has left.
    virtual void close_left_notice() {}
    /// Whether the value with this mark is set, or is being set, so that the mark must stay.
    [[nodiscard]] virtual bool has_set(UnitId /*unit*/, std::string_view /*mark*/) const
    {
        return false;
    }
    /// As in UnitSetter, for the value with this mark.
    virtual void unset_left(UnitId /*unit*/, std::string_view /*mark*/,
                            const std::string & /*sentence*/)
    {
    }
    /// Whether no act is under way, so that the daemon may end.
    [[nodiscard]] virtual bool is_idle() const { return true; }
};

using Report = std::function<void(Event)>; ///< puts outcomes of acts into the loop's queue

} // namespace headroom

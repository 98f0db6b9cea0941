// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/close.h"
#include "act/freeze.h"
#include "act/notify.h"
#include "act/reclaim.h"
#include "act/scope.h"
#include "act/weight.h"

namespace headroom {

/// The actor for the real desktop: hands each action to whoever does that kind.
class Performer final : public Actor {
public:
    Performer(CgroupDirs &dirs, FrozenLedger ledger, const SystemdClient &systemd,
              ProcessTable table, std::string manager_path, const Report &report);

    void perform(const Action &action) override;
    void forget(UnitId unit) override;
    /// A slice of reclaim, a notification and a request to quit (which then may have reached nobody) may end without us; weights and moves would be left
    /// half done.
    [[nodiscard]] bool is_idle() const override
    {
        return m_freezer.is_idle() && m_weights.is_idle() && m_adopter.is_idle();
    }

    std::function<void(const AppId &)>
        on_close; ///< the user has chosen "close" for an app; may be empty
    std::function<void(const AppId &)>
        on_never; ///< the user has chosen "never" for an app; may be empty
    void show_text(const AppId &app, const std::string &title, const std::string &text) const
    {
        m_notifier.show_text(app, title, text);
    }
    /// See Closer.
    std::function<Result<void>(const std::vector<WindowId> &)> &close_windows()
    {
        return m_closer.close_windows;
    }

private:
    Freezer m_freezer;
    WeightSetter m_weights;
    TabRejoiner m_rejoiner; ///< before the adopter, which hands it tabs until it is destroyed
    Adopter m_adopter;
    Reclaimer m_reclaimer;
    Notifier m_notifier;
    Closer m_closer;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/perform.h"

namespace headroom {

Performer::Performer(CgroupDirs &dirs, FrozenLedger ledger, const SystemdClient &systemd,
                     ProcessTable table, std::string manager_path, const Report &report)
    : m_freezer(dirs, std::move(ledger), table, report), m_weights(dirs, systemd, report),
      m_rejoiner(dirs, report),
      m_adopter(dirs, table, systemd, std::move(manager_path), m_rejoiner, report),
      m_reclaimer(dirs, report), m_notifier(systemd.bus(), report),
      m_closer(dirs, std::move(table), systemd, report)
{
    m_notifier.on_never = [this](const AppId &app) {
        if (on_never)
            on_never(app);
    };
    m_notifier.on_close = [this](const AppId &app) {
        if (on_close)
            on_close(app);
    };
}

void Performer::perform(const Action &action)
{
    struct Do {
        Performer &self;
        const Action &action;
        void operator()(const action::SetWeights &set) const
        {
            self.m_weights.set(action.unit, action.name, set.weights, set.kind);
        }
        void operator()(const action::UnsetWeights & /*unset*/) const
        {
            self.m_weights.unset(action.unit, action.name);
        }
        void operator()(const action::Freeze & /*freeze*/) const
        {
            self.m_freezer.freeze(action.unit);
        }
        void operator()(const action::Thaw & /*thaw*/) const { self.m_freezer.thaw(action.unit); }
        void operator()(const action::Adopt &adopt) const
        {
            self.m_adopter.adopt(adopt.leader, action.unit, action.app);
        }
        void operator()(const action::SplitTab &split) const
        {
            self.m_adopter.split(split.shell, action.unit, action.app);
        }
        void operator()(const action::RejoinTab & /*rejoin*/) const
        {
            self.m_rejoiner.rejoin(action.unit);
        }
        void operator()(const action::ChangeLevel & /*change*/) const {}
        void operator()(const action::Reclaim &reclaim) const
        {
            self.m_reclaimer.reclaim(action.unit, reclaim.bytes, reclaim.file_pages_only);
        }
        void operator()(const action::EndReclaim & /*end*/) const {}
        void operator()(const action::Notify &notify) const { self.m_notifier.show(notify.notice); }
        void operator()(const action::Unnotify & /*unnotify*/) const { self.m_notifier.withdraw(); }
        void operator()(const action::Close &close) const { self.m_closer.close(action, close); }
    };
    std::visit(Do{*this, action}, action.what);
}

void Performer::forget(UnitId unit)
{
    m_freezer.forget(unit);
    m_weights.forget(unit);
    m_rejoiner.forget(unit);
}

} // namespace headroom

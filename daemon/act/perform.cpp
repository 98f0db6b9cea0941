// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/perform.h"

#include <utility>

namespace headroom {

Performer::Performer(const World &world, Outside &outside, const Report &report)
    : m_outside(outside), m_report(report), m_oomd_marks(world.dirs),
      m_other_freezes(world.dirs, world.systemd,
                      [this](UnitId unit) { m_freezer.leave_to_systemd(unit); }),
      m_freezer(world.dirs, m_oomd_marks, FrozenLedger{world.runtime_dir}, world.table,
                [this](Event event) {
                    // Nothing that it reports leaves a freeze of ours in force.
                    if (const auto *refused = std::get_if<event::ActRefused>(&event))
                        m_other_freezes.forget(refused->unit);
                    m_report(std::move(event));
                }),
      m_weights(world.dirs, world.systemd, report), m_protector(world.dirs, world.systemd, report),
      m_rejoiner(world.dirs, report), m_adopter(world, m_rejoiner, report),
      m_reclaimer(world.dirs, report),
      m_notifier(world.systemd.bus(), world.peers, outside, report, world.runtime_dir),
      m_closer(world.dirs, world.table, world.systemd, outside, report)
{
}

struct Performer::Do {
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
    void operator()(const action::Protect &protect) const
    {
        self.m_protector.set(action.unit, action.name, protect.bytes, Act::Protect);
    }
    void operator()(const action::Unprotect & /*unprotect*/) const
    {
        self.m_protector.unset(action.unit, action.name);
    }
    void operator()(const action::Freeze & /*freeze*/) const
    {
        self.m_other_freezes.follow(action.unit);
        self.m_freezer.freeze(action.unit);
    }
    void operator()(const action::Ask &ask) const
    {
        ask_to_free_memory(ask.listeners, self.m_outside);
    }
    void operator()(const action::Thaw & /*thaw*/) const
    {
        self.m_freezer.thaw(action.unit);
        self.m_other_freezes.forget(action.unit);
    }
    void operator()(const action::Adopt &adopt) const
    {
        self.m_adopter.adopt(adopt.leader, action.unit, action.app, adopt.parents);
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
        if (reclaim.from == ReclaimFrom::Background) // a frozen unit has the mark
            self.m_oomd_marks.set(action.unit, OomdMarks::Reclaimed);
        self.m_reclaimer.reclaim(action.unit, reclaim.bytes, reclaim.file_pages_only);
    }
    void operator()(const action::EndReclaim & /*end*/) const
    {
        self.m_oomd_marks.unset(action.unit, OomdMarks::Reclaimed);
    }
    void operator()(const action::EndMeasurement & /*end*/) const {}
    void operator()(const action::Notify &notify) const { self.m_notifier.show(notify.notice); }
    void operator()(const action::Unnotify & /*unnotify*/) const { self.m_notifier.withdraw(); }
    void operator()(const action::Minimise &minimise) const
    {
        if (const auto asked = self.m_outside.minimise_windows(minimise.windows); !asked)
            self.m_report(
                event::ActRefused{action.unit, {}, Act::Minimise, asked.error().sentence});
    }
    void operator()(const action::Close &close) const { self.m_closer.close(action, close); }
};

void Performer::perform(const Action &action)
{
    std::visit(Do{*this, action}, action.what);
}

void Performer::forget(UnitId unit)
{
    m_freezer.forget(unit);
    m_other_freezes.forget(unit);
    m_oomd_marks.forget(unit);
    m_weights.forget(unit);
    m_protector.forget(unit);
    m_rejoiner.forget(unit);
}

} // namespace headroom

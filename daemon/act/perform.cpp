// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/perform.h"

namespace headroom {

void Performer::perform(const Action &action)
{
    struct Do {
        Performer &self;
        const Action &action;
        void operator()(const action::SetWeights &set) const { self.m_weights.set(action.unit, action.name, set.weights); }
        void operator()(const action::UnsetWeights & /*unset*/) const { self.m_weights.unset(action.unit, action.name); }
        void operator()(const action::Freeze & /*freeze*/) const { self.m_freezer.freeze(action.unit); }
        void operator()(const action::Thaw & /*thaw*/) const { self.m_freezer.thaw(action.unit); }
        void operator()(const action::Adopt &adopt) const { self.m_adopter.adopt(adopt.leader, action.unit, action.app); }
        void operator()(const action::ChangeLevel & /*change*/) const {}
        void operator()(const action::Reclaim & /*reclaim*/) const {}
        void operator()(const action::Notify & /*notify*/) const {}
        void operator()(const action::Unnotify & /*unnotify*/) const {}
        void operator()(const action::Close & /*close*/) const {}
    };
    std::visit(Do{*this, action}, action.what);
}

} // namespace headroom

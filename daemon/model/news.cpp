// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/news.h"

namespace headroom {

namespace {

struct News {
    bool operator()(const action::SetWeights &set) const { return set.kind == WeightKind::Nap; }
    bool operator()(const action::UnsetWeights &unset) const
    {
        return unset.kind == WeightKind::Nap;
    }
    bool operator()(const action::Protect & /*protect*/) const { return false; }
    bool operator()(const action::Unprotect & /*unprotect*/) const { return false; }
    bool operator()(const action::Ask & /*ask*/) const { return false; }
    bool operator()(const action::Adopt & /*adopt*/) const { return false; }
    bool operator()(const action::SplitTab & /*split*/) const { return false; }
    bool operator()(const action::RejoinTab & /*rejoin*/) const { return false; }
    bool operator()(const action::ChangeLevel & /*change*/) const { return false; }
    /// The freeze that it is about is in the list already.
    bool operator()(const action::Notify &notify) const { return !notify.notice.frozen; }
    bool operator()(const action::Unnotify & /*unnotify*/) const { return false; }
    bool operator()(const auto & /*other*/) const { return true; }
};

} // namespace

bool is_news(const Action &action)
{
    return std::visit(News{}, action.what);
}

} // namespace headroom

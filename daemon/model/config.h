// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/ids.h"

namespace headroom {

/// What the user can choose, with the values that hold when nothing was chosen.
struct Config {
    Weights boosted{.cpu = 500, .io = 500};                    ///< the focused app; against a rival's 100 that is 83 %
    Duration boost_lingers = std::chrono::milliseconds{300};   ///< alt-tab and popups pass through focus; don't rewrite weights for them
    Duration longest_hold = std::chrono::hours{4};             ///< nothing stays frozen longer, whoever asked
    Duration freeze_must_settle = std::chrono::seconds{2};     ///< later than that it won't (NFS, vfork, KVM): thaw and remember
};

} // namespace headroom

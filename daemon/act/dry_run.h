// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"

namespace headroom {

/// Does nothing: the loop logs each action anyway, which is all that a dry run is for.
class DryRun final : public Actor {
public:
    void perform(const Action & /*action*/) override {}
};

} // namespace headroom

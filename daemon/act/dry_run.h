// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"

namespace headroom {

/// Does nothing. The loop logs each action anyway, and a dry run needs no more.
class DryRun final : public Actor {
public:
    void perform(const Action & /*action*/) override {}
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Freezes hidden apps, one after the other, if pressure has no culprit.
void freeze_in_turn(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted);

} // namespace headroom

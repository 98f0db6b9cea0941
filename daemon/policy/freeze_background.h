// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Freezes culprits under pressure. An app that pressure has frozen stays frozen until
/// thaw_wanted() has a reason to thaw it. While the machine is short, one more app is frozen in a
/// turn.
void freeze_background(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now, Wanted &wanted);

} // namespace headroom

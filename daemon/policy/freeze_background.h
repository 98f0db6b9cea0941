// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Whom does pressure stop? Whoever it has stopped stays so until thaw_wanted() says otherwise; and one more, while things stand badly.
void freeze_background(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now, Wanted &wanted);

} // namespace headroom

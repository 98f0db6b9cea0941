// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Sets the level to report, and how often to sample pressure.
void watch_pressure(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Gentle reclaim of memory that hidden apps hold and do not use. A little of it is reclaimed at a
/// time, for as long as they do not stall for it. What is left in the end is the working set. Off
/// unless the user wants it, or wants to know what an app needs.
void reclaim_background(const Session &session, const Config &config, const Judgement &judgement,
                        TimePoint now, Wanted &wanted);

} // namespace headroom

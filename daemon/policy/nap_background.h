// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Naps hidden apps that use much of what is short. They then get less of it than others.
void nap_background(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Who is slowed down? Hidden apps that take much of what runs short get less of it than the others.
void nap_background(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted);

} // namespace headroom

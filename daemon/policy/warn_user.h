// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Shows which app makes memory run short and what was done about it, in one notification that is
/// replaced. The user gets nothing else.
void warn_user(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted);

} // namespace headroom

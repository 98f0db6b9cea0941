// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// What is the user told? Who has memory run short, what was done about it, and, in one notification that is replaced, nothing more.
void warn_user(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted);

} // namespace headroom

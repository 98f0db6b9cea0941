// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// While memory is short, protects what the focused app and session.slice need, up to a limit, in
/// the order of desktop_first(). What they need is in samples then. Nothing else is protected, and
/// nothing in quiet: a protection has an effect only under pressure, and each one costs a call and
/// a file.
void protect_front(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted);

} // namespace headroom

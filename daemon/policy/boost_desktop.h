// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// While memory is short, session.slice gets the CPU weight that the focused app has among apps. An
/// app that thrashes uses a CPU all the time, and the kernel uses another one to reclaim. The app
/// in front may be that app, and is boosted itself. Without a weight of its own, the shell then
/// waits as long as it computes, and a notification or a menu takes many seconds.
///
/// A shortage of CPU alone is no reason: half of all CPU time is enough for a desktop that doesn't
/// have to fetch its memory back.
void boost_desktop(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted);

} // namespace headroom

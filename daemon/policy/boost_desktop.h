// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// While the focused app is itself the one that takes all memory, session.slice gets the CPU weight
/// that this app has among apps. Nothing is frozen then, and only the user can act. The app uses a
/// CPU all the time, and the kernel another one to reclaim. Without a weight of its own, the shell
/// waits as long as it computes, and a notification or a menu takes many seconds.
///
/// With any other app in front, the desktop has no such weight: that app would wait for the shell
/// instead of the culprit.
void boost_desktop(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted);

} // namespace headroom

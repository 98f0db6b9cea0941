// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// An app that listens is asked to free memory when it is napped because memory is short, and at
/// the latest before pressure freezes it. It is not asked twice within some seconds. A freeze that
/// follows the question immediately is no longer wanted in this turn, and is due a moment later if
/// it is wanted then. A nap is not delayed, nor are requests by the user, nor is any thaw.
void ask_first(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// An app that listens is asked to free memory as soon as pressure may freeze it, and before it is
/// napped because memory is short. It is not asked twice within some seconds. While it has time to
/// answer, neither a nap nor such a freeze is wanted. Requests by the user are not delayed, nor is
/// any thaw.
void ask_first(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted);

} // namespace headroom

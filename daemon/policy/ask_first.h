// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// An app that listens is asked to free memory before pressure freezes it. Its freeze is no longer
/// wanted in this turn, and is due a moment later if it is wanted then. Requests by the user are
/// not delayed, nor is any thaw.
void ask_first(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted);

} // namespace headroom

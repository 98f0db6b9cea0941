// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// Tabs of terminals that give them no cgroups: each gets a scope of its own while its terminal takes the memory that runs short, so that the
/// one job that does can be named, and stopped alone. When memory is no longer short, all of them go back to where they were.
void split_tabs(const Session &session, const Config &config, const Judgement &judgement,
                TimePoint now, Wanted &wanted);

/// Whether tabs of this app are being split, or will be in this turn: then it is no time yet to say what takes the memory.
[[nodiscard]] bool is_being_split(const Session &session, const AppId &app, const Wanted &wanted);

} // namespace headroom

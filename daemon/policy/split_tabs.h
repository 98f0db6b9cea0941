// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

/// For tabs of terminals that give them no cgroups. Each gets a scope of its own while its terminal
/// takes the memory that runs short. So the one job that does can be named and frozen alone. When
/// memory is no longer short, all of them return to where they were.
void split_tabs(const Session &session, const Config &config, const Judgement &judgement,
                TimePoint now, Wanted &wanted);

/// Whether tabs of this app are being split, or will be in this turn. Then it is too early to name
/// what takes the memory.
[[nodiscard]] bool is_being_split(const Session &session, const AppId &app, const Wanted &wanted);

} // namespace headroom

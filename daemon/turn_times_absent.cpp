// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "turn_times.h"

// In place of turn_times.cpp where nobody reads what it writes (-DHEADROOM_TIME_TURNS=OFF).
namespace headroom {

TurnTimes::TurnTimes(const std::string & /*runtime_dir*/) {}
TurnTimes::~TurnTimes() = default;

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "turn_times.h"

// Replaces turn_times.cpp in builds in which nothing reads its results (-DHEADROOM_TIME_TURNS=OFF).
namespace headroom {

TurnTimes::TurnTimes(const std::string & /*runtime_dir*/) {}
TurnTimes::~TurnTimes() = default;

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "model/pressure.h"
#include "model/sentence.h"

#include <chrono>
#include <string>

namespace headroom {

/// CLOCK_REALTIME: for people only. It jumps, so nothing is decided by it.
using WallTime = std::chrono::sys_time<std::chrono::microseconds>;

/// Something that was done or found, as Manager.History() tells it.
struct HistoryEntry {
    WallTime at{};
    std::string action; ///< as in Manager.Acted, or "stalled"
    AppId app;          ///< empty: nobody in particular
    std::string unit;   ///< empty: none
    Level level{};      ///< then
    Sentence reason;
    bool operator==(const HistoryEntry &) const = default;
};

} // namespace headroom

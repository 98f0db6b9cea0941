// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "model/pressure.h"
#include "model/sentence.h"

#include <chrono>
#include <string>
#include <string_view>

namespace headroom {

/// CLOCK_REALTIME, for users only. It jumps, so no decision depends on it.
using WallTime = std::chrono::sys_time<std::chrono::microseconds>;

/// An act or a finding, as Manager.History() reports it.
struct HistoryEntry {
    WallTime at{};
    std::string action; ///< as in Manager.Acted, or "stalled"
    AppId app;          ///< empty: no app in particular
    std::string unit;   ///< empty: none
    Level level{};      ///< at that time
    Sentence reason;
    bool is_news = false; ///< as in Manager.Acted
    std::string_view code; ///< reason_code() of the reason, set when the entry is kept
    bool operator==(const HistoryEntry &) const = default;
};

} // namespace headroom

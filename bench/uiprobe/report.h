// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "options.h"
#include "record.h"

#include <string>

namespace uiprobe {

/// The state of the recorder since the last report. If it was late as well, the whole machine hung
/// or had no CPU time left.
struct Recorder {
    bool locked = false;
    Nanoseconds worst_lateness{};
};

/// One line of JSON about the record so far. A frame that is still due counts as if it came now.
[[nodiscard]] std::string report(const Options &options, const Record &record,
                                 const Recorder &recorder, Clock::time_point now);

} // namespace uiprobe

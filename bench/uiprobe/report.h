// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "options.h"
#include "record.h"

#include <string>

namespace uiprobe {

/// How the recorder itself fared since the last report: if it was late too, it was the whole machine that stood still, or had no processor.
struct Recorder {
    bool locked = false;
    Nanoseconds worst_lateness{};
};

/// One line of JSON about what is in the record so far. A frame that is being waited for counts as if it came now.
[[nodiscard]] std::string report(const Options &options, const Record &record,
                                 const Recorder &recorder, Clock::time_point now);

} // namespace uiprobe

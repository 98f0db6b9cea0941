// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure_history.h"
#include "model/sentence.h"

#include <cstdint>

namespace headroom {

struct Culprit;

/// "pressure is high".
[[nodiscard]] Sentence pressure_is(Level level);

/// "the active app waited for memory 14 % of the last 0.2 s". Likewise "the desktop" for the
/// compositor, and "a process" for the system.
[[nodiscard]] Sentence stalled_for(Resource resource, StallGroup group, const Sentence &percent,
                                   const Sentence &seconds);

/// "6.2 GiB", "130 MiB".
[[nodiscard]] Sentence in_words(std::uint64_t bytes);

/// "is using 6.2 GiB and growing by 130 MiB a second".
[[nodiscard]] Sentence describe(const Culprit &culprit);

} // namespace headroom

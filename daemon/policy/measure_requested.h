// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

#include <optional>

namespace headroom {

/// Which requested measurement of what an app needs is over, and why. While one goes on, memory of
/// the app's units is gently reclaimed.
void measure_requested(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now, Wanted &wanted);

/// Why such a request would be refused, as a sentence. nullopt: it would be served.
[[nodiscard]] std::optional<Sentence>
refuse_measurement(const Session &session, const Config &config, const AppId &app, TimePoint now);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"
#include "policy/judge_pressure.h"

#include <optional>

namespace headroom {

/// Why gentle reclaim would not touch a unit now, as a sentence. nullopt: it would. The functions
/// below are the parts of this check.
[[nodiscard]] std::optional<Sentence> kept_in_memory(const Session &session, const Config &config,
                                                     const Judgement &judgement, UnitId unit,
                                                     TimePoint now);

/// Nobody wants it for this app now: this is switched off, or the computer runs on battery. Neither
/// counts while a measurement is requested.
[[nodiscard]] std::optional<Sentence> not_wanted(const Session &session, const Config &config,
                                                 const AppId &app, TimePoint now);
/// Why a requested measurement is over, whatever it has found. nullopt: it goes on.
[[nodiscard]] std::optional<Sentence> request_over(const Config &config, const NeedRequest &request,
                                                   TimePoint now);
/// Reasons that concern all apps. None needs a measurement.
[[nodiscard]] std::optional<Sentence> kept_by_machine(const Session &session, const Config &config,
                                                      const Judgement &judgement, TimePoint now);
/// Those of them that aren't pressure.
[[nodiscard]] std::optional<Sentence>
kept_whatever_the_pressure(const Session &session, const Config &config, TimePoint now);
/// Reasons that concern all units of an app alike.
[[nodiscard]] std::optional<Sentence> kept_with_app(const Session &session, const Config &config,
                                                    const AppId &app, TimePoint now);
/// Whether it was seen lately to have no more than gentle reclaim leaves to each unit. That is one
/// of the reasons below, without its sentence: among thousands of units, most have that little.
[[nodiscard]] bool has_little(const Session &session, const Config &config, UnitId unit,
                              TimePoint now);
/// Reasons that concern a unit, apart from those of its app.
[[nodiscard]] std::optional<Sentence> kept_with_unit(const Session &session, const Config &config,
                                                     UnitId id, TimePoint now);
/// Those of them that need no measurement.
[[nodiscard]] std::optional<Sentence> kept_unmeasured(const Session &session, UnitId id);
/// When enough of a unit's stalls has been seen. They are averaged over a window. During all of it
/// the unit must have been in the background, and the machine calm.
[[nodiscard]] TimePoint enough_seen_at(const Session &session, UnitId id);
[[nodiscard]] Sentence too_early();
[[nodiscard]] Sentence because_frozen(const std::string &app);
/// Why no slice is taken for now. This passes, so reclaim waits and does not end.
[[nodiscard]] std::optional<Sentence> swap_is_busy(const Session &session, const Config &config);

} // namespace headroom

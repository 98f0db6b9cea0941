// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/pressure.h"
#include "model/session.h"

#include <optional>
#include <string>

namespace headroom {

/// Whether all windows of an app are known to be out of sight. nullopt: nobody can say. No source
/// tells, or it tells no window of this app and not all there are; a window in sight, of which
/// nobody knows whose it is, may be its; or the screen is recorded.
[[nodiscard]] std::optional<bool> is_hidden(const Session &session, const AppId &app);

/// Whether one of its windows is in sight, as far as is told. Where no more is known, one that
/// isn't minimised is.
[[nodiscard]] bool may_be_in_sight(const Session &session, const AppId &app);

/// Why somebody may see or hear it, as far as anybody knows, as a sentence. nullopt: it is hidden, and what plays is not it.
[[nodiscard]] std::optional<Sentence> may_be_noticed(const Session &session, const AppId &app);

/// Without a window it can't be seen, but the user waits for it to start, or it is saving what the user has just closed: as a sentence. nullopt: neither.
[[nodiscard]] std::optional<Sentence> comes_or_goes(const Session &session, const Config &config,
                                                    const AppId &app, TimePoint now);

/// Why an app is to be left alone whatever it takes: a rule, a hold, what it is, that it can be heard. nullopt: it isn't. Never napped, never frozen under pressure.
[[nodiscard]] std::optional<Sentence> left_alone(const Session &session, const Config &config,
                                                 const AppId &app, TimePoint now);

/// Why pressure must not freeze a unit now, as a sentence. nullopt: it may.
[[nodiscard]] std::optional<Sentence> spared(const Session &session, const Config &config,
                                             UnitId unit, Level level, TimePoint now);

/// The same of an app: of any of its units, for all of them are frozen or none is.
[[nodiscard]] std::optional<Sentence> spared(const Session &session, const Config &config,
                                             const AppId &app, Level level, TimePoint now);

} // namespace headroom

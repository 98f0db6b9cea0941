// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>

namespace headroom {

/// Why a unit must not be frozen, not even on request: systemd starts a program in it to stop or to
/// reload it. In a frozen cgroup, that program never begins. systemd waits for it with everything
/// else that it does for the session. nullopt: none is known.
[[nodiscard]] std::optional<Sentence> systemd_waits(const Session &session, UnitId unit);

/// Why no unit of an app may be frozen yet: systemd hasn't reported whether it starts programs in
/// one of them. nullopt: it has.
[[nodiscard]] std::optional<Sentence> not_described_yet(const Session &session, const AppId &app);

} // namespace headroom

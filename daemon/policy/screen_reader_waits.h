// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>

namespace headroom {

/// Why pressure must not freeze an app: a screen reader asks all apps what they show, and waits for
/// each until its timeout. Without it, its user has no desktop. nullopt: none is known to run, or
/// the app shows nothing.
[[nodiscard]] std::optional<Sentence> screen_reader_waits(const Session &session, const AppId &app);

} // namespace headroom

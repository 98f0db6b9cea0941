// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

namespace headroom {

/// Whether an app is new and holds no more memory than a program takes to start. Its growth usually
/// ends there, so it is no cause of a shortage.
[[nodiscard]] bool has_only_started(const Session &session, const Config &config, const AppId &app,
                                    TimePoint now);

} // namespace headroom

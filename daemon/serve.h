// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "options.h"

namespace headroom {

/// Runs the daemon until a signal ends it or the session bus is lost. Returns the exit status.
[[nodiscard]] int serve(const Options &options);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "options.h"

namespace headroom {

/// Runs the daemon until it is told to stop. Returns the exit status.
[[nodiscard]] int serve(const Options &options);

} // namespace headroom

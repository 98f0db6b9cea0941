// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <headroom_dbus.h>

#include "failure.h"
#include "past.h"

namespace headroom::ctl {

/// Calls `print` with each act that comes after the known ones, as it happens. Returns when
/// headroomd or the bus ends, or when stdout can't be written. The proxy has to follow the daemon.
[[nodiscard]] Outcome follow_history(HeadroomDbusManager *daemon, const std::vector<PastAct> &known,
                                     const std::function<void(const PastAct &)> &print);

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"

#include <functional>

namespace headroom {

/// Where a watch puts what it has seen: into the loop's queue.
using Emit = std::function<void(Event)>;

} // namespace headroom

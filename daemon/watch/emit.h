// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"

#include <functional>

namespace headroom {

/// Puts what a watch has observed into the loop's queue.
using Emit = std::function<void(Event)>;

} // namespace headroom

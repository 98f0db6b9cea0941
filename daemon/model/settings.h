// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/event.h"

#include <span>

namespace headroom {

/// The configuration that these settings make; what isn't among them has its default. A value that makes no sense is as if it weren't there:
/// whoever reads the files says so, this function doesn't.
[[nodiscard]] Config config_from(std::span<const Setting> settings);

} // namespace headroom

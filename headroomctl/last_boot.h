// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>

#include "failure.h"
#include "output.h"

namespace headroom::ctl {

/// Shows how the last boot with a shortage ended, of those before the present one, from the file in
/// which headroomd records shortages. Needs no headroomd. most: so many acts, the latest.
[[nodiscard]] Outcome show_last_boot(std::size_t most, const Output &output);

} // namespace headroom::ctl

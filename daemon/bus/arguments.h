// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/result.h"

namespace headroom {

/// BadInput for what can't be an application's id.
[[nodiscard]] Result<AppId> checked_app(const char *id);

} // namespace headroom

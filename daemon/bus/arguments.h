// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/result.h"

namespace headroom {

/// BadInput if the text cannot be an app id.
[[nodiscard]] Result<AppId> checked_app(const char *id);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"

namespace headroom {

/// Whether lists of recent acts show the act. Those that follow each change of focus are too many
/// to read. The level and the notification are shown by themselves.
[[nodiscard]] bool is_news(const Action &action);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"

#include <string>

namespace headroom {

/// What a notification says, in the user's language. Plain text, and valid UTF-8 whatever the app is called.
[[nodiscard]] std::string title_of(const Notice &notice);
[[nodiscard]] std::string text_of(const Notice &notice);

} // namespace headroom

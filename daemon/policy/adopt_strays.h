// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

namespace headroom {

/// Applications that were started inside somebody else's unit get a scope of their own.
void adopt_strays(const Session &session, TimePoint now, Wanted &wanted);

} // namespace headroom

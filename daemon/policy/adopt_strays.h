// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

namespace headroom {

/// An app that was started in a unit that is not its own gets a scope of its own.
void adopt_strays(const Session &session, TimePoint now, Wanted &wanted);

} // namespace headroom

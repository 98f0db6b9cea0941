// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

namespace headroom {

/// Who is asked to quit because the user wants it? What stands still is thawed by the same event, and first.
void close_asked(const Session &session, TimePoint now, Wanted &wanted);

} // namespace headroom

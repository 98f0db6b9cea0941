// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

namespace headroom {

/// What was done to the culprit, or what it did, without reasons and figures: those are in its
/// sentence. Views with room for one line show this.
[[nodiscard]] Sentence culprit_summary(const Session &session, const AppId &culprit);

} // namespace headroom

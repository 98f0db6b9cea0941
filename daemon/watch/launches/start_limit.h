// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <map>

namespace headroom {

/// Limits the thaws by starts that may be forged to one a minute for each app.
class StartLimit {
public:
    /// Whether this one is allowed. If so, it counts.
    [[nodiscard]] bool allows(const AppId &app, TimePoint now);

private:
    /// When each had its last one, within a minute.
    std::map<AppId, TimePoint> m_last;
};

} // namespace headroom

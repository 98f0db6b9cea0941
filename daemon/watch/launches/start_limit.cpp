// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/start_limit.h"

namespace headroom {

bool StartLimit::allows(const AppId &app, TimePoint now)
{
    constexpr Duration pause = std::chrono::minutes{1};
    std::erase_if(m_last, [&](const auto &entry) { return now - entry.second >= pause; });
    return m_last.try_emplace(app, now).second;
}

} // namespace headroom

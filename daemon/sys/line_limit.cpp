// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/line_limit.h"

#include <algorithm>
#include <utility>

namespace headroom {

namespace {

constexpr LineLimit::Time each_once_in = std::chrono::minutes{10};
constexpr double at_once = 20;
constexpr double a_second = 0.1;

} // namespace

bool LineLimit::allows(const std::string &whose, Time now)
{
    forget_before(now - each_once_in);
    const double since = std::chrono::duration<double>(now - m_counted).count();
    m_ready = m_ready < 0 ? at_once : std::min(at_once, m_ready + since * a_second);
    m_counted = now;
    if (m_last.contains(whose) || m_ready < 1) {
        ++m_left_out;
        return false;
    }
    m_last.emplace(whose, now);
    --m_ready;
    return true;
}

std::uint64_t LineLimit::take_left_out()
{
    return std::exchange(m_left_out, 0);
}

void LineLimit::forget_before(Time past)
{
    std::erase_if(m_last, [past](const auto &entry) { return entry.second <= past; });
}

} // namespace headroom

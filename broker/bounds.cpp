// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bounds.h"

#include <algorithm>

namespace headroom::broker {

namespace {

using namespace std::chrono_literals;

constexpr Duration shortest_window = 500ms;
constexpr Duration longest_window = 10s;
constexpr Duration shortest_stall = 10ms;

} // namespace

Result<void> check_bounds(const TriggerRequest &request)
{
    if (request.window < shortest_window || request.window > longest_window)
        return error(ErrorKind::BadInput, "a window takes 500000 to 10000000 microseconds");
    if (request.stall < shortest_stall || request.stall > request.window)
        return error(ErrorKind::BadInput, "a stall takes 10000 microseconds to the whole window");
    return {};
}

bool Allowance::take(Time now)
{
    const std::chrono::duration<double> passed = now - m_at;
    m_left = std::min(m_limits.burst, m_left + passed.count() * m_limits.each_second);
    m_at = now;
    if (m_left < 1)
        return false;
    m_left -= 1;
    return true;
}

} // namespace headroom::broker

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pace.h"

#include <cerrno>

#include <time.h>

namespace uiprobe {

namespace {

class PaceOfClock : public Pace {
public:
    std::expected<void, std::string> begin() override
    {
        m_turn = Clock::now();
        return {};
    }

    std::expected<Clock::time_point, std::string> wait() override
    {
        const auto now = Clock::now();
        do
            m_turn += frame_time;
        while (m_turn <= now);
        const auto since = m_turn.time_since_epoch().count();
        const timespec at{.tv_sec = since / 1'000'000'000, .tv_nsec = since % 1'000'000'000};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) == EINTR)
            continue;
        return m_turn + frame_time;
    }

    std::expected<void, std::string> show() override { return {}; }

private:
    Clock::time_point m_turn{};
};

} // namespace

std::unique_ptr<Pace> pace_of_clock()
{
    return std::make_unique<PaceOfClock>();
}

} // namespace uiprobe

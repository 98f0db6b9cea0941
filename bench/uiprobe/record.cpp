// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "record.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <sys/mman.h>

namespace uiprobe {

Record::Record(std::size_t capacity) : m_capacity{capacity}
{
    void *memory = mmap(nullptr, capacity * sizeof(Frame), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED)
        throw std::system_error{errno, std::generic_category(), "no memory for the record"};
    m_frames = static_cast<Frame *>(memory);
}

Record::~Record()
{
    munmap(m_frames, m_capacity * sizeof(Frame));
}

void Record::begin(Clock::time_point now)
{
    m_last = now;
    m_began.store(now.time_since_epoch().count(), std::memory_order_release);
}

void Record::frame(Clock::time_point now, bool on_time)
{
    const std::size_t count = m_count.load(std::memory_order_relaxed);
    if (count == m_capacity)
        return;
    constexpr std::int64_t longest = (std::int64_t{1} << 31) - 1;
    const auto gap = std::chrono::duration_cast<std::chrono::microseconds>(now - m_last).count();
    m_frames[count] =
        Frame{.gap_us = static_cast<std::uint32_t>(std::clamp<std::int64_t>(gap, 0, longest))
                  & 0x7fffffffU,
              .on_time = on_time ? 1U : 0U};
    // Not `now`: the fraction that is cut off here would be missing in the sum.
    m_last += std::chrono::microseconds{gap};
    m_count.store(count + 1, std::memory_order_release);
}

std::optional<Clock::time_point> Record::began() const
{
    const auto began = m_began.load(std::memory_order_acquire);
    return began == 0 ? std::nullopt : std::optional{Clock::time_point{Clock::duration{began}}};
}

} // namespace uiprobe

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

/// A probe of how slow a user interface is. It measures a machine that is out of memory, so it must
/// not need to allocate any.
namespace uiprobe {

using Clock = std::chrono::steady_clock; // CLOCK_MONOTONIC, as in the journal's time stamps
using Nanoseconds = std::chrono::nanoseconds;

constexpr int frames_a_second = 60;
constexpr Nanoseconds frame_time = std::chrono::nanoseconds{1'000'000'000 / frames_a_second};

/// The time since the previous frame, and whether this one was on time.
struct Frame {
    std::uint32_t gap_us : 31;
    std::uint32_t on_time : 1;
};

/// Written by the frame loop, and read by the recorder even while the frame loop is stuck. All of
/// its memory is allocated at the start, so that recording a frame never waits for a page.
class Record {
public:
    explicit Record(std::size_t capacity);
    ~Record();
    Record(const Record &) = delete;
    Record &operator=(const Record &) = delete;

    void begin(Clock::time_point now); ///< called by the frame loop after the warm-up
    void frame(Clock::time_point now, bool on_time); ///< called by the frame loop, after begin()

    [[nodiscard]] std::optional<Clock::time_point> began() const;
    [[nodiscard]] std::size_t count() const { return m_count.load(std::memory_order_acquire); }
    [[nodiscard]] Frame at(std::size_t index) const
    {
        return m_frames[index];
    } ///< index below count()

private:
    std::size_t m_capacity;
    Frame *m_frames = nullptr;
    Clock::time_point m_last{};
    std::atomic<std::size_t> m_count = 0;
    std::atomic<Clock::rep> m_began = 0; ///< 0: not yet
};

} // namespace uiprobe

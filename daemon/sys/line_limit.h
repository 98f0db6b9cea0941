// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace headroom {

/// Limits journal lines about things that processes can cause as often as they like. A process gets
/// one line of a kind in ten minutes, however many connections it opens. All processes together get
/// twenty, and then one in ten seconds.
class LineLimit {
public:
    /// Of a monotonic clock.
    using Time = std::chrono::nanoseconds;

    /// Whether a line about this is allowed now. `whose` is a process, or a process and a kind of
    /// line. A line that is not allowed is counted.
    [[nodiscard]] bool allows(const std::string &whose, Time now);
    /// How many lines were left out since the last call.
    [[nodiscard]] std::uint64_t take_left_out();

private:
    void forget_before(Time past);

    /// When each had its last line. At most the lines allowed in ten minutes.
    std::map<std::string, Time> m_last;
    /// Lines that are left for all together. -1: none was requested yet.
    double m_ready = -1;
    Time m_counted{};
    std::uint64_t m_left_out = 0;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace headroom {

/// Which lines the journal gets of what others bring about as often as they like. A process has one of a kind in ten minutes, however many connections it
/// opens; all together, however many processes there are, have twenty and then one in ten seconds.
class LineLimit {
public:
    using Time = std::chrono::nanoseconds; ///< of a clock that never goes back

    /// Whether there may be a line about this now: a process, or a process and a kind of line. If not, it is counted.
    [[nodiscard]] bool allows(const std::string &whose, Time now);
    /// How many were left out since this was asked last.
    [[nodiscard]] std::uint64_t take_left_out();

private:
    void forget_before(Time past);

    std::map<std::string, Time> m_last; ///< line of each; no more than were allowed in ten minutes
    double m_ready = -1; ///< lines that all together have; -1: none was asked for yet
    Time m_counted{};
    std::uint64_t m_left_out = 0;
};

} // namespace headroom

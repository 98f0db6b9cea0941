// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace headroom {

/// Times every callback of the main loop, where that is compiled in (HEADROOM_TIME_TURNS): none may keep the others waiting. What it has seen is in a file
/// of the runtime directory, "turns.PID", for as long as that directory is there; a callback that took too long is logged as well.
class TurnTimes {
public:
    explicit TurnTimes(
        const std::string
            &runtime_dir); ///< one at a time, in the thread that runs the default main context
    ~TurnTimes();
    TurnTimes(const TurnTimes &) = delete;
    TurnTimes &operator=(const TurnTimes &) = delete;
};

/// The longest that a callback may take.
constexpr std::uint64_t turn_limit_us = 20'000;

/// What is in the file, in the machine's own byte order; tests/seat/turns.py reads it. Whoever writes zeros into it begins anew.
struct TurnsSeen {
    static constexpr std::size_t classes = 24;
    static constexpr std::size_t longest_name = 64;

    std::uint64_t longest_us = 0; ///< a callback, at work or asleep
    std::uint64_t longest_at_work_us = 0; ///< the part of that in which it ran
    std::uint64_t longest_excused_us =
        0; ///< on top of that: it could have run, and others had the processor
    std::uint64_t longest_round_us = 0; ///< all callbacks that one look at what is ready has led to
    std::uint64_t over_limit = 0; ///< so many callbacks
    std::array<std::uint64_t, classes>
        rounds{}; ///< the number of those that took less than 2^i µs, and not less than half of that
    std::array<char, longest_name>
        longest_source{}; ///< what the source of the longest callback is called, ended by a zero
};

} // namespace headroom

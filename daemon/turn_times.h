// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace headroom {

/// Times every callback of the main loop, in builds that have this compiled in
/// (HEADROOM_TIME_TURNS). No callback may block the others for long. The results are in a file of
/// the runtime directory, "turns.PID", for as long as that directory exists. A callback that took
/// too long is also logged.
class TurnTimes {
public:
    /// One instance at a time, in the thread that runs the default main context.
    explicit TurnTimes(const std::string &runtime_dir);
    ~TurnTimes();
    TurnTimes(const TurnTimes &) = delete;
    TurnTimes &operator=(const TurnTimes &) = delete;
};

/// The longest time that a callback may take.
constexpr std::uint64_t turn_limit_us = 20'000;

/// The contents of the file, in the machine's byte order. tests/seat/turns.py reads it. Writing
/// zeros into the file starts anew.
struct TurnsSeen {
    static constexpr std::size_t classes = 24;
    static constexpr std::size_t longest_name = 64;

    std::uint64_t longest_us = 0; ///< of all callbacks, running or asleep
    std::uint64_t longest_at_work_us = 0; ///< the part of it in which the thread ran
    /// In addition: the thread was ready to run, and others had the CPU.
    std::uint64_t longest_excused_us = 0;
    /// All callbacks between two polls.
    std::uint64_t longest_round_us = 0;
    std::uint64_t over_limit = 0; ///< callbacks
    /// Element i counts the rounds that took less than 2^i µs, and at least half of that.
    std::array<std::uint64_t, classes> rounds{};
    /// The name of the source of the longest callback, with a NUL at its end.
    std::array<char, longest_name> longest_source{};
};

} // namespace headroom

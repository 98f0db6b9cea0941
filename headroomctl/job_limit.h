// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "model/ids.h"
#include "model/pressure.h"

/// How many of a jobserver's tokens may be out. Time is an argument.
namespace headroom::ctl {

/// What is seen at one moment. nullopt is unknown.
struct JobsSeen {
    Level level = Level::Unknown;
    std::optional<MemoryLevel> memory; ///< the machine's
    std::optional<std::uint64_t> used; ///< bytes that the jobs have in memory together
    std::optional<std::uint64_t> swapped; ///< bytes of theirs that are in swap
    unsigned held = 0; ///< tokens that jobs hold; one more job has none
};

/// Begins with no token, that is with one job, and lets one more out at a time. What is out is
/// never taken from a job: a lower limit means that freed tokens are withheld.
class JobLimit {
public:
    /// most: tokens.
    explicit JobLimit(unsigned most) : m_most(most) {}

    /// The tokens that may be out now. Call it when a token comes back, when the level changes, and
    /// when again() is over.
    [[nodiscard]] unsigned look(const JobsSeen &seen, TimePoint now);

    /// When to look again, if nothing happens until then.
    [[nodiscard]] Duration again() const;

    /// Bytes that a job is taken to need: the largest mean so far, which fades.
    [[nodiscard]] std::uint64_t job_takes() const { return m_job_takes; }

private:
    /// What was used some time ago, to see whether it still grows.
    struct Mark {
        TimePoint at;
        std::uint64_t used;
    };

    void learn(const JobsSeen &seen, TimePoint now);
    void shed(unsigned held, TimePoint now);
    void give(const JobsSeen &seen, TimePoint now);
    void retire(unsigned held, TimePoint now);
    [[nodiscard]] bool may_give(const JobsSeen &seen, TimePoint now) const;
    [[nodiscard]] bool is_ample(const JobsSeen &seen) const;
    [[nodiscard]] std::optional<unsigned> fitting(const JobsSeen &seen) const;

    unsigned m_most;
    unsigned m_limit = 0;
    /// Where it was too much last time. Beyond, tokens are given slowly.
    std::optional<unsigned> m_ceiling;
    std::uint64_t m_job_takes = first_guess;
    bool m_measured = false;
    bool m_settled = false;
    bool m_rising = true;
    std::optional<Mark> m_mark;
    std::optional<TimePoint> m_learnt_at;
    std::optional<TimePoint> m_not_calm_at;
    std::optional<TimePoint> m_given_at;
    std::optional<TimePoint> m_all_held_at;

    static constexpr std::uint64_t first_guess = 1ULL << 30U;
};

} // namespace headroom::ctl

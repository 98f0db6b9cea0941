// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "job_limit.h"

#include <algorithm>
#include <cmath>

#include "room.h"

namespace headroom::ctl {

namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// New jobs use little memory. A build with new jobs only must not pass for one of small jobs.
constexpr std::uint64_t least_job = 64ULL << 20U;
/// While this much is left, the next token need not wait until the last job has shown its size.
constexpr std::uint64_t ample = 1ULL << 30U;
constexpr Duration give_every = milliseconds{250};
/// If room is scarce, the next token waits until the last job has shown its size. That is when
/// memory has settled, or after this time.
constexpr Duration shows_within = seconds{3};
constexpr Duration settles_over = seconds{1};
constexpr std::uint64_t growth_noise = 16ULL << 20U; ///< bytes
constexpr std::uint64_t growth_share = 20; ///< or this part of what is used
/// After it was not calm.
constexpr Duration calm_for = seconds{3};
/// Beyond the number at which it was too much.
constexpr Duration beyond_ceiling_every = seconds{10};
/// Tokens that nothing takes are withdrawn then. Otherwise a build's next phase would begin with
/// all of them at once.
constexpr Duration unused_for = seconds{5};
/// The largest mean fades by half in this time.
constexpr Duration fades_in = minutes{5};
constexpr Duration look_while_steady = seconds{1};

bool is_older(const std::optional<TimePoint> &then, Duration age, TimePoint now)
{
    return !then || now - *then >= age;
}

} // namespace

void JobLimit::learn(const JobsSeen &seen, TimePoint now)
{
    if (!seen.used)
        return;
    if (!m_mark) {
        m_mark = Mark{now, *seen.used};
    } else if (now - m_mark->at >= settles_over) {
        const std::uint64_t noise = std::max(growth_noise, m_mark->used / growth_share);
        m_settled = *seen.used <= m_mark->used + noise;
        m_mark = Mark{now, *seen.used};
    }
    const std::uint64_t jobs = std::uint64_t{seen.held} + 1;
    const std::uint64_t mean = std::max(least_job, (*seen.used + seen.swapped.value_or(0)) / jobs);
    if (!m_measured && m_settled) {
        m_measured = true;
        m_job_takes = mean;
    } else if (m_measured) {
        const double aged = std::chrono::duration<double>(now - *m_learnt_at) / fades_in;
        m_job_takes =
            static_cast<std::uint64_t>(static_cast<double>(m_job_takes) * std::exp2(-aged));
    }
    m_job_takes = std::max(m_job_takes, mean);
    m_learnt_at = now;
}

/// How many tokens memory has room for. What the jobs have counts as available to them: those that
/// have just begun will grow to the size of the others. nullopt: unknown.
std::optional<unsigned> JobLimit::fitting(const JobsSeen &seen) const
{
    if (!seen.memory)
        return std::nullopt;
    const std::uint64_t reserve = reserve_of(seen.memory->total);
    const std::uint64_t all = seen.memory->available + seen.used.value_or(0);
    const std::uint64_t jobs = all > reserve ? (all - reserve) / m_job_takes : 0;
    // Without knowing what the jobs have, this is how many more there is room for.
    const std::uint64_t tokens = seen.used ? (jobs > 0 ? jobs - 1 : 0) : seen.held + jobs;
    return static_cast<unsigned>(std::min<std::uint64_t>(tokens, m_most));
}

bool JobLimit::is_ample(const JobsSeen &seen) const
{
    return seen.memory && seen.memory->available >= reserve_of(seen.memory->total) + ample;
}

bool JobLimit::may_give(const JobsSeen &seen, TimePoint now) const
{
    if (m_ceiling && m_limit >= *m_ceiling)
        return is_older(m_given_at, beyond_ceiling_every, now);
    if (is_ample(seen) || m_settled)
        return is_older(m_given_at, give_every, now);
    return m_measured && is_older(m_given_at, shows_within, now);
}

void JobLimit::give(const JobsSeen &seen, TimePoint now)
{
    if (m_ceiling && m_limit >= *m_ceiling)
        ++*m_ceiling;
    ++m_limit;
    m_given_at = now;
    m_settled = false;
    if (seen.used)
        m_mark = Mark{now, *seen.used};
}

void JobLimit::shed(unsigned held, TimePoint now)
{
    const bool begins = is_older(m_not_calm_at, calm_for, now);
    if (begins)
        m_ceiling = std::min(held, m_limit) > 0 ? std::min(held, m_limit) - 1 : 0;
    m_not_calm_at = now;
    m_given_at = now;
    m_limit = std::min(m_limit, held);
}

void JobLimit::retire(unsigned held, TimePoint now)
{
    if (held >= m_limit)
        m_all_held_at = now;
    else if (!m_all_held_at)
        m_all_held_at = now;
    else if (now - *m_all_held_at >= unused_for && held + 1 < m_limit)
        --m_limit;
}

unsigned JobLimit::look(const JobsSeen &seen, TimePoint now)
{
    learn(seen, now);
    m_rising = false;
    if (seen.level == Level::Unknown)
        return m_limit;
    if (seen.level != Level::Calm) {
        shed(seen.held, now);
        return m_limit;
    }
    const auto fits = fitting(seen);
    if (!fits)
        return m_limit;
    retire(seen.held, now);
    m_limit = std::min(m_limit, *fits);
    const bool wanted = seen.held >= m_limit && m_limit < std::min(m_most, *fits);
    if (wanted && is_older(m_not_calm_at, calm_for, now) && may_give(seen, now))
        give(seen, now);
    m_rising = wanted;
    return m_limit;
}

Duration JobLimit::again() const
{
    return m_rising ? give_every : look_while_steady;
}

} // namespace headroom::ctl

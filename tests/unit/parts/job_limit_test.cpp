// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "job_limit.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace headroom::ctl {

namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::uint64_t mib = 1ULL << 20U;

/// A build that takes each token, on a machine with so much for its jobs.
class Build {
public:
    Build(unsigned most, std::uint64_t for_jobs) : m_limit(most), m_for_jobs(for_jobs) {}

    Level level = Level::Calm;
    std::uint64_t job_takes = 300 * mib;
    unsigned held = 0;
    bool is_greedy = true;
    bool tells_memory = true;
    bool tells_use = true;

    JobsSeen seen() const
    {
        const std::uint64_t used = (held + 1) * job_takes;
        const std::uint64_t left = m_for_jobs > used ? m_for_jobs - used : 0;
        JobsSeen result{.level = level, .memory = {}, .used = {}, .swapped = {}, .held = held};
        if (tells_memory) // 10 % of it is the reserve
            result.memory = MemoryLevel{.total = 2000 * mib, .available = 200 * mib + left};
        if (tells_use)
            result.used = used;
        return result;
    }

    unsigned look()
    {
        limit = m_limit.look(seen(), now);
        if (is_greedy)
            held = std::max(held, limit);
        return limit;
    }

    /// Looks as often as asked to.
    unsigned pass(Duration time)
    {
        const TimePoint end = now + time;
        for (look(); now < end; look())
            now += m_limit.again();
        return limit;
    }

    /// A job ends, and its token comes back.
    unsigned end_job()
    {
        --held;
        return look();
    }

    unsigned limit = 0;
    TimePoint now{seconds{100}};
    JobLimit m_limit;

private:
    std::uint64_t m_for_jobs;
};

TEST(JobLimitTest, BeginsWithoutAToken)
{
    Build build(15, 100'000 * mib);
    EXPECT_EQ(build.look(), 1); // one at a time
    EXPECT_EQ(build.look(), 1);
    EXPECT_EQ(build.m_limit.again(), milliseconds{250});
}

TEST(JobLimitTest, WhereThereIsPlentyAllAreOutInAMoment)
{
    Build build(15, 100'000 * mib);
    EXPECT_EQ(build.pass(milliseconds{3250}), 14);
    EXPECT_EQ(build.pass(milliseconds{250}), 15);
    EXPECT_EQ(build.pass(minutes{1}), 15);
    EXPECT_EQ(build.m_limit.again(), seconds{1});
}

struct Fit {
    std::uint64_t for_jobs;
    std::uint64_t job_takes;
    unsigned tokens;
};

class JobLimitFits : public testing::TestWithParam<Fit> {};

TEST_P(JobLimitFits, AsManyAsMemoryHasRoomFor)
{
    Build build(15, GetParam().for_jobs);
    build.job_takes = GetParam().job_takes;
    EXPECT_EQ(build.pass(minutes{1}), GetParam().tokens);
}

INSTANTIATE_TEST_SUITE_P(Table, JobLimitFits,
                         testing::Values(Fit{1200 * mib, 300 * mib, 3},
                                         Fit{1199 * mib, 300 * mib, 2},
                                         Fit{599 * mib, 300 * mib, 0},
                                         Fit{100 * mib, 300 * mib, 0}, // one always runs
                                         Fit{640 * mib, 8 * mib, 9}, // no job is that small
                                         Fit{4000 * mib, 50 * mib, 15}));

TEST(JobLimitTest, WhereRoomIsScarceEachHasToShowWhatItTakes)
{
    Build build(15, 1200 * mib);
    EXPECT_EQ(build.look(), 0); // what a job takes is unknown yet
    EXPECT_EQ(build.pass(seconds{1}), 1);
    // It takes a second to see that memory has grown, and another that it has settled.
    EXPECT_EQ(build.pass(milliseconds{1750}), 1);
    EXPECT_EQ(build.pass(milliseconds{250}), 2);
}

TEST(JobLimitTest, AJobThatGrowsIsWaitedFor)
{
    Build build(15, 1200 * mib);
    build.pass(seconds{1}); // measured
    build.held = build.limit;
    const unsigned before = build.limit;
    build.job_takes = 320 * mib;
    for (int quarter = 0; quarter < 11; ++quarter) {
        build.now += milliseconds{250};
        build.job_takes += 5 * mib;
        EXPECT_EQ(build.look(), before) << quarter;
    }
}

TEST(JobLimitTest, FreedTokensAreWithheldWhileItIsNotCalm)
{
    for (const Level level : {Level::Uneasy, Level::High, Level::Critical}) {
        Build build(15, 100'000 * mib);
        build.pass(minutes{1});
        build.level = level;
        EXPECT_EQ(build.look(), 15); // none is taken from a job
        for (unsigned left = 15; left > 0; --left)
            EXPECT_EQ(build.end_job(), left - 1);
        EXPECT_EQ(build.pass(minutes{1}), 0);
    }
}

TEST(JobLimitTest, TheyAreGivenBackOneByOneWhenItIsCalmAgain)
{
    Build build(15, 100'000 * mib);
    build.pass(minutes{1});
    build.level = Level::High;
    build.look();
    while (build.held > 0)
        build.end_job();
    build.level = Level::Calm;
    EXPECT_EQ(build.pass(milliseconds{2750}), 0);
    EXPECT_EQ(build.pass(milliseconds{250}), 1);
    EXPECT_EQ(build.pass(milliseconds{250}), 2);
    EXPECT_EQ(build.pass(milliseconds{250}), 3);
}

TEST(JobLimitTest, BeyondWhereItWasTooMuchTheyAreGivenSlowly)
{
    Build build(15, 100'000 * mib);
    while (build.limit < 8)
        build.pass(milliseconds{250});
    build.level = Level::Uneasy;
    build.look();
    build.level = Level::Calm;
    build.end_job();
    EXPECT_EQ(build.limit, 8); // it holds for a moment
    build.held = build.limit;
    build.level = Level::Uneasy;
    while (build.held > 0)
        build.end_job();
    build.level = Level::Calm;
    EXPECT_EQ(build.pass(seconds{9}), 7);
    EXPECT_EQ(build.pass(seconds{10}), 8);
    EXPECT_EQ(build.pass(seconds{10}), 9);
}

TEST(JobLimitTest, AnUnknownLevelChangesNothing)
{
    Build build(15, 100'000 * mib);
    build.level = Level::Unknown;
    EXPECT_EQ(build.pass(minutes{1}), 0);
    build.level = Level::Calm;
    build.pass(milliseconds{500});
    const unsigned before = build.limit;
    build.level = Level::Unknown;
    EXPECT_EQ(build.pass(minutes{1}), before);
    EXPECT_EQ(build.end_job(), before);
}

TEST(JobLimitTest, UnknownMemoryChangesNothing)
{
    Build build(15, 100'000 * mib);
    build.pass(milliseconds{500});
    const unsigned before = build.limit;
    build.tells_memory = false;
    EXPECT_EQ(build.pass(minutes{1}), before);
}

TEST(JobLimitTest, WithoutKnowingWhatTheJobsUseEachIsTakenToBeLarge)
{
    Build build(15, 2000 * mib);
    build.job_takes = 100 * mib;
    build.tells_use = false;
    EXPECT_EQ(build.pass(minutes{1}), 9); // 1,000 MiB are left, and one more might take 1 GiB
}

TEST(JobLimitTest, FlappingGivesNothing)
{
    Build build(15, 100'000 * mib);
    build.pass(seconds{1});
    while (build.held > 0) {
        build.level = Level::Uneasy;
        build.end_job();
    }
    for (int turn = 0; turn < 100; ++turn) {
        build.level = turn % 2 == 0 ? Level::Calm : Level::Uneasy;
        build.now += milliseconds{100};
        EXPECT_EQ(build.look(), 0);
    }
}

TEST(JobLimitTest, WhatNothingTakesIsWithdrawn)
{
    Build build(15, 100'000 * mib);
    build.pass(minutes{1});
    build.is_greedy = false;
    build.held = 2;
    EXPECT_EQ(build.pass(seconds{4}), 15);
    EXPECT_EQ(build.pass(seconds{60}), 3); // one more than is held
    EXPECT_EQ(build.pass(seconds{60}), 3);
}

TEST(JobLimitTest, NoMoreIsGivenThanIsTaken)
{
    Build build(15, 100'000 * mib);
    build.is_greedy = false;
    EXPECT_EQ(build.pass(seconds{4}), 1);
}

TEST(JobLimitTest, OtherAppsTakeTheRoomAway)
{
    Build build(15, 100'000 * mib);
    build.pass(minutes{1});
    JobsSeen seen = build.seen();
    seen.memory->available = 0;
    seen.used = 4800 * mib; // 16 jobs of 300; 200 are the reserve
    EXPECT_EQ(build.m_limit.look(seen, build.now), 14);
}

TEST(JobLimitTest, WhatAJobTakesFades)
{
    Build build(15, 1200 * mib);
    build.pass(seconds{10});
    EXPECT_EQ(build.m_limit.job_takes(), 300 * mib);
    build.is_greedy = false;
    build.job_takes = 10 * mib;
    build.now += minutes{5};
    build.look();
    EXPECT_NEAR(static_cast<double>(build.m_limit.job_takes()), 150.0 * mib, 1.0 * mib);
    build.now += minutes{50};
    build.look();
    EXPECT_EQ(build.m_limit.job_takes(), 64 * mib);
}

TEST(JobLimitTest, WhatIsInSwapCountsToo)
{
    Build build(15, 100'000 * mib);
    build.pass(seconds{10});
    JobsSeen seen = build.seen();
    seen.swapped = 16 * 700 * mib;
    (void)build.m_limit.look(seen, build.now);
    EXPECT_EQ(build.m_limit.job_takes(), 1000 * mib);
}

} // namespace

} // namespace headroom::ctl

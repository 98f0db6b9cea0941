// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "turn_times.h"

#include "main_context.h"
#include "scratch.h"
#include "sys/unique_fd.h"

#include <array>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <numeric>
#include <thread>
#include <unistd.h>
#include <vector>

namespace headroom {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t a_ms = 1000;

/// The default main context, timed, with sources that keep it busy for a given time.
class TurnTimesTest : public testing::Test {
protected:
    /// All sources added between two looks are dispatched in one round.
    void keep_the_loop(const char *name, std::chrono::microseconds asleep,
                       std::chrono::microseconds busy = {})
    {
        struct Work {
            std::chrono::microseconds asleep;
            std::chrono::microseconds busy;
            int *done;
        };
        const guint id = g_idle_add_full(
            G_PRIORITY_DEFAULT,
            [](gpointer data) -> gboolean {
                const auto *work = static_cast<const Work *>(data);
                std::this_thread::sleep_for(work->asleep);
                const gint64 end = cpu_us() + work->busy.count();
                while (cpu_us() < end) {
                }
                ++*work->done;
                return G_SOURCE_REMOVE;
            },
            new Work{asleep, busy, &m_done},
            [](gpointer data) { delete static_cast<Work *>(data); });
        g_source_set_name_by_id(id, name);
        ++m_given;
    }

    TurnsSeen what_was_seen()
    {
        EXPECT_TRUE(seen::comes_true([this] { return m_done == m_given; }));
        g_main_context_iteration(nullptr, FALSE); // a round is recorded when the next one begins
        TurnsSeen found;
        const std::string text = m_scratch.text(std::format("turns.{}", getpid()));
        EXPECT_EQ(text.size(), sizeof found);
        std::memcpy(static_cast<void *>(&found), text.data(), std::min(sizeof found, text.size()));
        return found;
    }

    /// Does it up to three times, until no time is longer than it should be. A virtual CPU that is
    /// taken away adds to any of them, and what measures wrongly does so each time. Nothing makes
    /// them shorter.
    TurnsSeen seen_without_delay(const std::function<void()> &work,
                                 const std::function<bool(const TurnsSeen &)> &is_without)
    {
        TurnsSeen found;
        for (int i = 0; i < 3; ++i) {
            begin_anew();
            work();
            found = what_was_seen();
            if (is_without(found))
                break;
        }
        return found;
    }

private:
    void begin_anew() const
    {
        // The file is mapped, and must keep its length.
        const UniqueFd file{
            open(m_scratch.path(std::format("turns.{}", getpid())).c_str(), O_WRONLY | O_CLOEXEC)};
        constexpr std::array<char, sizeof(TurnsSeen)> zeros{};
        EXPECT_EQ(pwrite(file.get(), zeros.data(), zeros.size(), 0),
                  static_cast<ssize_t>(zeros.size()));
    }

    static gint64 cpu_us()
    {
        timespec used{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        return used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000;
    }

    seen::Scratch m_scratch;
    TurnTimes m_times{m_scratch.path()};
    int m_given = 0;
    int m_done = 0;
};

TEST_F(TurnTimesTest, ACallbackThatSleepsKeepsTheLoop)
{
    const TurnsSeen found =
        seen_without_delay([this] { keep_the_loop("sleeper", 30ms); },
                           [](const TurnsSeen &times) {
                               return times.longest_at_work_us < 15 * a_ms && times.over_limit == 1;
                           });
    EXPECT_GE(found.longest_us, 29 * a_ms);
    EXPECT_LT(found.longest_at_work_us, 15 * a_ms);
    EXPECT_EQ(found.over_limit, 1U);
    EXPECT_STREQ(found.longest_source.data(), "sleeper");
}

TEST_F(TurnTimesTest, ACallbackThatComputesKeepsTheLoop)
{
    const TurnsSeen found =
        seen_without_delay([this] { keep_the_loop("busy", 0ms, 30ms); },
                           [](const TurnsSeen &times) { return times.over_limit == 1; });
    EXPECT_GE(found.longest_us, 29 * a_ms);
    EXPECT_GE(found.longest_at_work_us, 29 * a_ms);
    EXPECT_EQ(found.over_limit, 1U);
    EXPECT_STREQ(found.longest_source.data(), "busy");
}

TEST_F(TurnTimesTest, EachOfARoundIsTimedByItself)
{
    const TurnsSeen found = seen_without_delay(
        [this] {
            for (int i = 0; i < 4; ++i)
                keep_the_loop("one of four", 0ms, 8ms);
        },
        [](const TurnsSeen &times) { return times.longest_us < times.longest_round_us / 2; });
    EXPECT_GE(found.longest_round_us, 31 * a_ms);
    EXPECT_LT(found.longest_us, found.longest_round_us / 2);
    EXPECT_GE(found.longest_us, 7 * a_ms);
}

TEST_F(TurnTimesTest, TheLongOneOfARoundIsFound)
{
    const TurnsSeen found = seen_without_delay(
        [this] {
            keep_the_loop("before", 0ms, 2ms);
            keep_the_loop("the long one", 30ms);
            keep_the_loop("after", 0ms, 2ms);
        },
        [](const TurnsSeen &times) { return times.over_limit == 1; });
    EXPECT_STREQ(found.longest_source.data(), "the long one");
    EXPECT_EQ(found.over_limit, 1U);
}

/// Two threads of this process that compete for the CPU of this thread.
class Crowded {
public:
    Crowded()
    {
        EXPECT_EQ(sched_getaffinity(0, sizeof m_before, &m_before), 0);
        cpu_set_t only;
        CPU_ZERO(&only);
        CPU_SET(sched_getcpu(), &only);
        EXPECT_EQ(sched_setaffinity(0, sizeof only, &only), 0); // threads inherit it
        for (int i = 0; i < 2; ++i)
            m_others.emplace_back([](const std::stop_token &end) {
                while (!end.stop_requested()) {
                }
            });
    }
    ~Crowded()
    {
        m_others.clear();
        EXPECT_EQ(sched_setaffinity(0, sizeof m_before, &m_before), 0);
    }
    Crowded(const Crowded &) = delete;
    Crowded &operator=(const Crowded &) = delete;

private:
    cpu_set_t m_before{};
    std::vector<std::jthread> m_others;
};

/// The callback gets a third of the CPU. The time that it waits for the CPU isn't counted as its
/// own.
TEST_F(TurnTimesTest, WhoIsKeptFromRunningDoesNotKeepTheLoop)
{
    const Crowded here;
    gint64 began = 0;
    const TurnsSeen found = seen_without_delay(
        [&] {
            began = g_get_monotonic_time();
            keep_the_loop("kept", 0ms, 60ms);
        },
        [](const TurnsSeen &times) { return times.longest_us < 80 * a_ms; });
    const auto whole = static_cast<std::uint64_t>(g_get_monotonic_time() - began);
    EXPECT_GE(whole, 100 * a_ms) << "the others ran as well";
    EXPECT_GE(found.longest_us, 59 * a_ms);
    EXPECT_LT(found.longest_us, 80 * a_ms);
    EXPECT_GE(found.longest_excused_us, 30 * a_ms);
}

/// The watcher looks repeatedly while the thread sleeps. Each time the thread waits for the CPU,
/// only to sleep again.
TEST_F(TurnTimesTest, ASleepIsAsLongWhereOthersWantTheProcessor)
{
    const Crowded here;
    const TurnsSeen found = seen_without_delay(
        [this] { keep_the_loop("sleeper", 60ms); },
        [](const TurnsSeen &times) { return times.longest_at_work_us < 30 * a_ms; });
    EXPECT_GE(found.longest_us, 55 * a_ms);
    EXPECT_LT(found.longest_at_work_us, 30 * a_ms);
}

TEST_F(TurnTimesTest, RoundsAreCountedByTheirLength)
{
    const TurnsSeen found = seen_without_delay(
        [this] {
            for (int i = 0; i < 3; ++i) {
                keep_the_loop("five", 0ms, 5ms);
                (void)what_was_seen();
            }
        },
        [](const TurnsSeen &times) { return times.over_limit == 0; });
    constexpr std::size_t from_4096 = 13;
    EXPECT_GE(found.rounds[from_4096] + found.rounds[from_4096 + 1], 3U);
    EXPECT_EQ(found.over_limit, 0U);
    EXPECT_GT(std::reduce(found.rounds.begin(), found.rounds.end()), 3U);
}

} // namespace
} // namespace headroom

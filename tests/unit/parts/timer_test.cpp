// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/timer.h"

#include "parts/main_context.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::is_quiet;

TEST(Timer, FiresOnce)
{
    int fired = 0;
    const Timer timer = Timer::once(1, [&] { ++fired; });
    EXPECT_TRUE(timer);
    EXPECT_EQ(fired, 0) << "never before the loop runs";
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, 1);
    EXPECT_FALSE(timer);
}

TEST(Timer, RepeatsUntilItIsStopped)
{
    int fired = 0;
    Timer timer = Timer::every(1, [&] {
        EXPECT_TRUE(timer);
        if (++fired == 3)
            timer.stop();
    });
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, 3);
    EXPECT_FALSE(timer);
}

/// The one in milliseconds is set first, so on a busy machine it is still called first.
TEST(Timer, SecondsAreSeconds)
{
    std::string order;
    const Timer soon = Timer::once(50, [&] { order += "soon "; });
    const Timer once = Timer::once_in_seconds(1, [&] { order += "once "; });
    const Timer every = Timer::every_seconds(1, [&] { order += "every "; });
    EXPECT_TRUE(comes_true([&] { return order.ends_with("every "); }));
    EXPECT_EQ(order, "soon once every ");
    EXPECT_FALSE(once);
    EXPECT_TRUE(every);
}

TEST(Timer, IsStopped)
{
    int fired = 0;
    Timer timer = Timer::once(1, [&] { ++fired; });
    timer.stop();
    EXPECT_FALSE(timer);
    EXPECT_TRUE(is_quiet());
    timer.stop(); // again: does nothing
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, 0);
}

TEST(Timer, EndsWithItsOwner)
{
    int fired = 0;
    {
        const Timer once = Timer::once(1, [&] { ++fired; });
        const Timer every = Timer::every_seconds(1, [&] { ++fired; });
    }
    EXPECT_TRUE(is_quiet());
    EXPECT_EQ(fired, 0);
}

TEST(Timer, TheLastOneSetCounts)
{
    std::string fired;
    Timer timer = Timer::once(1, [&] { fired += "first"; });
    timer = Timer::once(2, [&] { fired += "second"; });
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, "second");
}

/// The sanitizer finds a callback that is freed while it runs. So each one below uses what it has
/// captured after its timer is gone: a text too long to be kept within a string object.
const std::string captured = "a text that is long enough to be kept in memory of its own";

TEST(Timer, IsSetAgainByItsOwnCallback)
{
    struct Owner {
        Timer timer;
        std::vector<std::string> seen;
        void set()
        {
            timer = Timer::once(1, [this, text = captured] {
                EXPECT_FALSE(timer) << "it has fired, and may be set again";
                if (seen.size() < 2)
                    set();
                seen.push_back(text);
            });
        }
    } owner;
    owner.set();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(owner.seen, (std::vector{captured, captured, captured}));
}

TEST(Timer, ARepeatingOneIsReplacedByItsOwnCallback)
{
    Timer timer;
    std::string seen;
    timer = Timer::every(1, [&, text = captured] {
        timer = Timer::once(1, [&] { seen += " and the other"; });
        seen += text;
    });
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(seen, captured + " and the other");
}

TEST(Timer, IsDestroyedByItsOwnCallback)
{
    std::map<int, Timer> timers;
    std::vector<std::string> seen;
    timers.emplace(1, Timer::once(1, [&, text = captured] {
                       timers.erase(1);
                       seen.push_back(text);
                   }));
    timers.emplace(2, Timer::every(1, [&, text = captured] {
                       timers.erase(2);
                       seen.push_back(text);
                   }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(seen, (std::vector{captured, captured}));
    EXPECT_TRUE(timers.empty());
}

TEST(Timer, MovesToAnotherOwner)
{
    int fired = 0;
    Timer from = Timer::once(1, [&] { ++fired; });
    Timer to = std::move(from);
    EXPECT_FALSE(from); // NOLINT(bugprone-use-after-move): it does not run
    EXPECT_TRUE(to);
    from.stop();
    EXPECT_TRUE(to);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, 1);
}

TEST(Timer, AMoveStopsWhatWasThere)
{
    std::string fired;
    Timer there = Timer::once(1, [&] { fired += "old"; });
    Timer other = Timer::once(2, [&] { fired += "new"; });
    there = std::move(other);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, "new");
}

TEST(Timer, FreesWhatItHasCaptured)
{
    auto held = std::make_shared<int>();
    const std::weak_ptr<int> there = held;
    const Timer fires = Timer::once(1, [held] {});
    Timer stopped = Timer::every(1, [moved = std::move(held)] {});
    stopped.stop();
    EXPECT_EQ(there.use_count(), 1);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_TRUE(there.expired()) << "as soon as it has fired";
}

TEST(Timer, FiresWithoutItsOwner)
{
    auto held = std::make_shared<int>();
    const std::weak_ptr<int> there = held;
    int fired = 0;
    {
        Timer timer = Timer::once(1, [&, held = std::move(held)] { ++fired; });
        timer.detach();
        EXPECT_FALSE(timer);
        timer.detach(); // again: does nothing
    }
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(fired, 1);
    EXPECT_TRUE(there.expired());
}

TEST(Timer, TheUrgentOneIsFirst)
{
    std::string order;
    const Timer usual = Timer::once(0, [&] { order += "usual "; });
    const Timer urgent = Timer::once(0, [&] { order += "urgent "; }, G_PRIORITY_HIGH);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(order, "urgent usual ");
}

Timer set_by_this_function(std::vector<std::string> &names)
{
    return Timer::once(
        1, [&names] { names.emplace_back(g_source_get_name(g_main_current_source())); });
}

/// The signal handler of TurnTimes reads the name in the middle of the callback.
TEST(Timer, IsNamedAfterTheFunctionThatSetsIt)
{
    std::vector<std::string> names;
    const Timer timer = set_by_this_function(names);
    EXPECT_TRUE(becomes_quiet());
    ASSERT_EQ(names.size(), 1U);
    EXPECT_NE(names.front().find("set_by_this_function"), std::string::npos) << names.front();
}

} // namespace
} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/off_the_loop.h"

#include "parts/main_context.h"

#include <atomic>
#include <dlfcn.h>
#include <future>
#include <glib.h>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <vector>

namespace {

unsigned refused_threads = 0; ///< so many of the next ones can't be made // NOLINT

} // namespace

extern "C" __attribute__((visibility("default"))) GThread *
g_thread_try_new(const char *name, GThreadFunc function, gpointer data, GError **problem)
{
    static const auto real =
        reinterpret_cast<decltype(&g_thread_try_new)>(dlsym(RTLD_NEXT, "g_thread_try_new"));
    if (refused_threads == 0)
        return real(name, function, data, problem);
    --refused_threads;
    g_set_error_literal(problem, G_THREAD_ERROR, G_THREAD_ERROR_AGAIN, "no more tasks");
    return nullptr;
}

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;

/// Tasks that hang until the gate is destroyed.
class Gate {
public:
    ~Gate()
    {
        m_opens.set_value();
        EXPECT_TRUE(comes_true([&] { return m_back == m_sent; }))
            << "they use what the next test uses";
    }
    Gate() = default;
    Gate(const Gate &) = delete;
    Gate &operator=(const Gate &) = delete;

    void hang(const Lane &lane)
    {
        ++m_sent;
        off_the_loop<int>(
            nullptr, lane, [open = m_open, begun = m_begun] { return ++*begun, open.wait(), 0; },
            [this](int) { ++m_back; });
    }
    [[nodiscard]] unsigned begun() const { return *m_begun; }
    /// Polls, because a thread that begins to hang sends the main context nothing.
    [[nodiscard]] bool comes_to_hang(unsigned threads) const
    {
        constexpr gint64 patience_us = 20'000'000;
        const gint64 over = g_get_monotonic_time() + patience_us;
        while (begun() < threads && g_get_monotonic_time() < over)
            g_thread_yield();
        return begun() >= threads;
    }

private:
    std::promise<void> m_opens;
    std::shared_future<void> m_open = m_opens.get_future().share();
    std::shared_ptr<std::atomic<unsigned>> m_begun = std::make_shared<std::atomic<unsigned>>(0);
    unsigned m_sent = 0;
    unsigned m_back = 0;
};

TEST(OffTheLoop, TheAnswerIsHeardInTheMainContext)
{
    const GThread *const here = g_thread_self();
    const GThread *there = nullptr;
    std::optional<int> heard;
    off_the_loop<int>(
        nullptr, "test", [&] { return there = g_thread_self(), 7; },
        [&](int answer) {
            EXPECT_EQ(g_thread_self(), here);
            heard = answer;
        });
    EXPECT_FALSE(heard);
    ASSERT_TRUE(comes_true([&] { return heard.has_value(); }));
    EXPECT_EQ(heard, 7);
    EXPECT_NE(there, here);
    EXPECT_TRUE(becomes_quiet());
}

TEST(OffTheLoop, WhatIsCalledOffIsNotHeard)
{
    Gate gate;
    bool heard = false;
    {
        const ScopedCancellable owner;
        off_the_loop<int>(owner.get(), "test", [] { return 7; }, [&](int) { heard = true; });
    }
    bool next = false;
    off_the_loop<int>(nullptr, "test", [] { return 7; }, [&](int) { next = true; });
    ASSERT_TRUE(comes_true([&] { return next; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_FALSE(heard);
}

/// As where the user may have no more tasks. Nothing else is sent until the answer is there.
TEST(OffTheLoop, WithoutAThreadItIsTriedAgain)
{
    refused_threads = 1;
    bool heard = false;
    off_the_loop<int>(nullptr, "refused", [] { return 7; }, [&](int) { heard = true; });
    EXPECT_EQ(refused_threads, 0U);
    EXPECT_TRUE(comes_true([&] { return heard; }));
    EXPECT_TRUE(becomes_quiet());
}

TEST(OffTheLoop, ALaneOfOneThreadKeepsIt)
{
    std::vector<const GThread *> there;
    Lane lane{"one"};
    lane.has_one_thread = true;
    for (unsigned done = 0; done < 20; ++done) {
        // The second of each pair waits for the first, and no thread is made for it.
        for (int i = 0; i < 2; ++i)
            off_the_loop<const GThread *>(
                nullptr, lane, [] { return g_thread_self(); },
                [&](const GThread *thread) { there.push_back(thread); });
        ASSERT_TRUE(comes_true([&] { return there.size() == 2 * (done + 1); }));
    }
    EXPECT_EQ(there, std::vector(there.size(), there.front()));
    EXPECT_TRUE(becomes_quiet());
}

/// However many tasks hang, they block neither other lanes nor GIO's threads, and the number of
/// threads is limited.
TEST(OffTheLoop, WhatHangsStopsNothingElse)
{
    Gate gate;
    for (int i = 0; i < 100; ++i)
        gate.hang("hangs");
    ASSERT_TRUE(gate.comes_to_hang(8));
    bool heard = false;
    off_the_loop<int>(nullptr, "another", [] { return 7; }, [&](int) { heard = true; });
    ASSERT_TRUE(comes_true([&] { return heard; }));
    bool done = false;
    const ObjectPtr<GTask> task{g_task_new(
        nullptr, nullptr,
        [](GObject *, GAsyncResult *, gpointer is_done) { *static_cast<bool *>(is_done) = true; },
        &done)};
    g_task_run_in_thread(task.get(), [](GTask *running, gpointer, gpointer, GCancellable *) {
        g_task_return_boolean(running, TRUE);
    });
    EXPECT_TRUE(comes_true([&] { return done; }));
    EXPECT_LE(gate.begun(), 32) << "eight, and in time more in place of those";
}

/// One app whose processes can't be read occupies two threads of the lane.
TEST(OffTheLoop, WhatHangsForOneDoesNotForTheOthers)
{
    Gate gate;
    for (int i = 0; i < 100; ++i)
        gate.hang({"hangs", "one"});
    ASSERT_TRUE(gate.comes_to_hang(2));
    bool heard = false;
    off_the_loop<int>(nullptr, {"hangs", "another"}, [] { return 7; }, [&](int) { heard = true; });
    ASSERT_TRUE(comes_true([&] { return heard; }));
    EXPECT_EQ(gate.begun(), 2);
}

/// Four hostile apps have all threads of the lane hang.
TEST(OffTheLoop, ThreadsThatHangAreReplaced)
{
    Gate gate;
    for (const char *one : {"one", "two", "three", "four"}) {
        for (int i = 0; i < 10; ++i)
            gate.hang({"replaced", one});
    }
    ASSERT_TRUE(gate.comes_to_hang(8));
    bool heard = false;
    off_the_loop<int>(
        nullptr, {"replaced", "honest"}, [] { return 7; }, [&](int) { heard = true; });
    EXPECT_TRUE(comes_true([&] { return heard; }));
    EXPECT_EQ(gate.begun(), 8) << "two of each";
}

TEST(OffTheLoop, WhatWaitsBehindItAndIsCalledOffIsFreed)
{
    const auto held = std::make_shared<int>(7);
    {
        Gate gate;
        for (int i = 0; i < 8; ++i)
            gate.hang("hangs");
        ASSERT_TRUE(gate.comes_to_hang(8));
        for (int i = 0; i < 100; ++i) {
            const ScopedCancellable owner;
            off_the_loop<int>(owner.get(), "hangs", [held] { return *held; }, [](int) {});
        }
        EXPECT_LE(held.use_count(), 2) << "all but the last one";
    }
    // A thread may still be about to hand back the last one, and nothing is pending until then.
    EXPECT_TRUE(comes_true([&] { return held.use_count() == 1; }));
    EXPECT_TRUE(becomes_quiet());
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/off_the_loop.h"

#include "sys/log.h"
#include "sys/timer.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string_view>

// GTask's threads are not used. GIO itself uses them, and once enough errands hang there, all later
// ones wait. A thread exists only as long as there are errands for it, unless its lane has one
// thread for good.

namespace headroom {

namespace {

constexpr unsigned most_threads = 8; ///< for each name, of those that do not hang
constexpr unsigned most_hanging = 24; ///< for each name, in addition
constexpr unsigned most_for_each_value = 2; ///< for each Lane::about
constexpr guint slow_after_s = 5;
constexpr guint hangs_after_s = 2; ///< its errand may also just be slow

struct Sent {
    ObjectPtr<GCancellable> end;
    Lane lane;
    std::unique_ptr<Errand> errand;
    GMainContext *context; ///< of the sender
    Timer slowness; ///< runs only if slowness is reported

    Sent(GCancellable *cancelled, Lane its_lane, std::unique_ptr<Errand> what)
        : end(cancelled ? G_CANCELLABLE(g_object_ref(cancelled)) : nullptr),
          lane(std::move(its_lane)), errand(std::move(what)),
          context(g_main_context_ref_thread_default())
    {
    }
    Sent(const Sent &) = delete;
    Sent &operator=(const Sent &) = delete;
    ~Sent() { g_main_context_unref(context); }
    [[nodiscard]] bool is_cancelled() const
    {
        return end && g_cancellable_is_cancelled(end.get()) != FALSE;
    }
};

struct Threads {
    unsigned running = 0;
    bool is_one = false; ///< Lane::has_one_thread
    Timer next_try; ///< no thread could be made, or all of them were busy
    std::multiset<gint64> begun; ///< when the errands under way began
    std::condition_variable more; ///< only the one thread waits for it
    std::map<std::string, unsigned> about;
    std::deque<std::unique_ptr<Sent>> waiting;
};

struct Shared {
    std::mutex mutex;
    std::map<std::string_view, Threads> lanes;
};

/// Never freed: a thread that has hung may return while the program ends.
Shared &shared()
{
    static auto *const all = new Shared;
    return *all;
}

/// The warnings in the journal that still hold. Only the main thread uses this.
std::set<std::string_view> &logged_slowness()
{
    static auto *const sentences = new std::set<std::string_view>;
    return *sentences;
}

/// Call with the mutex held. The end: no errand may begin now.
auto find_ready(Threads &threads)
{
    return std::ranges::find_if(threads.waiting, [&](const std::unique_ptr<Sent> &sent) {
        const auto busy = threads.about.find(sent->lane.about);
        return sent->lane.about.empty() || busy == threads.about.end()
            || busy->second < most_for_each_value;
    });
}

/// Call with the mutex held. nullptr: no errand may begin now.
std::unique_ptr<Sent> first_ready(Threads &threads)
{
    const auto found = find_ready(threads);
    if (found == threads.waiting.end())
        return nullptr;
    std::unique_ptr<Sent> sent = std::move(*found);
    threads.waiting.erase(found);
    if (!sent->lane.about.empty())
        ++threads.about[sent->lane.about];
    return sent;
}

/// Call with the mutex held.
unsigned most_now(const Threads &threads)
{
    if (threads.is_one)
        return 1;
    const gint64 hang_since = g_get_monotonic_time() - hangs_after_s * G_USEC_PER_SEC;
    const auto hanging =
        std::distance(threads.begun.begin(), threads.begun.lower_bound(hang_since));
    return most_threads + std::min(static_cast<unsigned>(hanging), most_hanging);
}

/// Call with the mutex held. nullptr: the thread has to end.
std::unique_ptr<Sent> next(Threads &threads, std::unique_lock<std::mutex> &lock)
{
    std::unique_ptr<Sent> sent = first_ready(threads);
    while (!sent && threads.is_one) {
        threads.more.wait(lock);
        sent = first_ready(threads);
    }
    return sent;
}

/// No timer must run when nothing is to be done.
void stop_waiting(const char *name)
{
    const std::lock_guard lock{shared().mutex};
    Threads &threads = shared().lanes[name];
    if (threads.waiting.empty())
        threads.next_try.stop();
}

void hand_back(std::unique_ptr<Sent> sent)
{
    GMainContext *const context = sent->context;
    GSource *const source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_static_name(source, sent->lane.name);
    g_source_set_callback(
        source,
        [](gpointer data) -> gboolean {
            const auto *back = static_cast<Sent *>(data);
            if (back->lane.slow)
                logged_slowness().erase(back->lane.slow);
            stop_waiting(back->lane.name);
            if (!back->is_cancelled())
                back->errand->finish();
            return G_SOURCE_REMOVE;
        },
        sent.release(), [](gpointer data) { delete static_cast<Sent *>(data); });
    g_source_attach(source, context);
    g_source_unref(source);
}

gpointer thread(gpointer data)
{
    Threads &threads = *static_cast<Threads *>(data);
    std::unique_lock lock{shared().mutex};
    while (std::unique_ptr<Sent> sent = next(threads, lock)) {
        const std::string about = sent->lane.about;
        const auto begun = threads.begun.insert(g_get_monotonic_time());
        lock.unlock();
        if (!sent->is_cancelled())
            sent->errand->work();
        hand_back(std::move(sent));
        lock.lock();
        threads.begun.erase(begun);
        if (const auto busy = threads.about.find(about);
            busy != threads.about.end() && --busy->second == 0)
            threads.about.erase(busy);
    }
    --threads.running;
    return nullptr;
}

void begin_thread(Threads &threads, const char *name);

/// Call with the mutex held. The caller may send nothing more before it has the answer.
void try_again(Threads &threads, const char *name, guint seconds)
{
    threads.next_try = Timer::once_in_seconds(seconds, [&threads, name] {
        const std::lock_guard lock{shared().mutex};
        if (find_ready(threads) == threads.waiting.end())
            return;
        for (std::size_t left = threads.waiting.size(); left > 0 && !threads.next_try; --left)
            begin_thread(threads, name);
        if (!threads.next_try) // the new threads may hang, too
            try_again(threads, name, hangs_after_s);
    });
}

/// Call with the mutex held. At the user's limit of tasks, no thread can be created. A running
/// thread then takes the errand later, unless none runs. A thread that hangs is replaced.
void begin_thread(Threads &threads, const char *name)
{
    if (threads.running >= most_now(threads)) {
        if (!threads.is_one && threads.running < most_threads + most_hanging && !threads.next_try)
            try_again(threads, name, hangs_after_s);
        return;
    }
    if (GThread *const made = g_thread_try_new(name, thread, &threads, nullptr)) {
        ++threads.running;
        g_thread_unref(made);
    } else if (threads.running == 0) {
        try_again(threads, name, 1);
    }
}

void log_when_slow(Sent &sent)
{
    sent.slowness = Timer::once_in_seconds(slow_after_s, [sentence = sent.lane.slow] {
        if (logged_slowness().insert(sentence).second)
            log::warning(sentence);
    });
}

} // namespace

void send_off(GCancellable *end, Lane lane, std::unique_ptr<Errand> errand)
{
    auto sent = std::make_unique<Sent>(end, std::move(lane), std::move(errand));
    if (sent->lane.slow)
        log_when_slow(*sent);
    const char *const name = sent->lane.name;
    std::deque<std::unique_ptr<Sent>> cancelled; // freed without holding the mutex
    const std::lock_guard lock{shared().mutex};
    Threads &threads = shared().lanes[name];
    std::erase_if(threads.waiting,
                  // They would pile up behind an errand that hangs.
                  [&](std::unique_ptr<Sent> &each) {
                      if (!each->is_cancelled())
                          return false;
                      cancelled.push_back(std::move(each));
                      return true;
                  });
    threads.is_one = sent->lane.has_one_thread;
    threads.waiting.push_back(std::move(sent));
    threads.more.notify_one();
    begin_thread(threads, name);
}

} // namespace headroom

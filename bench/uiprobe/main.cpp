// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"
#include "pace.h"
#include "record.h"
#include "report.h"
#include "working_set.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <format>
#include <print>
#include <string>
#include <system_error>
#include <thread>

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

using namespace uiprobe;

namespace {

constexpr std::size_t frames_kept_a_second = 240; // for screens faster than 60 Hz
constexpr Nanoseconds recorder_period = std::chrono::milliseconds{20};

void say(const std::string &line)
{
    std::println("{}", line);
    std::fflush(stdout);
}

/// Spins until this thread has had that much CPU time: a busy machine makes no frame cheaper.
void work(std::chrono::nanoseconds since, std::chrono::microseconds amount, auto now)
{
    while (now() - since < amount) {
        for (volatile int spin = 0; spin < 500;)
            spin = spin + 1;
    }
}

std::chrono::nanoseconds processor_time()
{
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds{used.tv_sec} + std::chrono::nanoseconds{used.tv_nsec};
}

/// The simulated application, which draws without end.
class FrameLoop {
public:
    FrameLoop(const Options &options, Record &record) : m_options{options}, m_record{record} {}

    void run()
    {
        if (auto ended = frames(); !ended) {
            std::println(stderr, "uiprobe: {}", ended.error());
            m_over = true;
            m_failed = true;
        }
    }

    [[nodiscard]] bool over() const { return m_over; }
    [[nodiscard]] bool failed() const { return m_failed; }

private:
    std::expected<void, std::string> frames()
    {
        auto set = WorkingSet::make(m_options.anonymous_mib, m_options.file, m_options.file_mib);
        if (!set)
            return std::unexpected(set.error());
        for (std::size_t slice = 0; slice < WorkingSet::slices; ++slice)
            set->touch(slice);
        auto pace = wanted_pace();
        if (!pace)
            return std::unexpected(pace.error());
        // The first frames are those of a window that is still opening.
        for (std::size_t frame = 0; frame < WorkingSet::slices; ++frame) {
            if (auto made = one(**pace, *set, frame); !made)
                return std::unexpected(made.error());
        }
        m_record.begin(Clock::now());
        for (std::size_t frame = 0;; ++frame) {
            auto due = one(**pace, *set, frame);
            if (!due)
                return std::unexpected(due.error());
            const auto now = Clock::now();
            m_record.frame(now, now <= *due);
        }
    }

    std::expected<std::unique_ptr<Pace>, std::string> wanted_pace()
    {
        if (m_options.wayland)
            return pace_of_compositor(m_options.app_id);
        if (m_options.window)
            return pace_of_clock_in_a_window(m_options.app_id);
        return pace_of_clock();
    }

    std::expected<Clock::time_point, std::string> one(Pace &pace, WorkingSet &set,
                                                      std::size_t number)
    {
        auto due = pace.wait();
        if (!due)
            return due;
        const auto began = processor_time();
        set.touch(number);
        work(began, m_options.work, processor_time);
        if (auto shown = pace.show(); !shown)
            return std::unexpected(shown.error());
        return due;
    }

    const Options &m_options;
    Record &m_record;
    std::atomic<bool> m_over = false;
    std::atomic<bool> m_failed = false;
};

sigset_t signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGUSR1})
        sigaddset(&set, number);
    return set;
}

/// Wakes up by the clock until the time is over. Its own lateness is what the machine does to a
/// program that needs no resources.
int watch(const Options &options, const Record &record, const FrameLoop &loop, Recorder recorder)
{
    const sigset_t awaited = signals();
    bool told = false;
    for (auto turn = Clock::now();;) {
        turn += recorder_period;
        const auto left = std::max(Nanoseconds{0}, Nanoseconds{turn - Clock::now()});
        const timespec timeout{.tv_sec = left.count() / 1'000'000'000,
                               .tv_nsec = left.count() % 1'000'000'000};
        const int signal = sigtimedwait(&awaited, nullptr, &timeout);
        const auto now = Clock::now();
        const auto began = record.began();
        if (!began) {
            if (loop.over() || signal == SIGTERM || signal == SIGINT)
                return EXIT_FAILURE;
            turn = now;
            continue;
        }
        if (!told) {
            const auto began_us =
                std::chrono::duration_cast<std::chrono::microseconds>(began->time_since_epoch())
                    .count();
            say(std::format(R"({{"pid": {}, "began_us": {}}})", getpid(), began_us));
            told = true;
            turn = Clock::now();
            continue;
        }
        if (signal == SIGUSR1) {
            say(report(options, record, recorder, now));
            recorder.worst_lateness = {};
            turn = Clock::now(); // the time for the report must not count as lateness
            continue;
        }
        recorder.worst_lateness = std::max(recorder.worst_lateness, Nanoseconds{now - turn});
        turn = std::max(turn, now - recorder_period);
        if (loop.over() || signal == SIGTERM || signal == SIGINT
            || now - *began >= options.seconds) {
            say(report(options, record, recorder, now));
            return loop.failed() ? EXIT_FAILURE : EXIT_SUCCESS;
        }
    }
}

int run(const Options &options)
{
    Record record{static_cast<std::size_t>(options.seconds.count()) * frames_kept_a_second};
    // Locks what is mapped now: the program, its libraries and the record. The kernel may reclaim
    // what the frame loop maps later.
    const Recorder recorder{.locked = mlockall(MCL_CURRENT | MCL_ONFAULT) == 0};
    if (!recorder.locked)
        std::println(stderr, "uiprobe: what it measures with can't be kept in memory: {}",
                     std::generic_category().message(errno));
    const sigset_t awaited = signals();
    pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    FrameLoop loop{options, record};
    // Never joined: it may be stuck when the time is over. The process then exits regardless.
    std::thread{&FrameLoop::run, &loop}.detach();
    const int status = watch(options, record, loop, recorder);
    std::fflush(stdout);
    _exit(status);
}

} // namespace

int main(int argc, char **argv)
try {
    const auto options = parse_options(argc, argv);
    if (!options) {
        std::println(stderr, "uiprobe: {}", options.error());
        return EXIT_FAILURE;
    }
    if (options->help) {
        std::print("{}", usage());
        return EXIT_SUCCESS;
    }
    return run(*options);
} catch (const std::exception &problem) {
    std::println(stderr, "uiprobe: {}", problem.what());
    return EXIT_FAILURE;
}

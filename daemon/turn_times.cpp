// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "turn_times.h"

#include "ended_sleep.h"
#include "sys/glib_ptr.h"
#include "sys/log.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <execinfo.h>
#include <fcntl.h>
#include <format>
#include <glib.h>
#include <memory>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

// GLib does not report when it calls a source, but its poll function can be replaced. Between the
// end of one poll and the beginning of the next lies a round: the callbacks of all sources that
// were ready. While a round lasts, and only then, a signal comes every millisecond. Its handler
// asks GLib which source is being dispatched. So a callback that takes a millisecond gets its name,
// the measured code contains nothing for this, and an idle loop is not woken.
//
// What counts is the time for which a callback has kept the loop, asleep (for a lock, a disk, an
// answer) or running. Time in which the thread was ready to run and others had the CPU is no fault
// of the callback. The kernel counts that time in schedstat, and it is subtracted. It is not
// subtracted if the signal ended a sleep: the thread waits for the CPU only to sleep on.
namespace headroom {

namespace {

constexpr std::uint64_t us_per_s = 1'000'000;
constexpr std::uint64_t us_per_ms = 1'000;
constexpr std::uint64_t ns_per_us = 1'000;
constexpr long sample_every_ns = 1'000'000;
constexpr std::size_t deepest = 32; ///< nested calls

using Name = std::array<char, TurnsSeen::longest_name>;

struct Moment {
    std::uint64_t at = 0; ///< µs
    std::uint64_t at_work = 0; ///< µs of it in which the thread ran
    std::uint64_t excused = 0; ///< µs of it in which the thread was ready but others ran
};

struct Callback {
    std::uint64_t lasted = 0; ///< µs, as are the next two
    std::uint64_t at_work = 0;
    std::uint64_t excused = 0; ///< in addition to `lasted`
    Name name{};
    std::array<void *, deepest> stack{};
    int depth = 0; ///< 0: the callback ended before it was recorded
};

/// Read and written by the signal handler, which interrupts the loop's own thread. Also by that
/// thread itself while no signal comes.
struct Round {
    bool is_open = false;
    Moment begin;
    Moment last; ///< at the last signal, or the beginning
    bool looked_at = false;
    GSource *source = nullptr; ///< nullptr: GLib itself is at work, checking what is ready
    /// The moment of the last signal before the first one that found this source.
    Moment source_begin;
    Callback now;
    Callback longest;
    std::uint64_t over_limit = 0;
};

Round round;
TurnsSeen *seen = nullptr; ///< the mapped file
int schedstat = -1;
timer_t timer{};
GPollFunc poll_before = nullptr;

/// The file has the time on a CPU and the time waiting for one, in ns, and the number of time
/// slices. 0 where the kernel does not report it.
std::uint64_t delayed_us()
{
    std::array<char, 96> text{};
    const ssize_t length = pread(schedstat, text.data(), text.size(), 0);
    const std::string_view read{text.data(),
                                static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
    const auto space = read.find(' ');
    std::uint64_t ns = 0;
    if (space != std::string_view::npos)
        std::from_chars(read.data() + space + 1, read.data() + read.size(), ns);
    return ns / ns_per_us;
}

std::uint64_t clock_us(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * us_per_s
        + static_cast<std::uint64_t>(now.tv_nsec) / ns_per_us;
}

Moment moment(bool is_excused = true)
{
    static std::uint64_t delayed_before = 0;
    static std::uint64_t excused = 0;
    const std::uint64_t delayed = delayed_us();
    if (is_excused)
        excused += delayed - delayed_before;
    delayed_before = delayed;
    return {clock_us(CLOCK_MONOTONIC), clock_us(CLOCK_THREAD_CPUTIME_ID), excused};
}

/// Never less than the thread ran: the kernel takes the times in schedstat from another clock,
/// which may count up to a tick of a slice as a wait for the CPU.
std::uint64_t between(const Moment &begin, const Moment &end)
{
    const std::uint64_t all = end.at - begin.at;
    return std::max(all - std::min(all, end.excused - begin.excused),
                    std::min(all, end.at_work - begin.at_work));
}

void copy_name(Name &to, const char *name)
{
    const std::string_view text{name ? name : "a source without a name"};
    const auto end = std::ranges::copy(text.substr(0, to.size() - 1), to.begin()).out;
    std::ranges::fill(end, to.end(), '\0');
}

void end_callback(const Moment &at)
{
    round.now.lasted = between(round.source_begin, at);
    round.now.at_work = at.at_work - round.source_begin.at_work;
    round.now.excused = at.excused - round.source_begin.excused;
    if (round.now.lasted > turn_limit_us)
        ++round.over_limit;
    if (round.now.lasted > round.longest.lasted)
        round.longest = round.now;
}

/// This is a signal handler: it must not allocate or lock.
void look(int /*signal*/, siginfo_t * /*about_it*/, void *where)
{
    const int error = errno;
    const Moment now = moment(!has_ended_a_sleep(*static_cast<const ucontext_t *>(where)));
    if (GSource *source = g_main_current_source(); !round.looked_at || source != round.source) {
        if (round.looked_at)
            end_callback(round.last);
        round.looked_at = true;
        round.source = source;
        round.source_begin = round.last;
        round.now.depth = 0;
        copy_name(round.now.name, source ? g_source_get_name(source) : "GLib itself");
    }
    if (round.now.depth == 0 && between(round.source_begin, now) > turn_limit_us / 2)
        round.now.depth =
            backtrace(round.now.stack.data(), static_cast<int>(round.now.stack.size()));
    round.last = now;
    errno = error;
}

void sample(bool on)
{
    const timespec every{.tv_sec = 0, .tv_nsec = on ? sample_every_ns : 0};
    const itimerspec times{.it_interval = every, .it_value = every};
    timer_settime(timer, 0, &times, nullptr);
}

void warn(const Callback &callback)
{
    std::string calls;
    const std::unique_ptr<char *, Deleter<std::free>> names{
        backtrace_symbols(callback.stack.data(), callback.depth)};
    for (const char *name :
         std::span{names.get(), names ? static_cast<std::size_t>(callback.depth) : 0})
        calls += std::format(" {}",
                             std::string_view{name}.substr(std::string_view{name}.rfind('/') + 1));
    log::warning(std::format("a callback kept the loop for {} ms, at work for {} of them, and "
                             "waited for a processor for {} more: {};{}",
                             callback.lasted / us_per_ms, callback.at_work / us_per_ms,
                             callback.excused / us_per_ms, callback.name.data(), calls));
}

void end_round()
{
    if (!round.is_open)
        return;
    sample(false); // a pending signal has been handled when this returns
    const Moment end = moment();
    const std::uint64_t lasted = between(round.begin, end);
    round.last = end;
    end_callback(end);
    const auto order = std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(lasted)),
                                             TurnsSeen::classes - 1);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-constant-array-index): std::min() bounds it
    ++seen->rounds[order];
    seen->longest_round_us = std::max(seen->longest_round_us, lasted);
    seen->over_limit += round.over_limit;
    if (round.longest.lasted > seen->longest_us) {
        seen->longest_us = round.longest.lasted;
        seen->longest_at_work_us = round.longest.at_work;
        seen->longest_excused_us = round.longest.excused;
        seen->longest_source = round.longest.name;
    }
    if (round.over_limit > 0)
        warn(round.longest);
}

void begin_round()
{
    round.is_open = true;
    round.begin = moment();
    round.last = round.source_begin = round.begin;
    round.looked_at = false;
    round.now = round.longest = Callback{};
    round.over_limit = 0;
    copy_name(round.now.name, "less than a millisecond");
    sample(true);
}

gint poll_in_time(GPollFD *fds, guint count, gint timeout)
{
    end_round();
    const gint ready = poll_before(fds, count, timeout);
    const int error = errno; // GLib reads it
    begin_round();
    errno = error;
    return ready;
}

Result<TurnsSeen *> map_file(const std::string &path)
{
    const UniqueFd file{
        open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600)};
    if (!file || ftruncate(file.get(), sizeof(TurnsSeen)) < 0)
        return system_error(errno, "making " + path);
    void *mapped =
        mmap(nullptr, sizeof(TurnsSeen), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (mapped == MAP_FAILED)
        return system_error(errno, "mapping " + path);
    return new (mapped) TurnsSeen;
}

Result<void> make_timer()
{
    struct sigaction action{};
    action.sa_sigaction = look;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID; // interrupts no other thread
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = gettid();
    if (sigaction(SIGPROF, &action, nullptr) < 0
        || timer_create(CLOCK_MONOTONIC, &event, &timer) < 0)
        return system_error(errno, "making a timer");
    return {};
}

} // namespace

TurnTimes::TurnTimes(const std::string &runtime_dir)
{
    const auto mapped = map_file(std::format("{}/turns.{}", runtime_dir, getpid()));
    seen = mapped.value_or(nullptr);
    const auto made = mapped ? make_timer() : Result<void>{std::unexpected(mapped.error())};
    if (!made) {
        log::warning("callbacks can't be timed: " + made.error().sentence);
        return;
    }
    schedstat =
        open(std::format("/proc/self/task/{}/schedstat", gettid()).c_str(), O_RDONLY | O_CLOEXEC);
    // These two allocate when first called, and that must not happen in the signal handler.
    (void)g_main_current_source();
    (void)backtrace(round.now.stack.data(), 1);
    poll_before = g_main_context_get_poll_func(nullptr);
    g_main_context_set_poll_func(nullptr, poll_in_time);
}

TurnTimes::~TurnTimes()
{
    if (!poll_before)
        return;
    end_round();
    round.is_open = false;
    g_main_context_set_poll_func(nullptr, std::exchange(poll_before, nullptr));
    timer_delete(timer);
    close(std::exchange(schedstat, -1));
    munmap(std::exchange(seen, nullptr), sizeof(TurnsSeen));
}

} // namespace headroom

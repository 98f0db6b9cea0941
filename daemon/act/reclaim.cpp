// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/reclaim.h"

#include "model/kernel_text.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <format>
#include <optional>
#include <set>
#include <unistd.h>

namespace headroom {

/// State that outlives us while a slice is under way. Only the loop's thread reads it; the worker
/// just carries it back.
struct Reclaimer::Outcomes {
    /// Empty: the reclaimer is gone.
    Report report;
    std::set<UnitId> under_way;
};

/// All that the worker needs. It never touches the maps of the loop's thread.
struct Reclaimer::Slice {
    std::shared_ptr<Outcomes> outcomes;
    UnitId unit;
    std::uint64_t bytes = 0;
    bool file_pages_only = false;
    std::string path;
    UniqueFd reclaim;
    UniqueFd current;
    std::optional<Event> outcome;
};

namespace {

Result<std::uint64_t> number_in(int fd, const std::string &path)
{
    std::array<char, 32> text{};
    const ssize_t got = pread(fd, text.data(), text.size(), 0);
    if (got < 0)
        return system_error(errno, "reading the memory in use by " + path);
    const auto number = parse_number({text.data(), static_cast<std::size_t>(got)});
    if (!number)
        return error(ErrorKind::Failed, "the memory in use by " + path + " is no number");
    return *number;
}

/// 0: the kernel reclaimed all of it. EAGAIN: less. Otherwise the error.
int write_amount(int fd, std::uint64_t bytes, bool file_pages_only)
{
    const std::string text = std::format("{}{}", bytes, file_pages_only ? " swappiness=0" : "");
    return write(fd, text.data(), text.size()) < 0 ? errno : 0;
}

Event refused(UnitId unit, std::string sentence)
{
    return event::ActRefused{unit, {}, Act::Reclaim, std::move(sentence)};
}

/// A pending signal ends the write early, and all signals are for the loop's thread.
void block_signals()
{
    sigset_t all;
    sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

} // namespace

/// Makes the thread at the start, because memory for one is scarce when it is needed.
Reclaimer::Reclaimer(const CgroupDirs &dirs, Report report)
    : m_dirs(dirs), m_outcomes(std::make_shared<Outcomes>(std::move(report), std::set<UnitId>{})),
      m_worker(g_thread_pool_new_full(
          work, nullptr, [](gpointer slice) { delete static_cast<Slice *>(slice); }, 1, TRUE,
          nullptr))
{
}

Reclaimer::~Reclaimer()
{
    m_outcomes->report = nullptr;
    if (m_worker)
        g_thread_pool_free(m_worker, TRUE, FALSE);
}

void Reclaimer::reclaim(UnitId unit, std::uint64_t bytes, bool file_pages_only)
{
    if (m_outcomes->under_way.contains(unit))
        return;
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir || !m_worker) {
        m_outcomes->report(
            refused(unit, dir ? "there is no thread that could do it" : "the unit is gone"));
        return;
    }
    auto reclaim = dir->open_file(cgroup_file::memory_reclaim, O_WRONLY);
    auto current = dir->open_file(cgroup_file::memory_current, O_RDONLY);
    if (!reclaim || !current) {
        m_outcomes->report(refused(unit, (reclaim ? current : reclaim).error().sentence));
        return;
    }
    m_outcomes->under_way.insert(unit);
    auto slice = std::make_unique<Slice>(m_outcomes, unit, bytes, file_pages_only, dir->path(),
                                         std::move(*reclaim), std::move(*current), std::nullopt);
    g_thread_pool_push(m_worker, slice.release(),
                       nullptr); // fails only if a thread has to be made
}

/// Runs in the worker. It measures what is really gone, since the kernel only reports whether the
/// whole amount was reclaimed.
Event Reclaimer::reclaim_slice(const Slice &slice)
{
    const auto before = number_in(slice.current.get(), slice.path);
    if (!before)
        return refused(slice.unit, before.error().sentence);
    for (std::uint64_t left = slice.bytes;;) {
        const int problem = write_amount(slice.reclaim.get(), left, slice.file_pages_only);
        if (problem == EINVAL && slice.file_pages_only)
            return event::Reclaimed{
                // The kernel does not know "swappiness=". Report that there are no such pages.
                slice.unit, 0, false};
        const auto after = number_in(slice.current.get(), slice.path);
        if (problem != 0 && problem != EAGAIN && problem != EINTR)
            return refused(
                slice.unit,
                system_error(problem, "pushing out memory of " + slice.path).error().sentence);
        if (!after)
            return refused(slice.unit, after.error().sentence);
        const std::uint64_t gone = *before > *after ? *before - *after : 0;
        if (problem != EINTR || gone >= slice.bytes)
            return event::Reclaimed{slice.unit, gone, problem != EAGAIN};
        left = slice.bytes - gone; // a stop and continue interrupted the write
    }
}

void Reclaimer::work(gpointer data, gpointer /*unused*/)
{
    block_signals();
    auto *slice = static_cast<Slice *>(data);
    slice->outcome = reclaim_slice(*slice);
    // Not g_main_context_invoke(): it would run in this thread whenever the loop does not hold its
    // context.
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_static_name(source, "[headroom] the end of a reclaim");
    g_source_set_callback(
        source,
        [](gpointer done) -> gboolean {
            report_outcome(*static_cast<Slice *>(done));
            return G_SOURCE_REMOVE;
        },
        slice, [](gpointer done) { delete static_cast<Slice *>(done); });
    g_source_attach(source, nullptr);
    g_source_unref(source);
}

void Reclaimer::report_outcome(Slice &slice)
{
    slice.outcomes->under_way.erase(slice.unit);
    if (slice.outcomes->report && slice.outcome)
        slice.outcomes->report(std::move(*slice.outcome));
}

} // namespace headroom

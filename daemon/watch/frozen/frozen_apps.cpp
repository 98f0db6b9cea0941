// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/frozen_apps.h"

#include "sys/cgroup_processes.h"
#include "sys/log.h"
#include "sys/off_the_loop.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <glib-unix.h>
#include <utility>

namespace headroom {

namespace {

/// A browser that is started again gives up after 20, a D-Bus call after 25.
constexpr guint look_every_s = 2;

/// Once the kernel's buffer is full, a compositor keeps 1 MiB for the client (KWin, mutter): 32,000
/// pointer motions over its window. A mouse reports at most 1,000 a second, so 32 s remain. A
/// pointer that only passes over a window is no reason to thaw it.
constexpr unsigned nearly_full_looks = 7;

/// A program is opened before the process runs it, which takes longer the less memory there is.
constexpr std::array<guint, 3> search_again_after_ms{50, 200, 1000};

std::uint64_t ticks_since_boot()
{
    timespec now{};
    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    const auto per_second = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
    return static_cast<std::uint64_t>(now.tv_sec) * per_second
        + static_cast<std::uint64_t>(now.tv_nsec) * per_second / 1'000'000'000;
}

/// Also watches its path: the running program may be an old one that was replaced.
void watch_program(const Program &program, FrozenApps::Watched &watched)
{
    for (const std::string &file :
         {program.watched, program.script.empty() ? program.executable : std::string{}}) {
        const int number = file.empty()
            ? -1
            : inotify_add_watch(watched.inotify.get(), file.c_str(), IN_OPEN | IN_ATTRIB);
        if (number >= 0) // otherwise it is gone, or unreadable
            watched.programs[number].insert(program);
    }
}

FrozenApps::Look look(const std::vector<std::string> &directories, const std::string &proc_root,
                      std::uint64_t since)
{
    FrozenApps::Look look;
    for (const std::string &directory : directories)
        look.still.pids.merge(processes_below(directory).value_or(std::set<int>{}));
    for (const int pid : look.still.pids)
        add_sockets(proc_root, pid, look.still.sockets);
    (void)look.watched.inotify.open(); // without it, the look every two seconds remains
    const auto programs = launched_programs(proc_root, look.still.pids);
    for (const Program &program : programs)
        watch_program(program, look.watched);
    look.started_already =
        started_again(proc_root, programs, look.still.pids, since) == StartedAgain::Yes;
    return look;
}

/// Whether its file is opened only to start it. An interpreter's file is opened to start anything.
bool is_named_by_its_file(const Program &program)
{
    return program.script.empty() || !program.watched.ends_with("/exe");
}

} // namespace

FrozenApps::FrozenApps(const CgroupDirs &dirs, std::string proc_root, Emit emit)
    : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
{
}

FrozenApps::~FrozenApps()
{
    g_cancellable_cancel(m_end.get());
}

void FrozenApps::follow(const std::map<UnitId, Lease> &leases)
{
    if (leases.empty() && m_apps.empty())
        return;
    struct Now {
        std::set<UnitId> units;
        bool settled = true;
    };
    std::map<AppId, Now> now;
    for (const auto &[unit, lease] : leases) {
        Now &app = now[lease.app];
        app.units.insert(unit);
        app.settled = app.settled && lease.state == FreezerState::Frozen;
    }
    std::erase_if(m_apps, [&](const auto &entry) { return !now.contains(entry.first); });
    for (auto &[app, seen] : now) {
        const auto [entry, is_new] = m_apps.try_emplace(app);
        Followed &followed = entry->second;
        if (is_new)
            followed.since = ticks_since_boot();
        const bool changed = followed.units != seen.units || followed.settled != seen.settled;
        followed.units = std::move(seen.units);
        followed.settled = seen.settled;
        if (changed && followed.settled) // until then its processes may still start others
            look_at(app, followed);
    }
    keep_looking();
}

bool FrozenApps::is_watching() const
{
    return std::ranges::all_of(
        m_apps, [](const auto &entry) { return static_cast<bool>(entry.second.source); });
}

void FrozenApps::look_at(const AppId &app, Followed &followed)
{
    std::vector<std::string> directories;
    for (const UnitId unit : followed.units) {
        if (const CgroupDir *dir = m_dirs.find(unit))
            directories.push_back(m_dirs.root_path() + dir->path());
    }
    const std::uint64_t number = followed.looked = ++m_looks;
    off_the_loop<Look>(
        m_end.get(), {"headroom-look-at-frozen", app},
        [directories = std::move(directories), root = m_proc_root, since = followed.since] {
            return look(directories, root, since);
        },
        [this, app, number](Look look) { looked_at(app, number, std::move(look)); });
}

void FrozenApps::looked_at(const AppId &app, std::uint64_t number, Look look)
{
    const auto found = m_apps.find(app);
    if (found == m_apps.end() || found->second.looked != number)
        return;
    Followed &followed = found->second;
    stop_searching(followed);
    followed.source.reset();
    followed.still = std::make_shared<const StillProcesses>(std::move(look.still));
    followed.watched = std::move(look.watched);
    if (look.started_already)
        return m_emit(event::ProgramStarted{*followed.units.begin()});
    followed.source = SourceId{g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, followed.watched.inotify.get(), G_IO_IN,
        [](int, GIOCondition, gpointer data) -> gboolean {
            const OfApp of = *static_cast<OfApp *>(data);
            of.watch->read_events(of.app);
            return G_SOURCE_CONTINUE;
        },
        new OfApp{this, app}, [](gpointer data) { delete static_cast<OfApp *>(data); })};
}

void FrozenApps::stop_searching(Followed &followed)
{
    followed.search_again.stop();
    followed.opened.clear();
    followed.opened_since = followed.searching = false;
    followed.searches = 0;
}

void FrozenApps::read_events(const AppId &app)
{
    Followed &followed = m_apps.at(app);
    bool replaced = false;
    (void)take_inotify_events(followed.watched.inotify.get(), [&](const inotify_event &seen) {
        const auto watched = followed.watched.programs.find(seen.wd);
        if (watched == followed.watched.programs.end())
            return;
        if ((seen.mask & IN_OPEN) != 0)
            followed.opened.insert(watched->second.begin(), watched->second.end());
        else
            replaced = true; // or its rights have changed; a needless look is harmless
    });
    if (replaced)
        look_at(app, followed); // this also looks for the process that has started it
    else if (followed.searching)
        followed.opened_since = true;
    else if (!followed.opened.empty())
        search(app);
}

void FrozenApps::search(const AppId &app)
{
    Followed &followed = m_apps.at(app);
    followed.searching = true;
    followed.opened_since = false;
    auto programs = followed.opened;
    off_the_loop<StartedAgain>(
        m_end.get(), {"headroom-search-started", app},
        [root = m_proc_root, programs, still = followed.still, since = followed.since] {
            return started_again(root, programs, still->pids, since);
        },
        [this, app, look = followed.looked, programs](StartedAgain found) {
            searched(app, look, programs, found);
        });
}

void FrozenApps::search_later(const AppId &app, guint milliseconds)
{
    m_apps.at(app).search_again = Timer::once(milliseconds, [this, app] { search(app); });
}

void FrozenApps::searched(const AppId &app, std::uint64_t look, const std::set<Program> &programs,
                          StartedAgain found)
{
    const auto entry = m_apps.find(app);
    if (entry == m_apps.end() || entry->second.looked != look || !entry->second.searching)
        return;
    Followed &followed = entry->second;
    if (found == StartedAgain::Unseen && followed.searches < search_again_after_ms.size())
        return search_later(app, search_again_after_ms[followed.searches++]);
    // A process that can't be found has delivered its message and exited. A needless thaw is
    // harmless; a missing one makes the second start fail.
    const bool started = found == StartedAgain::Yes
        || (found == StartedAgain::Unseen && std::ranges::any_of(programs, is_named_by_its_file));
    if (!started && followed.opened_since) {
        followed.searches = 0;
        return search_later(app, search_again_after_ms.front());
    }
    stop_searching(followed);
    if (found == StartedAgain::Yes)
        m_emit(event::ProgramStarted{*followed.units.begin()});
    else if (started) // or its file was only read: no reason to spare it for long
        m_emit(event::UnitNeeded{*followed.units.begin()});
}

void FrozenApps::keep_looking()
{
    if (m_apps.empty() == !m_timer)
        return;
    m_timer.stop();
    if (m_apps.empty())
        return;
    m_timer = Timer::every_seconds(look_every_s, [this] { find_waiting_apps(); });
}

void FrozenApps::find_waiting_apps()
{
    std::vector<StillApp> apps;
    for (const auto &[app, followed] : m_apps) {
        if (followed.still)
            apps.push_back({*followed.units.begin(), followed.still});
    }
    if (m_asking || apps.empty())
        return;
    m_asking = true;
    off_the_loop<FrozenNeeds>(
        m_end.get(), "headroom-needs",
        [apps = std::move(apps), root = m_proc_root] { return needs_of_frozen(apps, root); },
        [this](const FrozenNeeds &needs) { take_needs(needs); });
}

void FrozenApps::take_needs(const FrozenNeeds &needs)
{
    m_asking = false;
    if (!needs.problem.empty() && !std::exchange(m_has_logged_problem, true))
        log::warning("connections to frozen apps can't be listed: " + needs.problem);
    for (auto &[app, followed] : m_apps) {
        const UnitId unit = *followed.units.begin();
        if (const auto unread = needs.unread.find(unit); unread != needs.unread.end())
            take_unread(followed, unread->second);
    }
    for (const UnitId unit : needs.waited_for)
        m_emit(event::UnitNeeded{unit});
}

/// The first look only shows the initial state. The app has usually just lost the focus, and was
/// sent an event about it.
void FrozenApps::take_unread(Followed &followed, const UnreadEvents &unread)
{
    if (followed.unread && more_than_frames(*followed.unread, unread))
        m_emit(event::EventsArrived{*followed.units.begin()});
    followed.unread = unread;
    followed.nearly_full = unread.nearly_full ? followed.nearly_full + 1 : 0;
    if (followed.nearly_full == nearly_full_looks)
        m_emit(event::EventsUnread{*followed.units.begin()});
}

} // namespace headroom

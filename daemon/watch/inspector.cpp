// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/inspector.h"

#include <algorithm>
#include <format>
#include <fstream>
#include <sstream>

namespace headroom {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_processes = 4096;

std::optional<DutyKind> duty_of_file(const std::string &path)
{
    if (path == "/dev/fuse")
        return DutyKind::FileServer;
    if (path.starts_with("/dev/video"))
        return DutyKind::Camera;
    if (path.starts_with("/dev/snd/pcm"))
        return DutyKind::SoundCard;
    return std::nullopt;
}

/// False: its files can't be seen.
bool add_open_files(const fs::path &process, std::set<DutyKind> &found)
{
    std::error_code problem;
    auto entry = fs::directory_iterator{process / "fd", problem};
    if (problem)
        return false;
    for (; !problem && entry != fs::directory_iterator{}; entry.increment(problem)) {
        std::error_code gone; // it was closed meanwhile
        if (const auto duty = duty_of_file(fs::read_symlink(entry->path(), gone).native()); duty)
            found.insert(*duty);
    }
    return true;
}

/// One line of /proc/locks: "7: POSIX  ADVISORY  WRITE 4711 08:01:42 0 EOF", and with "->" after the number for who waits for the same lock.
struct Lock {
    int number = 0;
    bool waits = false;
    int pid = 0; ///< -1: a lock of an open file, which has no process
};

std::optional<Lock> parse_lock(const std::string &line)
{
    std::istringstream words{line};
    Lock lock;
    char colon = 0;
    std::string kind;
    std::string rest;
    if (!(words >> lock.number >> colon >> kind) || colon != ':')
        return std::nullopt;
    lock.waits = kind == "->";
    if (lock.waits)
        words >> kind;
    return words >> rest >> rest >> lock.pid ? std::optional{lock} : std::nullopt;
}

bool is_waited_for(const std::string &locks_file, const std::set<int> &pids)
{
    std::ifstream file{locks_file};
    std::set<int> ours;
    for (std::string line; std::getline(file, line);) {
        const auto lock = parse_lock(line);
        if (!lock)
            continue;
        const bool inside = pids.contains(lock->pid);
        if (!lock->waits && inside)
            ours.insert(lock->number);
        else if (lock->waits && !inside && ours.contains(lock->number))
            return true; // who waits stands below who holds
    }
    return false;
}

struct Errand {
    UnitId unit;
    std::string directory;
    std::string proc_root;
    Inspected found;
};

} // namespace

std::optional<std::set<int>> processes_below(const fs::path &directory)
{
    std::set<int> pids;
    const auto add = [&](const fs::path &cgroup) {
        std::ifstream procs{cgroup / cgroup_file::procs};
        const bool can = procs.is_open();
        for (int pid = 0; pids.size() < most_processes && procs >> pid;)
            pids.insert(pid);
        return can;
    };
    if (!add(directory))
        return std::nullopt;
    std::error_code problem;
    for (auto entry = fs::recursive_directory_iterator{directory, problem}; !problem && entry != fs::recursive_directory_iterator{}; entry.increment(problem)) {
        if (std::error_code ignored; entry->is_directory(ignored))
            (void)add(entry->path()); // one that has just gone is no loss
    }
    return pids;
}

Inspected inspect(const std::string &directory, const std::string &proc_root)
{
    Inspected result;
    const auto pids = processes_below(directory);
    if (!pids)
        return result;
    result.readable = pids->empty();
    std::set<DutyKind> found;
    for (const int pid : *pids)
        result.readable = add_open_files(fs::path{proc_root} / std::to_string(pid), found) || result.readable;
    if (is_waited_for(proc_root + "/locks", *pids))
        found.insert(DutyKind::LockAwaited);
    result.duties.assign(found.begin(), found.end());
    return result;
}

Inspector::~Inspector()
{
    g_cancellable_cancel(m_end.get());
}

void Inspector::look_at(const std::set<UnitId> &units, std::function<void()> done)
{
    Waiting waiting{{}, std::move(done)};
    for (const UnitId unit : units) {
        const CgroupDir *dir = m_dirs.find(unit);
        if (!dir)
            continue;
        waiting.units.insert(unit);
        if (!m_under_way.insert(unit).second)
            continue;
        const ObjectPtr<GTask> task{g_task_new(
            nullptr, m_end.get(),
            [](GObject *, GAsyncResult *result, gpointer self) {
                if (!g_task_had_error(G_TASK(result))) // else it was cancelled, and there is nobody
                    static_cast<Inspector *>(self)->finished(G_TASK(result));
            },
            this)};
        g_task_set_static_name(task.get(), "headroom-inspect");
        g_task_set_task_data(task.get(), new Errand{unit, m_dirs.root_path() + dir->path(), m_proc_root, {}},
                             [](gpointer data) { delete static_cast<Errand *>(data); });
        g_task_run_in_thread(task.get(), [](GTask *running, gpointer, gpointer data, GCancellable *) {
            auto *errand = static_cast<Errand *>(data);
            errand->found = inspect(errand->directory, errand->proc_root);
            g_task_return_boolean(running, TRUE);
        });
    }
    if (!waiting.done)
        return;
    if (waiting.units.empty())
        waiting.done();
    else
        m_waiting.push_back(std::move(waiting));
}

void Inspector::finished(GTask *task)
{
    const auto *errand = static_cast<Errand *>(g_task_get_task_data(task));
    m_under_way.erase(errand->unit);
    m_emit(event::UnitInspected{errand->unit, errand->found.duties, errand->found.readable});
    std::list<Waiting> over;
    for (auto each = m_waiting.begin(); each != m_waiting.end();) {
        const auto next = std::next(each);
        each->units.erase(errand->unit);
        if (each->units.empty())
            over.splice(over.end(), m_waiting, each);
        each = next;
    }
    for (const Waiting &waiting : over) // no longer in the list: they may ask again
        waiting.done();
}

} // namespace headroom

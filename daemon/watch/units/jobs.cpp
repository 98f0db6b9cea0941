// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/jobs.h"

#include "sys/cgroup_processes.h"
#include "sys/own_language.h"
#include "sys/valid_text.h"

#include <algorithm>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <format>
#include <fstream>
#include <glib-unix.h>
#include <poll.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace headroom {

namespace {

namespace fs = std::filesystem;

struct SeenProcess {
    std::string name;
    int parent = 0;
    int group = 0;
    int session = 0;
    int tty = 0;
    bool ours = true;
    std::uint64_t memory_kib = 0;
};

/// proc_pid_stat(5). The name is in parentheses, and may contain some.
bool read_stat(const fs::path &process, SeenProcess &seen)
{
    std::ifstream file{process / "stat"};
    std::string text;
    std::getline(file, text, '\0');
    const auto begins = text.find('(');
    const auto ends = text.rfind(')');
    if (begins == std::string::npos || ends == std::string::npos || ends < begins)
        return false;
    seen.name = text.substr(begins + 1, ends - begins - 1);
    std::istringstream rest{text.substr(ends + 1)};
    std::string state;
    return static_cast<bool>(rest >> state >> seen.parent >> seen.group >> seen.session
                             >> seen.tty);
}

/// Sums up the memory that can't be dropped, both resident and swapped out.
void read_status(const fs::path &process, SeenProcess &seen)
{
    std::ifstream file{process / "status"};
    for (std::string line; std::getline(file, line);) {
        std::istringstream words{line};
        std::string key;
        std::uint64_t number = 0;
        if (!(words >> key >> number))
            continue;
        if (key == "Uid:")
            seen.ours = number == getuid();
        else if (key == "RssAnon:" || key == "RssShmem:" || key == "VmSwap:")
            seen.memory_kib += number;
    }
}

/// The kernel cuts the name to 15 bytes; the executable's name is complete.
std::string whole_name(const fs::path &process, const std::string &name)
{
    constexpr std::size_t longest = 15;
    std::error_code unreadable;
    const std::string program = fs::read_symlink(process / "exe", unreadable).filename();
    return name.size() == longest && program.starts_with(name) ? program : name;
}

/// Goes up from PID to the process that the shell has put into a process group. The members of a
/// pipeline are all children of the shell.
int leader_of(int pid, const std::map<int, SeenProcess> &all)
{
    for (std::size_t steps = 0; steps < all.size(); ++steps) {
        const SeenProcess &process = all.at(pid);
        const auto parent = all.find(process.parent);
        if (parent == all.end() || parent->second.group != process.group)
            break;
        pid = process.parent;
    }
    return pid;
}

/// Empty: not a pseudo terminal, as terminals' tabs have.
std::string terminal_file(int tty, const std::string &dev_root)
{
    constexpr unsigned pseudo_terminals = 136; // devices.txt: Unix98 PTY slaves
    const auto number = static_cast<unsigned>(tty);
    const unsigned major = (number >> 8U) & 0xfffU;
    const unsigned minor = (number & 0xffU) | ((number >> 12U) & 0xfff00U);
    return major == pseudo_terminals ? std::format("{}/pts/{}", dev_root, minor) : std::string{};
}

/// Whether its parent has left the tab: a browser moves to a scope of its own, and its helpers
/// stay. The shell doesn't count: its parent is the terminal. Neither do orphans: their parent is
/// the user manager or pid 1.
bool has_parent_elsewhere(int pid, const std::map<int, SeenProcess> &all,
                          const std::string &proc_root)
{
    const SeenProcess &process = all.at(pid);
    if (pid == process.session || process.parent <= 1 || all.contains(process.parent))
        return false;
    SeenProcess parent;
    return read_stat(fs::path{proc_root} / std::to_string(process.parent), parent)
        && parent.parent > 1;
}

std::optional<Duration> input_age(const std::string &file)
{
    struct stat info{};
    if (file.empty() || ::stat(file.c_str(), &info) < 0)
        return std::nullopt;
    return std::max(Duration{std::chrono::seconds{std::time(nullptr) - info.st_atime}},
                    Duration::zero());
}

struct Errand {
    TabToSee tab;
    std::string directory;
    std::string proc_root;
    SeenJob found;
};

} // namespace

SeenJob see_job(const std::string &directory, const std::string &proc_root,
                const std::string &dev_root)
{
    SeenJob job;
    std::map<int, SeenProcess> all;
    std::set<int> sessions;
    int tty = 0;
    for (const int pid : processes_below(directory).value_or(std::set<int>{})) {
        const fs::path process = fs::path{proc_root} / std::to_string(pid);
        SeenProcess seen;
        if (!read_stat(process, seen))
            continue; // it has just ended
        read_status(process, seen);
        sessions.insert(seen.session);
        tty = tty == 0 ? seen.tty : tty;
        job.shared = job.shared || !seen.ours;
        all.emplace(pid, std::move(seen));
    }
    // A second session outlives the tab: tmux, an agent that other tabs use, what sudo runs.
    job.shared =
        job.shared || sessions.size() > 1 || std::ranges::any_of(all, [&](const auto &entry) {
            return has_parent_elsewhere(entry.first, all, proc_root);
        });
    job.terminal_file = terminal_file(tty, dev_root);
    job.input_age = input_age(job.terminal_file);
    const auto most = std::ranges::max_element(
        all, {}, [](const auto &entry) { return entry.second.memory_kib; });
    if (most == all.end())
        return job;
    const int leader = leader_of(most->first, all);
    job.program =
        valid_text(whole_name(fs::path{proc_root} / std::to_string(leader), all.at(leader).name))
            .get();
    return job;
}

event::AppDescribed described(const TabToSee &tab, const std::string &program)
{
    event::AppDescribed described{.app = tab.app,
                                  .name = program.empty() ? tab.app : program,
                                  .never_frozen = {},
                                  .icon = tab.icon};
    if (!tab.terminal.empty())
        described.name = in_own_language(
            program.empty()
                ? say("name of a terminal's tab: {} is the terminal", "a tab of {}", tab.terminal)
                : say("name of a terminal's tab: {0} is the program in it, {1} the terminal",
                      "{} in {}", program, tab.terminal));
    return described;
}

JobWatch::~JobWatch()
{
    g_cancellable_cancel(m_end.get());
}

void JobWatch::look_at(const std::vector<TabToSee> &tabs)
{
    for (const TabToSee &tab : tabs) {
        const CgroupDir *dir = m_dirs.find(tab.unit);
        if (!dir || !m_under_way.insert(tab.unit).second)
            continue;
        const ObjectPtr<GTask> task{g_task_new(
            nullptr, m_end.get(),
            [](GObject *, GAsyncResult *result, gpointer self) {
                // After an error the task was cancelled, and the watch is gone.
                if (!g_task_had_error(G_TASK(result)))
                    static_cast<JobWatch *>(self)->finished(G_TASK(result));
            },
            this)};
        g_task_set_static_name(task.get(), "headroom-jobs");
        g_task_set_task_data(task.get(),
                             new Errand{tab, m_dirs.root_path() + dir->path(), m_proc_root, {}},
                             [](gpointer data) { delete static_cast<Errand *>(data); });
        g_task_run_in_thread(
            task.get(), [](GTask *running, gpointer, gpointer data, GCancellable *) {
                auto *errand = static_cast<Errand *>(data);
                errand->found = see_job(errand->directory, errand->proc_root, "/dev");
                g_task_return_boolean(running, TRUE);
            });
    }
}

void JobWatch::finished(GTask *task)
{
    const auto *errand = static_cast<Errand *>(g_task_get_task_data(task));
    const SeenJob &found = errand->found;
    const UnitId unit = errand->tab.unit;
    m_under_way.erase(unit);
    if (!m_dirs.is_known(unit))
        return; // the unit is gone
    // Goes before JobSeen: its receiver uses the name.
    m_emit(described(errand->tab, found.program));
    m_emit(event::JobSeen{unit, found.program, found.input_age, found.shared});
    m_terminal_files[unit] = found.terminal_file;
    if (m_followed.contains(unit))
        listen(unit, found.terminal_file);
}

void JobWatch::follow(UnitId unit)
{
    m_followed.try_emplace(unit);
    if (const auto known = m_terminal_files.find(unit); known != m_terminal_files.end())
        listen(unit, known->second);
}

void JobWatch::forget(UnitId unit)
{
    m_followed.erase(unit);
    if (!m_dirs.is_known(unit))
        m_terminal_files.erase(unit);
}

void JobWatch::listen(UnitId unit, const std::string &terminal_file)
{
    Followed &followed = m_followed.at(unit);
    if (followed.file || terminal_file.empty())
        return;
    UniqueFd file{open(terminal_file.c_str(), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)};
    pollfd waiting{.fd = file.get(), .events = POLLIN, .revents = 0};
    if (!file || isatty(file.get()) == 0)
        return;
    while (poll(&waiting, 1, 0) < 0 && errno == EINTR) {
        // a signal; this poll() never waits
    }
    // Input from before the freeze is no request to end it.
    const int conditions =
        (waiting.revents & POLLIN) != 0 ? G_IO_HUP | G_IO_ERR : G_IO_IN | G_IO_HUP | G_IO_ERR;
    struct Typed {
        JobWatch *self;
        UnitId unit;
    };
    followed.file = std::move(file);
    followed.source = SourceId{g_unix_fd_add_full(
        G_PRIORITY_HIGH, followed.file.get(), static_cast<GIOCondition>(conditions),
        [](int, GIOCondition, gpointer data) -> gboolean {
            const Typed typed = *static_cast<Typed *>(data);
            typed.self->used(typed.unit);
            return G_SOURCE_REMOVE;
        },
        new Typed{this, unit}, [](gpointer data) { delete static_cast<Typed *>(data); })};
}

void JobWatch::used(UnitId unit)
{
    m_followed.at(unit).source.forget();
    m_emit(event::TabUsed{unit});
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "watch/emit.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What runs in a tab, as /proc has it.
struct SeenJob {
    std::string
        program; ///< of what holds most memory the process that the shell has started: "make", not "cc1plus"; empty: can't be told
    std::string terminal_file; ///< "/dev/pts/3"; empty: none
    std::optional<Duration> input_age;
    bool shared = false;
};

/// directory: of the tab's cgroup. dev_root: "/dev", or a fixture. Reads two files of each process in it.
[[nodiscard]] SeenJob see_job(const std::string &directory, const std::string &proc_root,
                              const std::string &dev_root);

/// A tab to be looked at, and how its terminal is called.
struct TabToSee {
    UnitId unit;
    AppId app;
    std::string terminal; ///< empty: not known
    std::string icon;
};

/// "make in Konsole"; without a program "a tab of Konsole".
[[nodiscard]] event::AppDescribed described(const TabToSee &tab, const std::string &program);

/// What runs in terminals' tabs, looked at when it is asked for, in a thread: a build has hundreds of processes. And whether somebody types into a tab that
/// is frozen.
class JobWatch {
public:
    JobWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }
    ~JobWatch();
    JobWatch(const JobWatch &) = delete;
    JobWatch &operator=(const JobWatch &) = delete;

    /// event::JobSeen follows for each of them, and event::AppDescribed with its name, once, however often it is asked for in between.
    void look_at(const std::vector<TabToSee> &tabs);

    /// event::TabUsed follows once, when something is typed that its program doesn't read, or the terminal closes it. From a look on that has found its
    /// terminal file.
    void follow(UnitId unit);
    void forget(UnitId unit); ///< it is thawed, or gone

private:
    /// A tab that is frozen. Its terminal file is open as long, for reading alone; nothing is read.
    struct Followed {
        UniqueFd file;
        SourceId source;
    };

    void finished(GTask *task);
    void listen(UnitId unit, const std::string &terminal_file);
    void used(UnitId unit);

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
    std::set<UnitId> m_under_way;
    std::map<UnitId, std::string> m_terminal_files; ///< of the tabs that were looked at
    std::map<UnitId, Followed> m_followed;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom

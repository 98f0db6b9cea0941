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

/// What runs in a terminal's tab, as /proc shows it.
struct SeenJob {
    /// The job that holds most memory, by the process that the shell has started: "make", not
    /// "cc1plus". Empty: unknown.
    std::string program;
    std::string terminal_file; ///< "/dev/pts/3"; empty: none
    std::optional<Duration> input_age;
    bool shared = false;
};

/// directory: the tab's cgroup. dev_root: "/dev", or a fixture. Reads two files of each process.
[[nodiscard]] SeenJob see_job(const std::string &directory, const std::string &proc_root,
                              const std::string &dev_root);

/// A tab to look at, with the name of its terminal.
struct TabToSee {
    UnitId unit;
    AppId app;
    std::string terminal; ///< empty: unknown
    std::string icon;
};

/// "make in Konsole"; without a program "a tab of Konsole".
[[nodiscard]] event::AppDescribed described(const TabToSee &tab, const std::string &program);

/// Looks at what runs in terminals' tabs, on request and in a thread: a build has hundreds of
/// processes. Also detects input in a frozen tab.
class JobWatch {
public:
    JobWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }
    ~JobWatch();
    JobWatch(const JobWatch &) = delete;
    JobWatch &operator=(const JobWatch &) = delete;

    /// Emits JobSeen and AppDescribed for each tab. Further requests for a tab that is being looked
    /// at are merged.
    void look_at(const std::vector<TabToSee> &tabs);

    /// Emits TabUsed once, when the user types something that the frozen program doesn't read, or
    /// when the terminal closes the tab. Needs a look that has found the tab's terminal file.
    void follow(UnitId unit);
    void forget(UnitId unit); ///< The tab has been thawed, or is gone.

private:
    /// A frozen tab. Its terminal file stays open read-only meanwhile; nothing is read from it.
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

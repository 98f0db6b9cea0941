// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "sys/timer.h"
#include "watch/emit.h"
#include "watch/frozen/needs_of_frozen.h"
#include "watch/frozen/same_program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Reports when something needs a frozen app. Inotify shows that its program is started again. A
/// look every two seconds shows the rest: a process waits for one of its locks or at one of its
/// sockets; the compositor has sent it more than frames; or the compositor is about to disconnect
/// it for what it doesn't read. Without a freeze there is no watch and no timer. Files are read in
/// threads.
class FrozenApps {
public:
    FrozenApps(const CgroupDirs &dirs, std::string proc_root, Emit emit);
    ~FrozenApps();
    FrozenApps(const FrozenApps &) = delete;
    FrozenApps &operator=(const FrozenApps &) = delete;

    /// All freezes in force. Calling it again with the same leases is cheap.
    void follow(const std::map<UnitId, Lease> &leases);
    /// All of them have settled and been looked at: from now on nothing is missed.
    [[nodiscard]] bool is_watching() const;

    struct Watched {
        Inotify inotify;
        std::map<int, std::set<Program>> programs; ///< by inotify's watch descriptor
    };
    struct Look {
        StillProcesses still;
        bool started_already = false; ///< before the watch was set
        Watched watched;
    };

private:
    struct Followed {
        std::set<UnitId> units;
        bool settled = false;
        std::uint64_t since = 0; ///< in clock ticks since boot
        /// Number of the look under way, or of the last one.
        std::uint64_t looked = 0;
        std::shared_ptr<const StillProcesses> still;
        Watched watched;
        SourceId source;
        std::optional<UnreadEvents> unread; ///< in the last look
        unsigned nearly_full = 0; ///< consecutive looks that found it so
        /// Opened by a process that has yet to be found.
        std::set<Program> opened;
        bool searching = false; ///< or about to
        bool opened_since = false;
        unsigned searches = 0;
        Timer search_again;
    };

    struct OfApp {
        FrozenApps *watch;
        AppId app;
    };

    void look_at(const AppId &app, Followed &followed);
    void looked_at(const AppId &app, std::uint64_t number, Look look);
    void read_events(const AppId &app);
    void search(const AppId &app);
    void search_later(const AppId &app, guint milliseconds);
    void searched(const AppId &app, std::uint64_t look, const std::set<Program> &programs,
                  StartedAgain found);
    void keep_looking();
    void find_waiting_apps();
    void take_needs(const FrozenNeeds &needs);
    void take_unread(Followed &followed, const UnreadEvents &unread);
    void stop_searching(Followed &followed);

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
    std::map<AppId, Followed> m_apps;
    std::uint64_t m_looks = 0;
    Timer m_timer;
    bool m_asking = false;
    bool m_has_logged_problem = false;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom

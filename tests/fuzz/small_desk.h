// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <string>
#include <sys/types.h>

namespace headroom {

/// A cgroup tree of plain files with three apps, and a process table for them. Nothing of the real
/// machine is within reach: no bus, no display, no home directory.
class SmallDesk {
public:
    struct App {
        const char *id;
        std::string unit; ///< its name
        std::string directory; ///< its cgroup's directory
        pid_t pid = 0;
    };

    /// Make one before the first use of GLib, which reads the environment only once.
    SmallDesk();
    ~SmallDesk();
    SmallDesk(const SmallDesk &) = delete;
    SmallDesk &operator=(const SmallDesk &) = delete;

    /// Restores the initial state.
    void tidy();

    [[nodiscard]] const std::array<App, 3> &apps() const { return m_apps; }
    [[nodiscard]] std::string cgroup_root() const { return m_path + "/cgroup"; }
    [[nodiscard]] std::string manager() const;
    [[nodiscard]] std::string proc_root() const { return m_path + "/proc"; }
    [[nodiscard]] std::string sys_root() const { return m_path + "/sys"; }
    [[nodiscard]] std::string runtime_dir() const { return m_path + "/run/headroom"; }
    [[nodiscard]] static bool is_frozen(const App &app);

private:
    void make_app(App &app);
    void set_environment() const;

    std::string m_path;
    pid_t m_owner;
    std::array<App, 3> m_apps{{{"org.a", "app-org.a-1.scope", {}, 0},
                               {"org-b_org-b", "snap.org\\x2db.org\\x2db-1.scope", {}, 0},
                               {"org.c", "app-org.c-3.scope", {}, 0}}};
};

} // namespace headroom

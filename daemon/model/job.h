// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/cgroup_path.h"
#include "model/ids.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Jobs: what runs in the tabs of terminals. A tab is an app of its own, since what runs in it is
/// no part of the terminal.
namespace headroom {

struct Session;
struct Unit;

/// A terminal's tab, as the path of its cgroup shows it.
struct Tab {
    AppId terminal; ///< empty: the path doesn't show it
    AppId app; ///< the tab's own: "org.kde.konsole:4711"
    bool split = false; ///< we have moved it here for a while: see policy/split_tabs.h
    bool operator==(const Tab &) const = default;
};

/// What the last look at a tab found.
struct Job {
    TimePoint at{};
    std::string program; ///< empty: not known
    /// When a program in it last read typed input. The kernel's time is up to 8 s too early.
    /// nullopt: not known.
    std::optional<TimePoint> last_input;
    bool shared = false; ///< as in event::JobSeen
};

/// Whether Konsole made this cgroup inside its own unit: "tab(4711).scope", with the pid of the
/// shell. systemd doesn't know of such cgroups.
[[nodiscard]] bool is_tab_inside(std::string_view name);

/// nullopt: the path is no tab's.
[[nodiscard]] std::optional<Tab> tab_of(const CgroupPath &path);

/// Whether this is a tab whose path doesn't show the terminal. Only the process that has started
/// its shell does. VTE leaves tabs in the slice that the terminal is in, which may be that of all
/// apps. tmux's panes are none: any terminal may show them.
[[nodiscard]] bool is_tab_of_unknown(const CgroupPath &path);

/// Such a tab's own app, if this is the terminal. Empty: that would be no usable id.
[[nodiscard]] AppId app_of_tab_in(const AppId &terminal, const CgroupPath &path);

/// The cgroup that acts apply to: the unit's, or that of a tab inside it. Empty: the path leads to
/// no unit.
[[nodiscard]] std::string control_root(const CgroupPath &path);

/// The unit of the tab that is this app. nullptr: the app is no tab.
[[nodiscard]] const Unit *tab_called(const Session &session, const AppId &app);

/// The tabs of the terminal that has this app id.
[[nodiscard]] std::vector<UnitId> tabs_of(const Session &session, const AppId &terminal);

/// The unit that systemd knows: for a tab inside a unit, the outer unit.
[[nodiscard]] UnitId known_to_systemd(const Session &session, UnitId unit);

/// The apps in tabs inside the app's units. A freeze of such a unit freezes them, too. For policy:
/// not while a fact is taken.
[[nodiscard]] std::set<AppId> apps_inside(const Session &session, const AppId &app);

/// Whether this app is shown to users. A tab is shown only while it has a window, a hold, a freeze
/// in force or requested, or a notification.
[[nodiscard]] bool is_shown(const Session &session, const AppId &app);

} // namespace headroom

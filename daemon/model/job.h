// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/cgroup_path.h"
#include "model/ids.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Jobs: what runs in a tab of a terminal. A tab is an application of its own, since what it runs is no part of the terminal.
namespace headroom {

struct Session;
struct Unit;

/// A terminal's tab, as the path of its cgroup tells it.
struct Tab {
    AppId terminal; ///< empty: the path doesn't tell
    AppId app; ///< the tab's own: "org.kde.konsole:4711"
    bool split = false; ///< by us, and for a while: see policy/split_tabs.h
    bool operator==(const Tab &) const = default;
};

/// What was seen when a tab was last looked at.
struct Job {
    TimePoint at{};
    std::string program; ///< empty: it couldn't be told
    std::optional<TimePoint>
        last_input; ///< when something that was typed was last read in it; may be up to 8 s later; nullopt: not known
    bool shared = false; ///< as in event::JobSeen
};

/// Konsole makes these cgroups inside its own unit: "tab(4711).scope", with the number of the shell. systemd knows nothing of them.
[[nodiscard]] bool is_tab_inside(std::string_view name);

/// nullopt: no tab.
[[nodiscard]] std::optional<Tab> tab_of(const CgroupPath &path);

/// The cgroup that control acts on: the unit's, or that of a tab inside it. Empty: the path leads to no unit.
[[nodiscard]] std::string control_root(const CgroupPath &path);

/// The unit of a tab by its app. nullptr: that app is no tab.
[[nodiscard]] const Unit *tab_called(const Session &session, const AppId &app);

/// The tabs of a terminal that has this app id.
[[nodiscard]] std::vector<UnitId> tabs_of(const Session &session, const AppId &terminal);

/// The unit that systemd knows: for a tab inside a unit, that one.
[[nodiscard]] UnitId known_to_systemd(const Session &session, UnitId unit);

/// Whether people are told of this app: of a tab only while something is done to it, or it shows a window.
[[nodiscard]] bool is_shown(const Session &session, const AppId &app);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "sys/interface.h"
#include "watch/emit.h"
#include "watch/units/empty_services.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Follows the extended attributes of units.
class UnitAttributes : public Interface {
public:
    virtual void changed(UnitId unit) = 0; ///< also called for each new unit
    virtual void settled() = 0; ///< after a batch of these
    /// More has changed than the kernel could queue: look at all units.
    virtual void lost() = 0;
};

/// Units of the user manager as they appear and vanish. systemd makes a directory for each, so
/// inotify watches the slices. Slices have a watch, units have none: 4,000 idle units cost nothing
/// after the start. A service counts once it has a process.
class UnitWatch {
public:
    /// manager_path: the cgroup of user@UID.service, below the cgroup root. Both references must
    /// outlive the watch.
    UnitWatch(CgroupDirs &dirs, std::string manager_path, Emit emit);

    /// Starts to watch, then lists the existing units.
    [[nodiscard]] Result<void> start();

    /// Adds a unit in which a process was found, wherever it is (session-2.scope is in none of our
    /// slices). Emits UnitAppeared if it is new.
    [[nodiscard]] Result<UnitId> add_unit(const std::string &unit_path);

    /// Watches a terminal's unit: its tabs may be cgroups inside it, which count as units here.
    void look_inside(const std::string &unit_path);

    /// Called once a batch, after units have appeared or vanished.
    std::function<void()> on_change;

    /// nullptr: stops watching.
    void watch_attributes(UnitAttributes *listener);

    [[nodiscard]] CgroupDirs &dirs() const { return m_dirs; }
    [[nodiscard]] std::vector<UnitId> units_in_slices() const;
    /// The path of the only scope that flatpak has made for this app. Empty: there is none, or more
    /// than one.
    [[nodiscard]] std::string only_flatpak(const AppId &app) const;

private:
    struct Slice {
        UnitId id;
        std::string path;
        std::map<std::string, UnitId> children;
        bool inside_unit = false; ///< a terminal's, where only tabs count
    };

    void watch_slice(const std::string &path, bool inside_unit = false);
    void unwatch_slice(const std::string &path);
    void scan(int watch, Slice &slice);
    void child_appeared(Slice &slice, const std::string &name);
    void child_gone(Slice &slice, const std::string &name);
    void rescan_all();
    void forget_those_gone_elsewhere();
    bool read_events();
    bool look_again(int watch);
    bool take(const inotify_event &seen);

    CgroupDirs &m_dirs;
    std::string m_manager_path;
    Emit m_emit;
    Inotify m_inotify;
    SourceId m_source;
    UnitAttributes *m_attributes = nullptr; ///< null: not watched
    std::map<int, Slice> m_slices; ///< by inotify watch
    EmptyServices m_empty{m_dirs, m_inotify};
    std::map<std::string, UnitId> m_elsewhere; ///< learned, in none of our slices
};

} // namespace headroom

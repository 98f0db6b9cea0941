// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "watch/emit.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Units of the user manager as they come and go: inotify on its slices, since systemd makes a directory for each. One watch a slice, nothing
/// a unit, so that four thousand idle units cost nothing after the start.
class UnitWatch {
public:
    /// manager_path: cgroup of user@UID.service below the cgroup root. Both references must outlive the watch.
    UnitWatch(CgroupDirs &dirs, std::string manager_path, Emit emit);

    /// Starts to watch, then lists what is there already.
    [[nodiscard]] Result<void> start();

    /// A unit that a process was found in, wherever it is (session-2.scope is in no slice of ours): emits UnitAppeared if it is new.
    [[nodiscard]] Result<UnitId> learn(const std::string &unit_path);

    /// A terminal's unit: its tabs may be cgroups inside it, which are units of their own here.
    void look_inside(const std::string &unit_path);

    /// Told after units have come or gone, once a batch.
    std::function<void()> on_change;

    /// Whom to tell of units' extended attributes.
    struct Attributes {
        std::function<void(UnitId)> changed; ///< of a unit; also told of each unit that appears
        std::function<void()> settled; ///< after a batch of these
        std::function<void()>
            lost; ///< more has changed than the kernel could queue: look at all of them
    };
    void watch_attributes(std::optional<Attributes> attributes); ///< nullopt: not watched any more

    [[nodiscard]] std::vector<UnitId> units_in_slices() const;

private:
    struct Slice {
        UnitId id;
        std::string path;
        std::map<std::string, UnitId> children;
        bool inside_unit = false; ///< a terminal's, of which only the tabs count
    };

    void watch_slice(const std::string &path, bool inside_unit = false);
    void scan(int watch, Slice &slice);
    void child_appeared(Slice &slice, const std::string &name);
    void child_gone(Slice &slice, const std::string &name);
    void rescan_all();
    bool read_events();
    bool take(const inotify_event &seen);

    CgroupDirs &m_dirs;
    std::string m_manager_path;
    Emit m_emit;
    Inotify m_inotify;
    SourceId m_source;
    std::optional<Attributes> m_attributes;
    std::map<int, Slice> m_slices; ///< by inotify watch
    std::map<std::string, UnitId> m_elsewhere; ///< learned, in no slice of ours
};

} // namespace headroom

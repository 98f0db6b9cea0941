// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/timer.h"
#include "watch/units/units.h"
#include "watch/windows/window_sources.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace headroom {

/// The foreground app in GNOME with nothing installed. mutter sets the extended attribute
/// user.xdg.inactive-since on the cgroup of the focused window's unit: "-1" while it has the focus,
/// afterwards the time since when it hasn't (since GNOME 41; meta_window_set_inactive_since).
/// Reports units, but no windows. Phosh and Budgie own GNOME Shell's name on the bus, too, and may
/// set no marks. So any other source is better until the first mark.
class MutterFocus final : public WindowSource, private UnitAttributes {
public:
    /// One window loses the focus before the next one gets it, and popups of the shell come in
    /// between. After this time, none has it.
    static constexpr guint loss_settles_ms = 300;

    MutterFocus(UnitWatch &units, CgroupDirs &dirs, WindowSources &sources, Emit emit,
                guint loss_settles = loss_settles_ms);

    void compositor_appeared();
    void compositor_gone();

    void start_reporting() override;
    void stop_reporting() override;

private:
    void changed(UnitId unit) override;
    void settled() override;
    void lost() override;
    void look_at_all();
    void has_marked();
    [[nodiscard]] bool is_marked(UnitId unit) const;
    [[nodiscard]] bool is_marked_anew(UnitId unit);
    [[nodiscard]] std::string other_marks(UnitId unit) const;

    UnitWatch &m_units;
    CgroupDirs &m_dirs;
    WindowSources &m_sources;
    Emit m_emit;
    guint m_loss_settles;
    std::map<UnitId, std::string> m_marked; ///< with a "-1" when last read; their other marks
    std::set<UnitId> m_stale; ///< those of m_marked whose mark a crashed mutter left
    bool m_sets_marks = false; ///< the compositor has been seen to
    bool m_is_reporting = false;
    std::optional<UnitId> m_front;
    std::optional<UnitId> m_reported;
    Timer m_losing; ///< runs while no unit has the focus
};

} // namespace headroom

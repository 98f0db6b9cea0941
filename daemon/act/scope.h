// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/family.h"
#include "act/split_tab.h"
#include "act/world.h"
#include "sys/glib_ptr.h"
#include "sys/off_the_loop.h"
#include "sys/systemd_client.h"
#include "sys/timer.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <gio/gunixfdlist.h>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace headroom {

/// Adoption: a scope for an app that was started in another app's unit. The scope is made with the
/// leader alone, because one pid that has vanished would fail the whole call. The rest of the tree
/// is moved afterwards.
class Adopter {
public:
    Adopter(const World &world, TabRejoiner &rejoiner, Report report);

    /// source: the unit that the app leaves. parents: see action::Adopt.
    void adopt(ProcessId leader, UnitId source, const AppId &app, UnitId parents);
    /// Moves a terminal's tab out of the terminal's unit, until it rejoins. Refused unless the
    /// shell is in the unit's own cgroup, not in one below it.
    void split(ProcessId shell, UnitId terminal, const AppId &app);
    [[nodiscard]] bool is_idle() const { return m_moves.empty() && m_plans.empty() && m_jobs == 0; }

private:
    struct Move {
        /// While a pass is under way, only its thread uses it.
        std::shared_ptr<Family> family;
        UnitId unit;
        std::string scope;
        int failures = 0; ///< systemd's failures to move what we may not
        int clean_passes = 0;
        int passes = 0;
        Timer timer;
        ScopedCancellable errands;
    };
    /// What one pass has done.
    struct Pass {
        Result<std::size_t> moved;
        std::vector<std::int32_t> refused;
    };
    struct Plan {
        ProcessId leader;
        AppId app;
        std::string scope;
        std::string source_cgroup;
        std::uint64_t began = 0;
        /// The terminal's unit, if a tab is split off. Then `app` is the terminal.
        std::string terminal{};
        /// What has left the leader behind. nullopt: nothing has.
        std::optional<ProcessId> left_by{};
    };

    /// What users see of a scope in systemd's lists.
    struct Label {
        std::string name;
        /// Empty: there is no desktop file, or it is unreadable.
        std::string file;
    };
    /// A plan that waits for its label.
    struct Planned {
        Plan plan;
        ObjectPtr<GUnixFDList> pidfd;
        Timer timeout{};
        ScopedCancellable errands{};
    };

    [[nodiscard]] Result<Plan> plan(ProcessId leader, UnitId source, const AppId &app,
                                    std::string scope) const;
    [[nodiscard]] Result<Plan> plan_split(ProcessId shell, UnitId terminal, const AppId &app) const;
    [[nodiscard]] std::optional<ProcessId> parent_in(UnitId parents, ProcessId leader) const;
    [[nodiscard]] static GVariant *scope_properties(const Plan &plan, const Label &label);
    void start(ProcessId leader, const Result<UniqueFd> &pidfd, Result<Plan> planned);
    void find_label(ProcessId leader);
    void make_scope(ProcessId leader, const Label &label);
    void scope_is_there(const Plan &plan);
    void next_pass(ProcessId leader);
    void pass_done(ProcessId leader, const Pass &pass);
    void pass_soon(ProcessId leader);
    void have_systemd_move(ProcessId leader, const std::vector<std::int32_t> &pids);
    void finish(ProcessId leader);
    void refuse(const Plan &plan, std::string sentence);
    void refuse(ProcessId leader, std::string sentence);

    World m_world;
    TabRejoiner &m_rejoiner;
    Report m_report;
    std::map<ProcessId, Planned> m_plans;
    std::map<ProcessId, Move> m_moves;
    int m_jobs = 0;
};

} // namespace headroom

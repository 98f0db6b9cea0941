// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>

/// A terminal's tab that is temporarily in a scope of ours. A mark on the terminal's cgroup lists
/// these scopes, as a ledger. It is written before any process is moved, so the sweep finds the way
/// back whatever ends us.
namespace headroom {

/// Adds a scope to the ledger.
[[nodiscard]] Result<void> note_split(const CgroupDir &terminal, const std::string &scope);

/// Removes a scope that the tab has left.
void forget_split(const CgroupDir &terminal, const std::string &scope);

/// Moves all processes of the scope back. Processes of another user (sudo) and those in cgroups
/// below stay. Returns the number moved.
[[nodiscard]] Result<std::size_t> rejoin(const CgroupDir &terminal, const CgroupDir &scope);

/// Whether systemd may be about to make a missing scope, or to move a tab into an existing one.
enum class EmptyScopes { StayEmpty, MayFill };

/// Does the same for all scopes in the ledger. Afterwards the ledger lists only those that may
/// fill. manager_path: the user manager's cgroup. Does nothing if there is no ledger.
std::size_t rejoin_all(const CgroupDirs &dirs, const std::string &manager_path,
                       const CgroupDir &terminal, EmptyScopes empty);

/// Moves tabs back while we run. A thread does it, since the kernel takes a millisecond or more for
/// each process. A failure is reported as event::ActRefused. The end of the scope shows success.
class TabRejoiner {
public:
    TabRejoiner(const CgroupDirs &dirs, Report report) : m_dirs(dirs), m_report(std::move(report))
    {
    }
    ~TabRejoiner();
    TabRejoiner(const TabRejoiner &) = delete;
    TabRejoiner &operator=(const TabRejoiner &) = delete;

    /// Records that a tab of the terminal's cgroup is in this scope from now on. name: the scope's.
    /// Its cgroup may not be reported yet.
    void was_split(UnitId scope, std::string name, CgroupDir terminal);
    void rejoin(UnitId scope);
    /// It has ended: with its last process, or since that was moved back.
    void forget(UnitId scope);

private:
    struct Split {
        std::shared_ptr<const CgroupDir> terminal;
        std::string name; ///< of the scope
    };

    const CgroupDirs &m_dirs;
    Report m_report;
    std::map<UnitId, Split> m_splits; ///< by the tab's scope
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom

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

/// A terminal's tab that is in a scope of ours for a while. The ledger is a mark on the terminal's cgroup, which names these scopes. It is written before
/// any process is moved, so whatever ends us, the sweep finds the way back.
namespace headroom {

/// Has the ledger name one more scope.
[[nodiscard]] Result<void> note_split(const CgroupDir &terminal, const std::string &scope);

/// The scope has been left.
void forget_split(const CgroupDir &terminal, const std::string &scope);

/// Moves all processes of the scope back. What is another user's (sudo) stays, and so does what is in cgroups below. Returns how many were moved.
[[nodiscard]] Result<std::size_t> rejoin(const CgroupDir &terminal, const CgroupDir &scope);

/// Whether systemd may be about to make a scope that isn't there, or to move a tab into one that is.
enum class EmptyScopes { StayEmpty, MayFill };

/// The same for all scopes that the ledger names, and a ledger in the end that names none but those that may fill. manager_path: of the user manager's
/// cgroup. Nothing where there is no ledger.
std::size_t rejoin_all(const CgroupDirs &dirs, const std::string &manager_path,
                       const CgroupDir &terminal, EmptyScopes empty);

/// The way back, while we live: in a thread, since the kernel takes a millisecond or more for each process. A failure is reported as
/// event::ActRefused, success by the end of the scope.
class TabRejoiner {
public:
    TabRejoiner(const CgroupDirs &dirs, Report report) : m_dirs(dirs), m_report(std::move(report))
    {
    }
    ~TabRejoiner();
    TabRejoiner(const TabRejoiner &) = delete;
    TabRejoiner &operator=(const TabRejoiner &) = delete;

    /// A tab that was in the terminal's cgroup is in this scope from now on.
    void was_split(UnitId scope, CgroupDir terminal);
    void rejoin(UnitId scope);
    void forget(UnitId scope) { m_terminals.erase(scope); }

private:
    const CgroupDirs &m_dirs;
    Report m_report;
    std::map<UnitId, std::shared_ptr<const CgroupDir>> m_terminals; ///< by the tab's scope
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom

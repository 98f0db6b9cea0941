// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"

#include <cstddef>
#include <functional>
#include <string>

namespace headroom {

struct Swept {
    unsigned thawed = 0;
    bool some_stay_frozen = false; ///< a unit with a mark could not be thawed, or not be found
    unsigned unweighted = 0;
    unsigned unprotected = 0;
    std::size_t rejoined = 0; ///< processes of split tabs
};

/// At the daemon's end, systemd may still be about to make a scope that was requested shortly
/// before. The ledger keeps its name, for the sweep of the next start.
enum class SweepAt { End, Start };

/// What an earlier daemon has set through systemd.
struct Leftover {
    UnitId unit;
    const char *mark; ///< of the value
    VariantPtr properties; ///< the arguments of the SetUnitProperties call that unsets it
    std::function<void()> done; ///< removes the mark; call it when systemd has unset the value
};

/// False: that failed.
using Unset = std::function<bool(const Leftover &)>;

/// Undoes what an earlier daemon left behind, however it ended. It thaws units in the ledger and
/// those with a mark, then moves split tabs back and unsets marked weights and protections. What
/// another program has set since stays. Runs at each start, and as `headroomd --thaw` after each
/// end.
Swept sweep(const CgroupDirs &dirs, const std::string &manager_path,
            const std::string &ledger_directory, SweepAt at, const Unset &unset);

} // namespace headroom

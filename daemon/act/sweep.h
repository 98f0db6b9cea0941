// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/cgroup_dir.h"

#include <cstddef>
#include <functional>
#include <string>

namespace headroom {

struct Swept {
    unsigned thawed = 0;
    unsigned unweighted = 0;
    std::size_t rejoined = 0; ///< processes of split tabs
};

/// At the daemon's end, systemd may still be about to make a scope that was requested shortly
/// before. The ledger keeps its name, for the sweep of the next start.
enum class SweepAt { End, Start };

/// Undoes what an earlier daemon left behind, however it ended. It thaws units in the ledger and
/// those with a mark, then moves split tabs back and gives back marked weights. Runs at each start,
/// and as `headroomd --thaw` after each end. unset_weights: unsets the weights of a unit by name;
/// if it returns true, the mark is removed.
Swept sweep(const CgroupDirs &dirs, const std::string &manager_path,
            const std::string &ledger_directory, SweepAt at,
            const std::function<bool(const std::string &unit)> &unset_weights);

} // namespace headroom

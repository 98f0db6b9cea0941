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

/// At an end, systemd may still be about to make a scope that was asked for just before: the ledger goes on naming it, for the sweep of the next start.
enum class SweepAt { End, Start };

/// Undoes what an earlier life of ours left behind, whatever ended it: thaws what the ledger names and what is marked, then moves
/// split tabs back and gives back the weights that are marked. Runs at each start, and as `headroomd --thaw` after each end.
/// unset_weights: asked to unset the weights of a unit by name; the mark goes if it says yes.
Swept sweep(const CgroupDirs &dirs, const std::string &manager_path,
            const std::string &ledger_directory, SweepAt at,
            const std::function<bool(const std::string &unit)> &unset_weights);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/unit_needs.h"

#include "model/memory_use.h"
#include "watch/pressure/unit_files.h"

namespace headroom {

std::vector<UnitNeed> read_needs(const UnitDirs &units)
{
    std::vector<UnitNeed> needs;
    for (const auto &dir : units) {
        MemoryFigures figures;
        if (const auto current = dir->read(cgroup_file::memory_current))
            figures.current = parse_number(*current);
        if (const auto stat = dir->read(cgroup_file::memory_stat))
            figures.stat = parse_memory_stat(*stat);
        if (const auto bytes = memory_use(figures).needed)
            needs.push_back({dir->id(), *bytes, came_back(figures.stat)});
    }
    return needs;
}

} // namespace headroom

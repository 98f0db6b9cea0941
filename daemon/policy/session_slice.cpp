// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/session_slice.h"

#include <algorithm>
#include <iterator>

namespace headroom {

std::optional<UnitId> unit_of_slice(const Session &session, const std::vector<std::string> &path)
{
    const auto siblings = session.members.find({path.begin(), std::prev(path.end())});
    if (siblings == session.members.end())
        return std::nullopt;
    const auto slice = std::ranges::find_if(siblings->second, [&](UnitId id) {
        const Unit &unit = session.units.at(id);
        return unit.is_slice && unit.path.manager_uid && unit.path.slices == path;
    });
    return slice == siblings->second.end() ? std::nullopt : std::optional{*slice};
}

std::optional<UnitId> session_slice(const Session &session)
{
    return unit_of_slice(session, {"session.slice"});
}

} // namespace headroom

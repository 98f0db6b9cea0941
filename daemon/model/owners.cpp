// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/owners.h"

#include "model/desktop_parts.h"
#include "model/placement.h"
#include "model/session.h"

namespace headroom {

namespace {

void add(const Session &session, const Window &window, Owners &owners)
{
    if (window.kind == WindowKind::Shell)
        owners.shell_windows[session.app_of(window)].push_back(&window);
    if (window.kind != WindowKind::Normal)
        return;
    owners.windows[session.app_of(window)].push_back(&window);
    if (const auto unit = session.unit_of(window); !unit || session.units.at(*unit).app.empty())
        owners.nobodys.push_back(&window);
    if (!window.process)
        return;
    const auto process = session.processes.find(*window.process);
    if (process != session.processes.end() && !process->second.lineage.empty())
        owners.window_programs.insert(process->second.lineage.front().program);
}

} // namespace

const Owners *KeptOwners::get(const Session &session) const
{
    if (m_changing)
        return nullptr;
    if (m_owners)
        return &*m_owners;
    Owners &owners = m_owners.emplace();
    for (const auto &[id, window] : session.windows)
        add(session, window, owners);
    for (const auto &[id, stream] : session.streams)
        owners.streams[session.app_of(stream)].push_back(&stream);
    for (const auto &[id, unit] : session.units) {
        if (!unit.app.empty() && unit.placement == Placement::OwnUnit)
            owners.app_units.push_back(id);
        if (unit.is_inside())
            owners.tabs_inside.push_back(id);
        if (unit.is_split)
            owners.split_tabs.push_back(id);
    }
    owners.of_session = units_with_parts(session);
    return &owners;
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "seen.h"

#include <algorithm>
#include <map>
#include <optional>

namespace headroom::seen {

/// What can be seen, and in which unit its process is, from the events alone: an oracle for what is done to hidden apps.
class ToldWindows {
public:
    void happens(const Event &event)
    {
        if (const auto *window = std::get_if<event::WindowSeen>(&event))
            m_windows[window->window.id] = window->window;
        else if (const auto *gone = std::get_if<event::WindowGone>(&event))
            m_windows.erase(gone->window);
        else if (const auto *source = std::get_if<event::WindowSourceChanged>(&event))
            source_is(source->name);
        else if (const auto *process = std::get_if<event::ProcessSeen>(&event))
            m_units[process->process.id] = process->process.unit;
        else if (const auto *ended = std::get_if<event::ProcessGone>(&event))
            m_units.erase(ended->process);
        else if (const auto *compositor = std::get_if<event::CompositorSeen>(&event))
            m_compositor = compositor->process;
    }

    /// A window that a process of this unit shows can be seen. The compositor's own windows are others' in truth.
    [[nodiscard]] bool shows(UnitId unit) const
    {
        return std::ranges::any_of(m_windows, [&](const auto &entry) {
            const Window &window = entry.second;
            if (window.hidden || window.kind != WindowKind::Normal || !window.process || window.process == m_compositor)
                return false;
            const auto its = m_units.find(*window.process);
            return its != m_units.end() && its->second == unit;
        });
    }

private:
    /// Another source reports everything anew.
    void source_is(const std::string &name)
    {
        if (m_source != name || name.empty())
            m_windows.clear();
        m_source = name;
    }

    std::map<WindowId, Window> m_windows;
    std::map<ProcessId, UnitId> m_units;
    std::optional<ProcessId> m_compositor;
    std::string m_source;
};

} // namespace headroom::seen

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "seen.h"

#include <array>
#include <deque>
#include <map>

namespace headroom::seen {

/// Two outputs, each of which shows one of its own desktops, as in i3 and KWin 6.7. Plays a
/// compositor that knows where each window is and reports what is visible. Shares no code with
/// Headroom.
class RandomOutputs {
public:
    /// From now on the window is here.
    event::WindowSeen put(Window window, std::size_t output, std::size_t desktop, bool minimised)
    {
        Place &place = m_places[window.id] = {
            .window = window, .output = output, .desktop = desktop, .minimised = minimised};
        return report(place);
    }

    /// Returns false if there is no such window.
    [[nodiscard]] bool shows(const WindowId &id) const
    {
        const auto place = m_places.find(id);
        return place != m_places.end() && is_shown(place->second);
    }

    void take_away(const WindowId &id) { m_places.erase(id); }

    /// The output shows another of its desktops: windows on the old one become hidden, those on the
    /// new one visible.
    void turn_to(std::size_t output, std::size_t desktop)
    {
        m_shown.at(output) = desktop;
        for (auto &[id, place] : m_places) {
            if (place.output == output)
                m_pending.push_back(id);
        }
    }

    /// A change of desktop is reported window by window. Returns nullopt once all have been
    /// reported.
    std::optional<event::WindowSeen> next()
    {
        while (!m_pending.empty()) {
            const auto place = m_places.find(m_pending.front());
            m_pending.pop_front();
            if (place != m_places.end())
                return report(place->second);
        }
        return std::nullopt;
    }

private:
    struct Place {
        Window window;
        std::size_t output = 0;
        std::size_t desktop = 0;
        bool minimised = false;
    };

    [[nodiscard]] bool is_shown(const Place &place) const
    {
        return !place.minimised && m_shown.at(place.output) == place.desktop;
    }

    event::WindowSeen report(Place &place)
    {
        place.window.hidden = !is_shown(place);
        return {place.window};
    }

    std::array<std::size_t, 2> m_shown{};
    std::map<WindowId, Place> m_places;
    std::deque<WindowId> m_pending;
};

} // namespace headroom::seen

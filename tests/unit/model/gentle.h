// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "seen.h"

#include <algorithm>
#include <format>
#include <functional>
#include <map>
#include <optional>

namespace headroom::seen {

constexpr std::uint64_t gib = 1024 * mib;
/// A slice of what hidden() holds: 1 %, in whole pages.
constexpr std::uint64_t hundredth = gib / 100 / 4096 * 4096;
inline const Judgement calm{.level = Level::Calm, .now = Level::Calm, .because = {}};

/// A desk with an app in front and a hidden one, whose unused memory is to be reclaimed.
/// Measurements are answered as the watch would.
class GentleDesk : public Desk {
public:
    std::map<UnitId, UnitMemory> memories;
    App front;
    App idle;
    std::optional<MemoryLevel> memory = MemoryLevel{.total = 8 * gib,
                                                    .available = 4 * gib,
                                                    .active_file = gib,
                                                    .swap_total = 4 * gib,
                                                    .swap_free = 4 * gib};
    std::optional<std::uint64_t> swapped_out = 0;
    std::optional<bool> swap_on_disk = false;
    std::size_t looks = 0;
    bool answers_slices = true;
    std::function<void()> before_look = [] {};
    /// The outcome of a slice.
    std::function<event::Reclaimed(UnitId, const GentleReclaim &)> answer =
        [](UnitId unit, const GentleReclaim &) {
            return event::Reclaimed{unit, 512UL * 1024, true};
        };

    GentleDesk() : front(app("front")), idle(hidden("idle"))
    {
        config.gentle.enabled = true;
        happens(event::PowerSeen{false});
        focus(front);
        turns();
        passes(WorkingSet::window);
    }

    /// A hidden app that holds 1 GiB.
    App hidden(const AppId &id)
    {
        const App made = app(id);
        changes(made.window, [](Window &window) { window.hidden = true; });
        memories[made.unit] = {.unit = made.unit,
                               .current = gib,
                               .memory_stalled = 0us,
                               .io_stalled = 0us,
                               .marked_exempt = false};
        return made;
    }

    /// A turn of the loop and what follows: a measurement, its event, and the turn after it.
    Lines looked()
    {
        Lines all = turns();
        if (measure.empty())
            return all;
        ++looks;
        before_look();
        event::WorkingSetsSeen seen{.units = {},
                                    .memory = memory,
                                    .swapped_out = swapped_out,
                                    .swap_on_disk = swap_on_disk};
        for (const UnitId unit : measure)
            seen.units.push_back(memories.at(unit));
        happens(seen);
        const Lines after = turns();
        all.insert(all.end(), after.begin(), after.end());
        for (const auto &[unit, gentle] : std::map{session.reclaiming}) {
            if (answers_slices && gentle.under_way)
                happens(answer(unit, gentle));
        }
        return all;
    }

    /// Runs for `time`, at the times at which the policy asks to be woken. Returns all that was
    /// done, without boosts.
    Lines goes_on(Duration time)
    {
        const TimePoint end = now + time;
        Lines all = looked();
        while (again_at && *again_at <= end) {
            now = std::max(now, *again_at);
            const Lines lines = looked();
            all.insert(all.end(), lines.begin(), lines.end());
        }
        now = end;
        std::erase_if(all, [](const std::string &line) {
            return line.starts_with("boost ") || line.starts_with("unboost ");
        });
        return all;
    }

    [[nodiscard]] std::string slice(std::uint64_t bytes) const
    {
        return std::format("reclaim {} in file pages of {}", bytes, idle.name);
    }
    [[nodiscard]] std::string end() const { return "end the reclaim of " + idle.name; }
};

} // namespace headroom::seen

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "seen.h"

#include <cstdint>

// A desk on a machine that runs short. Samples arrive as the watch would send them, at the pace
// that the policy requests.
namespace headroom::seen {

/// The load until it is changed. Shares are of all time, 0 to 1.
struct Load {
    double ui_memory_some = 0;
    double ui_memory_full = 0;
    double system_memory_some = 0;
    double system_memory_full = 0;
    double ui_cpu_some = 0;
    double ui_io_some = 0;
    MemoryLevel memory{.total = 1000 * mib,
                       .available = 500 * mib,
                       .active_file = 100 * mib,
                       .swap_total = 0,
                       .swap_free = 0};
};

/// What one unit uses per second.
struct Appetite {
    std::uint64_t grows = 0;
    std::uint64_t refaults = 0;
    double processors = 0;
    std::uint64_t reads = 0;
};

class PressedDesk : public Desk {
public:
    Load load;
    std::map<UnitId, Appetite> appetites;
    std::map<UnitId, std::uint64_t> needs; ///< bytes; other units' needs aren't known
    std::map<UnitId, std::uint64_t> come_back; ///< bytes a second, of units in `needs`
    /// An inspection is answered immediately, with what was found before.
    bool inspects = true;
    /// A freeze settles immediately; otherwise the tasks wait for a disk.
    bool settles = true;

    PressedDesk()
    {
        const UnitId kwin = unit("session.slice/plasma-kwin_wayland.service");
        const ProcessId process = this->process(kwin, "kwin_wayland");
        happens(event::CompositorSeen{process});
        front = app("org.example.front");
        focus(front);
        turns();
        passes(1h); // what was in front before that was so long ago
    }

    App front;

    /// An app without a window, so nothing of it is visible.
    App background(const AppId &id, Appetite appetite = {})
    {
        App app = starting(id, /*has_desktop_file=*/false);
        appetites[app.unit] = appetite;
        passes(15s); // it is no longer starting
        return app;
    }

    /// The same while it starts, without the user's request. started_by_user_test.cpp has apps that
    /// the user waits for.
    App starting(const AppId &id, bool has_desktop_file)
    {
        App app{.id = id,
                .unit = {},
                .name = std::format("app-{}-{}.scope", id, ++m_background),
                .process = {},
                .window = {}};
        app.unit = unit("app.slice/" + app.name);
        session.started.clear();
        happens(event::AppDescribed{.app = id,
                                    .name = id,
                                    .terminal = false,
                                    .never_frozen = {},
                                    .shows_windows = has_desktop_file});
        appetites[app.unit] = {};
        m_uses[app.unit].held = 100 * mib;
        return app;
    }

    void uses(const App &app, std::uint64_t held) { m_uses[app.unit].held = held; }
    void is_marked(const App &app) { m_uses[app.unit].marked_exempt = true; }

    void trigger() { happens(event::StallSeen{{}, Resource::Memory, 20ms}); }

    /// Lets time pass, with a sample after each `step` and a few turns after each sample. Returns
    /// all that was done.
    Lines goes_on(Duration time, Duration step = 100ms)
    {
        Lines all;
        for (Duration passed{}; passed < time; passed += step) {
            passes(step);
            happens(event::PressureSampled{sample(step)});
            Lines lines = turns();
            all.insert(all.end(), lines.begin(), lines.end());
            if (inspects && !to_inspect.empty()) {
                look();
                lines = turns();
                all.insert(all.end(), lines.begin(), lines.end());
            }
            for (const auto &[unit, lease] : session.leases) {
                if (settles && lease.state == FreezerState::Freezing)
                    happens(event::FreezerSettled{unit, true});
            }
        }
        return all;
    }

    /// The same without the reports of levels and without boosts.
    Lines acts_in(Duration time, Duration step = 100ms)
    {
        Lines all = goes_on(time, step);
        std::erase_if(all, [](const std::string &line) {
            return line.starts_with("level ") || line.starts_with("boost ");
        });
        return all;
    }

private:
    void look()
    {
        for (const UnitId unit : to_inspect) {
            const auto before = session.inspections.find(unit);
            happens(
                before == session.inspections.end()
                    ? event::UnitInspected{unit, {}, true}
                    : event::UnitInspected{unit, before->second.duties, before->second.readable});
        }
    }

    PressureSample sample(Duration step)
    {
        const auto part = [&](double share) {
            return Duration{static_cast<std::int64_t>(share * static_cast<double>(step.count()))};
        };
        m_ui.memory.some = *m_ui.memory.some + part(load.ui_memory_some);
        m_ui.memory.full = *m_ui.memory.full + part(load.ui_memory_full);
        m_ui.cpu.some = *m_ui.cpu.some + part(load.ui_cpu_some);
        m_ui.io.some = *m_ui.io.some + part(load.ui_io_some);
        m_system.memory.some = *m_system.memory.some + part(load.system_memory_some);
        m_system.memory.full = *m_system.memory.full + part(load.system_memory_full);
        PressureSample sample{.system = m_system,
                              .compositor = m_ui,
                              .focused = m_ui,
                              .focused_unit = front.unit,
                              .memory = load.memory,
                              .units = {}};
        const std::chrono::duration<double> seconds = step;
        for (const auto &[unit, appetite] : appetites) {
            UnitUse &use = m_uses[unit];
            use.unit = unit;
            const double active = session.leases.contains(unit) ? 0 : seconds.count();
            const auto more = [&](std::optional<std::uint64_t> &value, std::uint64_t a_second) {
                value = value.value_or(0)
                    + static_cast<std::uint64_t>(active * static_cast<double>(a_second));
            };
            more(use.held, appetite.grows);
            more(use.refaults, appetite.refaults);
            more(use.io, appetite.reads);
            use.cpu = use.cpu.value_or(0us)
                + Duration{static_cast<std::int64_t>(active * appetite.processors * 1e6)};
            sample.units.push_back(use);
        }
        for (const auto &[unit, bytes] : needs) {
            if (!needs_of.contains(unit))
                continue;
            sample.needs.push_back({unit, bytes, {}});
            if (const auto rate = come_back.find(unit); rate != come_back.end())
                sample.needs.back().came_back = m_came_back[unit] +=
                    static_cast<std::uint64_t>(seconds.count() * static_cast<double>(rate->second));
        }
        return sample;
    }

    static constexpr StallTotals nothing{.some = 0us, .full = 0us};
    GroupStalls m_system{nothing, nothing, nothing};
    GroupStalls m_ui{nothing, nothing, nothing};
    std::map<UnitId, UnitUse> m_uses;
    std::map<UnitId, std::uint64_t> m_came_back;
    int m_background = 0;
};

/// Memory is nearly exhausted, and the app in front stalls for it.
inline Load hanging()
{
    return {.ui_memory_some = 0.3,
            .system_memory_some = 0.3,
            .memory = {.total = 1000 * mib,
                       .available = 120 * mib,
                       .active_file = 80 * mib,
                       .swap_total = 0,
                       .swap_free = 0}};
}

/// Everything hangs, and no app grows.
inline Load full()
{
    Load load = hanging();
    load.ui_memory_some = load.system_memory_some = 0.9;
    load.ui_memory_full = load.system_memory_full = 0.7;
    return load;
}

/// A hidden hog with a process, on a machine that would freeze it. For tests of a single exemption.
class HiddenHog : public testing::Test {
protected:
    PressedDesk desk;
    App hog;

    explicit HiddenHog(const AppId &id) : hog(desk.background(id, {.grows = 80 * mib}))
    {
        hog.process = desk.process(hog.unit, "hog");
        desk.load = hanging();
    }

    /// Why it is exempt from pressure even at the worst level; nullopt if it isn't.
    [[nodiscard]] std::optional<std::string> why() const
    {
        return in_english(
            why_not_frozen(desk.session, desk.config, hog.unit, Level::Critical, desk.now));
    }
};

} // namespace headroom::seen

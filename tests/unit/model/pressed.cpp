// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

#include <format>

namespace headroom::seen {

PressedDesk::PressedDesk()
{
    const UnitId kwin = unit("session.slice/plasma-kwin_wayland.service");
    const ProcessId process = this->process(kwin, "kwin_wayland");
    happens(event::CompositorSeen{process});
    front = app("org.example.front");
    focus(front);
    turns();
    passes(1h); // what was in front before that was so long ago
}

App PressedDesk::background(const AppId &id, Appetite appetite)
{
    App app = starting(id, /*has_desktop_file=*/false);
    appetites[app.unit] = appetite;
    passes(15s); // it is no longer starting
    return app;
}

App PressedDesk::starting(const AppId &id, bool has_desktop_file)
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

Lines PressedDesk::goes_on(Duration time, Duration step)
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

Lines PressedDesk::acts_in(Duration time, Duration step)
{
    Lines all = goes_on(time, step);
    std::erase_if(all, [](const std::string &line) {
        return line.starts_with("level ") || line.starts_with("boost ");
    });
    return all;
}

void PressedDesk::look()
{
    for (const UnitId unit : to_inspect) {
        const auto before = session.inspections.find(unit);
        happens(before == session.inspections.end()
                    ? event::UnitInspected{unit, {}, true}
                    : event::UnitInspected{unit, before->second.duties, before->second.readable});
    }
}

PressureSample PressedDesk::sample(Duration step)
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
    const auto in_front = load.foreground_is_known ? std::optional{m_ui} : std::nullopt;
    PressureSample sample{.system = m_system,
                          .compositor = in_front,
                          .focused = in_front,
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

Load hanging()
{
    return {.ui_memory_some = 0.3,
            .system_memory_some = 0.3,
            .memory = {.total = 1000 * mib,
                       .available = 120 * mib,
                       .active_file = 80 * mib,
                       .swap_total = 0,
                       .swap_free = 0}};
}

Load full()
{
    Load load = hanging();
    load.ui_memory_some = load.system_memory_some = 0.9;
    load.ui_memory_full = load.system_memory_full = 0.7;
    return load;
}

} // namespace headroom::seen

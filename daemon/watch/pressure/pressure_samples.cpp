// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/kernel_text.h"
#include "sys/log.h"
#include "sys/read_again.h"
#include "watch/pressure/pressure.h"
#include "watch/pressure/unit_needs.h"
#include "watch/pressure/zram_use.h"

#include <algorithm>
#include <format>
#include <ranges>

namespace headroom {

void PressureWatch::sample_every(std::optional<Duration> period)
{
    if (period)
        period = std::max(*period, fastest);
    if (period == m_period)
        return;
    const bool begins = !m_period;
    m_period = period;
    const gint64 now = g_get_monotonic_time();
    if (!period) {
        m_timer.stop();
        forget_uses();
        quicken();
        log::info(std::format("looked at pressure {} times in {:.1f} s, at most {} ms late",
                              m_looks, static_cast<double>(now - m_began) / 1e6,
                              std::chrono::ceil<std::chrono::milliseconds>(m_worst).count()));
        return;
    }
    if (begins) {
        m_began = now;
        m_counters_read = 0;
        m_looks = 0;
        m_worst = {};
    }
    const gint64 earliest = m_looked + (begins ? fastest : *period).count();
    if (earliest > now)
        look_at(earliest);
    else
        look();
}

/// One timer for each look, set after the last look: a late look isn't followed by one that is too
/// soon.
void PressureWatch::look_at(gint64 monotonic_us)
{
    constexpr gint64 us_per_ms = 1000;
    const gint64 now = g_get_monotonic_time();
    const gint64 wait_ms = (std::max<gint64>(monotonic_us - now, 0) + us_per_ms - 1) / us_per_ms;
    m_due = now + wait_ms * us_per_ms;
    m_timer = Timer::once(static_cast<guint>(wait_ms), [this] {
        m_worst = std::max(m_worst, Duration{g_get_monotonic_time() - m_due});
        look();
    });
}

void PressureWatch::look()
{
    if (m_is_reading)
        return; // the read under way serves as this one
    ++m_looks;
    if (units_of_interest)
        look_at_units();
    else
        take_figures({});
}

void PressureWatch::take_figures(Figures figures)
{
    PressureSample sample = this->sample();
    sample.units = std::move(figures.units);
    sample.needs = std::move(figures.needs);
    if (sample.memory)
        sample.memory->compressed = sum_of(sample.memory->compressed, figures.zram);
    m_looked = g_get_monotonic_time();
    look_at(m_looked + m_period->count());
    m_emit(event::PressureSampled{std::move(sample)});
}

/// Runs in a thread. Opening a file of a cgroup waits for a change to that cgroup. The change waits
/// for the kernel's one lock for all cgroups. This took up to a second. The first look at
/// thousands of units also takes long.
void PressureWatch::look_at_units()
{
    const gint64 now = g_get_monotonic_time();
    const bool counters_too = now - m_counters_read >= between_counters.count();
    if (counters_too)
        m_counters_read = now;
    m_is_reading = true;
    off_the_loop<Figures>(
        m_end.get(), "[headroom] figures",
        [uses = m_uses, units = shared(m_dirs, units_of_interest()),
         needs_of = shared(m_dirs, m_needs_of), counters_too, sys_root = m_sys_root,
         all = std::exchange(m_all_again, false)] {
            return Figures{all ? uses->read(units, counters_too)
                               : uses->changes(units, counters_too),
                           read_needs(needs_of), read_zram_use(sys_root)};
        },
        [this, uses = std::weak_ptr{m_uses}](Figures figures) {
            if (uses.lock() != m_uses)
                return; // sampling has ended, or began anew
            m_is_reading = false;
            std::erase_if(figures.units,
                          [this](const UnitUse &use) { return !m_dirs.is_known(use.unit); });
            take_figures(std::move(figures));
        });
}

void PressureWatch::forget_uses()
{
    m_uses = std::make_shared<UnitUses>(m_dirs);
    m_is_reading = false;
}

PressureSample PressureWatch::sample() const
{
    PressureSample seen{.system = m_system ? m_system->read() : std::nullopt,
                        .compositor = stalls_of(m_compositor),
                        .focused = stalls_of(m_focused)};
    if (seen.focused)
        seen.focused_unit = *m_focused;
    FileRoom room;
    const auto text = read_again(m_meminfo.get(), room);
    seen.memory = text ? parse_meminfo(*text) : std::nullopt;
    if (seen.memory)
        seen.memory->compressed =
            parse_zswap_use(*text); // and zram's, which isn't read on the loop
    return seen;
}

std::optional<GroupStalls> PressureWatch::stalls_of(std::optional<UnitId> unit) const
{
    const auto followed = unit ? std::ranges::find(m_recent, *unit, &Recent::unit) : m_recent.end();
    return followed == m_recent.end() || !followed->group ? std::nullopt : followed->group->read();
}

} // namespace headroom

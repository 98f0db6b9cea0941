// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure.h"

#include "model/kernel_text.h"
#include "sys/log.h"
#include "sys/read_again.h"
#include "watch/pressure/unit_needs.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <format>

namespace headroom {

namespace {

const char *file_of(Resource resource)
{
    switch (resource) {
    case Resource::Cpu: return cgroup_file::cpu_pressure;
    case Resource::Io: return cgroup_file::io_pressure;
    case Resource::Memory: break;
    }
    return cgroup_file::memory_pressure;
}

Result<UniqueFd> open_path(const std::string &path, int flags)
{
    UniqueFd fd{open(path.c_str(), flags | O_CLOEXEC)};
    if (!fd)
        return system_error(errno, "opening " + path);
    return fd;
}

/// Those of the units that are still known, for a thread.
UnitDirs shared(const CgroupDirs &dirs, const std::ranges::range auto &units)
{
    UnitDirs found;
    for (const UnitId unit : units) {
        if (auto dir = dirs.share(unit))
            found.push_back(std::move(dir));
    }
    return found;
}

} // namespace

PressureWatch::PressureWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
    : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit)),
      m_uses(std::make_shared<UnitUses>(dirs))
{
}

Result<void> PressureWatch::start()
{
    if (auto meminfo = open_path(m_proc_root + "/meminfo", O_RDONLY))
        m_meminfo = std::move(*meminfo);
    auto system = std::make_unique<PressureGroup>(
        [this](Resource resource, int flags) {
            return open_path(std::format("{}/pressure/{}", m_proc_root, name_of(resource)), flags);
        },
        system_triggers,
        [this](Resource resource, Duration stalled) {
            m_emit(event::StallSeen{UnitId{}, resource, stalled});
        });
    if (!system->read())
        return error(ErrorKind::Unavailable, "the kernel reports no pressure (PSI)");
    m_system = std::move(system);
    m_system->listen();
    warn_without_trigger("the system", m_system->refusal());
    return {};
}

void PressureWatch::follow(std::optional<UnitId> focused, std::optional<UnitId> compositor)
{
    if (!m_system || (focused == m_focused && compositor == m_compositor))
        return;
    m_focused = focused;
    m_compositor = compositor;
    for (const auto &unit : {compositor, focused}) {
        if (unit)
            bring_forward(*unit);
    }
    for (const Recent &recent : m_recent)
        listen_or_ignore(recent);
    if (m_recent.size() > kept_units)
        m_recent.resize(kept_units);
}

std::map<Resource, StallAverages> PressureWatch::followed_averages() const
{
    std::map<Resource, StallAverages> highest;
    for (const Recent &recent : m_recent) {
        if (!recent.group || (recent.unit != m_focused && recent.unit != m_compositor))
            continue;
        for (const auto &[resource, of] : recent.group->averages()) {
            StallAverages &known = highest[resource];
            // nullopt compares as less
            known = {.ten = std::max(known.ten, of.ten),
                     .sixty = std::max(known.sixty, of.sixty),
                     .three_hundred = std::max(known.three_hundred, of.three_hundred)};
        }
    }
    return highest;
}

void PressureWatch::bring_forward(UnitId unit)
{
    if (const auto known = std::ranges::find(m_recent, unit, &Recent::unit);
        known != m_recent.end()) {
        m_recent.splice(m_recent.begin(), m_recent, known);
        return;
    }
    if (auto dir = m_dirs.share(unit)) {
        m_recent.push_front({unit, nullptr});
        open_group(std::move(dir));
    }
}

/// In a thread: arming a trigger takes the kernel's lock for changes to any cgroup, three times a
/// unit. And a unit gets the focus right after it was started, often along with others.
void PressureWatch::open_group(std::shared_ptr<const CgroupDir> dir)
{
    const UnitId unit = dir->id();
    PressureGroup::OnStall on_stall = [this, unit](Resource resource, Duration stalled) {
        m_emit(event::StallSeen{unit, resource, stalled});
    };
    off_the_loop<std::unique_ptr<PressureGroup>>(
        m_end.get(), "[headroom] triggers",
        [dir, on_stall = std::move(on_stall)]() mutable {
            const auto open = [&dir](Resource resource, int flags) {
                return dir->open_file(file_of(resource), flags);
            };
            return std::make_unique<PressureGroup>(open, unit_triggers, std::move(on_stall));
        },
        [this, unit, path = dir->path()](std::unique_ptr<PressureGroup> group) {
            const auto followed = std::ranges::find(m_recent, unit, &Recent::unit);
            if (followed == m_recent.end() || followed->group)
                return; // no longer followed, or opened twice
            followed->group = std::move(group);
            warn_without_trigger(path, followed->group->refusal());
            listen_or_ignore(*followed);
        });
}

void PressureWatch::listen_or_ignore(const Recent &recent) const
{
    if (!recent.group)
        return; // still being opened
    if (recent.unit == m_focused || recent.unit == m_compositor)
        recent.group->listen();
    else
        recent.group->ignore();
}

bool PressureWatch::is_following() const
{
    return std::ranges::all_of(m_recent,
                               [](const Recent &recent) { return recent.group != nullptr; });
}

void PressureWatch::forget(UnitId unit)
{
    std::erase_if(m_recent, [unit](const Recent &recent) { return recent.unit == unit; });
}

/// Logs each reason once. It holds for the next unit, too, and the focus moves often.
void PressureWatch::warn_without_trigger(const std::string &whose,
                                         const std::optional<Error> &refusal)
{
    if (refusal && m_logged.insert(refusal->code).second)
        log::info(std::format(
            "stalls of {} are noticed only while sampling, since the kernel does not wake us: {}",
            whose, refusal->sentence));
}

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
        return; // the one under way counts as this one
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
    m_looked = g_get_monotonic_time();
    look_at(m_looked + m_period->count());
    m_emit(event::PressureSampled{std::move(sample)});
}

/// In a thread: opening a file of a cgroup waits for whatever changes that cgroup, which waits for
/// the kernel's one lock for changes to any of them. A second was seen. And the first look at
/// thousands of units takes long.
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
         needs_of = shared(m_dirs, m_needs_of), counters_too,
         all = std::exchange(m_all_again, false)] {
            return Figures{all ? uses->read(units, counters_too)
                               : uses->changes(units, counters_too),
                           read_needs(needs_of)};
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
    if (const auto text = read_again(m_meminfo.get(), room))
        seen.memory = parse_meminfo(*text);
    return seen;
}

std::optional<GroupStalls> PressureWatch::stalls_of(std::optional<UnitId> unit) const
{
    const auto followed = unit ? std::ranges::find(m_recent, *unit, &Recent::unit) : m_recent.end();
    return followed == m_recent.end() || !followed->group ? std::nullopt : followed->group->read();
}

} // namespace headroom

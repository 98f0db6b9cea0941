// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure.h"

#include "model/kernel_text.h"
#include "sys/log.h"
#include "sys/read_again.h"

#include <algorithm>
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
        return system_error("opening " + path);
    return fd;
}

} // namespace

PressureWatch::PressureWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
    : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit)), m_uses(dirs)
{
}

Result<void> PressureWatch::start()
{
    if (auto meminfo = open_path(m_proc_root + "/meminfo", O_RDONLY))
        m_meminfo = std::move(*meminfo);
    auto system = std::make_unique<PressureGroup>(
        [this](Resource resource, int flags) { return open_path(std::format("{}/pressure/{}", m_proc_root, name_of(resource)), flags); }, system_triggers,
        [this](Resource resource, Duration stalled) { m_emit(event::StallSeen{UnitId{}, resource, stalled}); });
    if (!system->read())
        return error(ErrorKind::Unavailable, "the kernel gives no pressure figures (PSI)");
    m_system = std::move(system);
    m_system->listen();
    tell_deaf("the system", m_system->refusal());
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
    for (const Recent &recent : m_recent) {
        if (recent.unit == focused || recent.unit == compositor)
            recent.group->listen();
        else
            recent.group->ignore();
    }
    if (m_recent.size() > kept_units)
        m_recent.resize(kept_units);
}

void PressureWatch::bring_forward(UnitId unit)
{
    if (const auto known = std::ranges::find(m_recent, unit, &Recent::unit); known != m_recent.end()) {
        m_recent.splice(m_recent.begin(), m_recent, known);
        return;
    }
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir)
        return;
    m_recent.push_front(
        {unit,
         std::make_unique<PressureGroup>([dir](Resource resource, int flags) { return dir->open_file(file_of(resource), flags); }, unit_triggers,
                                         [this, unit](Resource resource, Duration stalled) { m_emit(event::StallSeen{unit, resource, stalled}); })});
    tell_deaf(dir->path(), m_recent.front().group->refusal());
}

void PressureWatch::forget(UnitId unit)
{
    std::erase_if(m_recent, [unit](const Recent &recent) { return recent.unit == unit; });
    m_uses.forget(unit);
}

/// Once for each reason: where one unit can't wake us, the next one can't either, and focus moves often.
void PressureWatch::tell_deaf(const std::string &whose, const std::optional<Error> &refusal)
{
    if (refusal && m_told.insert(refusal->code).second)
        log::info(std::format("stalls of {} are seen only while looking, since the kernel does not wake us: {}", whose, refusal->sentence));
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
        m_timer.reset();
        m_uses.clear();
        log::info(std::format("looked at pressure {} times in {:.1f} s, at most {} ms late", m_looks, static_cast<double>(now - m_began) / 1e6,
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

/// One timer a look, set after the look before: a late one is not followed by one that comes too soon.
void PressureWatch::look_at(gint64 monotonic_us)
{
    constexpr gint64 us_per_ms = 1000;
    const gint64 now = g_get_monotonic_time();
    const gint64 wait_ms = (std::max<gint64>(monotonic_us - now, 0) + us_per_ms - 1) / us_per_ms;
    m_due = now + wait_ms * us_per_ms;
    m_timer = SourceId{g_timeout_add(
        static_cast<guint>(wait_ms),
        [](gpointer data) -> gboolean {
            auto *self = static_cast<PressureWatch *>(data);
            self->m_timer.forget();
            self->m_worst = std::max(self->m_worst, Duration{g_get_monotonic_time() - self->m_due});
            self->look();
            return G_SOURCE_REMOVE;
        },
        this)};
}

void PressureWatch::look()
{
    m_looked = g_get_monotonic_time();
    ++m_looks;
    const bool counters_too = m_looked - m_counters_read >= between_counters.count();
    if (counters_too)
        m_counters_read = m_looked;
    PressureSample seen = sample(counters_too);
    look_at(g_get_monotonic_time() + m_period->count());
    m_emit(event::PressureSampled{std::move(seen)});
}

PressureSample PressureWatch::sample(bool counters_too)
{
    PressureSample seen{.system = m_system ? m_system->read() : std::nullopt, .compositor = stalls_of(m_compositor), .focused = stalls_of(m_focused)};
    if (seen.focused)
        seen.focused_unit = *m_focused;
    FileRoom room;
    if (const auto text = read_again(m_meminfo.get(), room))
        seen.memory = parse_meminfo(*text);
    if (units_of_interest)
        seen.units = m_uses.changes(units_of_interest(), counters_too);
    return seen;
}

std::optional<GroupStalls> PressureWatch::stalls_of(std::optional<UnitId> unit) const
{
    const auto followed = unit ? std::ranges::find(m_recent, *unit, &Recent::unit) : m_recent.end();
    return followed == m_recent.end() ? std::nullopt : followed->group->read();
}

} // namespace headroom

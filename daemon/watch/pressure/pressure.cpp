// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure.h"

#include "sys/log.h"

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

} // namespace

PressureWatch::PressureWatch(const CgroupDirs &dirs, std::string proc_root, std::string sys_root,
                             Emit emit)
    : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_sys_root(std::move(sys_root)),
      m_emit(std::move(emit)), m_uses(std::make_shared<UnitUses>(dirs))
{
}

void PressureWatch::use_broker(std::string socket, std::string manager_path)
{
    m_broker_socket = std::move(socket);
    m_manager_path = std::move(manager_path);
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
    quicken();
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
            quicken();
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

/// Logs each reason once: it also applies to the next unit, and the focus moves often.
void PressureWatch::warn_without_trigger(const std::string &whose,
                                         const std::optional<Error> &refusal)
{
    if (refusal && m_logged.insert(refusal->code).second)
        log::info(std::format(
            "stalls of {} are noticed only while sampling, since the kernel does not wake us: {}",
            whose, refusal->sentence));
}

/// If there are no fast triggers for the machine, there is no broker, or it refuses this user.
void PressureWatch::quicken()
{
    if (m_broker_socket.empty() || !m_system)
        return;
    if (!m_system->is_fast())
        return request_fast(UnitId{}, "", system_triggers);
    for (const Recent &recent : m_recent) {
        const auto dir = m_dirs.share(recent.unit);
        const std::string below = m_manager_path + "/";
        if (recent.group && !recent.group->is_fast() && dir && dir->path().starts_with(below))
            request_fast(recent.unit, dir->path().substr(below.size()), unit_triggers);
    }
}

void PressureWatch::request_fast(UnitId unit, const std::string &cgroup,
                                 std::span<const StallTrigger> triggers)
{
    if (!m_requested.insert(unit).second)
        return;
    off_the_loop<Result<FastTriggers>>(
        m_end.get(), "[headroom] broker",
        [socket = m_broker_socket, cgroup, triggers] {
            return FastTriggers::request(socket, cgroup, triggers);
        },
        [this, unit](Result<FastTriggers> fast) { take_fast(unit, std::move(fast)); });
}

void PressureWatch::take_fast(UnitId unit, Result<FastTriggers> fast)
{
    m_requested.erase(unit);
    if (unit == UnitId{}) {
        if (fast)
            m_system->quicken(std::move(*fast), [this] {
                report_speed(error(ErrorKind::Unavailable, "headroom-broker has ended"));
            });
        report_speed(fast ? Result<void>{} : std::unexpected(fast.error()));
        if (fast)
            quicken();
        return;
    }
    const auto followed = std::ranges::find(m_recent, unit, &Recent::unit);
    if (fast && followed != m_recent.end() && followed->group)
        followed->group->quicken(std::move(*fast), {});
}

void PressureWatch::report_speed(const Result<void> &fast)
{
    std::string sentence = fast ? "" : fast.error().sentence;
    if (on_speed && m_no_fast != sentence)
        on_speed(m_system->refusal(), fast);
    m_no_fast = std::move(sentence);
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure_group.h"

#include "model/kernel_text.h"
#include "sys/close_elsewhere.h"
#include "sys/read_again.h"

#include <algorithm>
#include <fcntl.h>
#include <glib-unix.h>

namespace headroom {

PressureGroup::PressureGroup(const Open &open, std::span<const StallTrigger> triggers,
                             OnStall on_stall)
    : m_on_stall(std::move(on_stall))
{
    constexpr std::array resources{Resource::Cpu, Resource::Io, Resource::Memory};
    for (std::size_t i = 0; i < resources.size(); ++i) {
        m_files[i].group = this;
        m_files[i].resource = resources[i];
        this->open(m_files[i], open, triggers);
    }
}

PressureGroup::~PressureGroup()
{
    ignore();
    std::vector<UniqueFd> armed;
    for (File &file : m_files) {
        if (file.is_armed)
            armed.push_back(std::move(file.fd));
    }
    if (!armed.empty())
        close_elsewhere(std::move(armed));
}

void PressureGroup::open(File &file, const Open &open, std::span<const StallTrigger> triggers)
{
    const auto trigger = std::ranges::find(triggers, file.resource, &StallTrigger::resource);
    if (trigger != triggers.end()) {
        file.trigger = *trigger;
        auto fd = open(file.resource, O_RDWR);
        const auto armed =
            fd ? arm(fd->get(), *trigger) : Result<void>{std::unexpected(fd.error())};
        file.is_armed = armed.has_value();
        if (!armed)
            m_refusal = armed.error();
        if (fd) {
            file.fd = std::move(*fd);
            return;
        }
    }
    // A unit in session-N.scope belongs to root: it can be read, but has no trigger.
    if (auto fd = open(file.resource, O_RDONLY))
        file.fd = std::move(*fd);
}

std::optional<GroupStalls> PressureGroup::read() const
{
    GroupStalls stalls;
    bool is_reported = false;
    for (const File &file : m_files) {
        FileRoom room;
        const auto text = read_again(file.fd.get(), room);
        if (!text)
            continue;
        const StallTotals totals = parse_stall_totals(*text);
        is_reported = is_reported || totals.some || totals.full;
        switch (file.resource) {
        case Resource::Cpu: stalls.cpu = totals; break;
        case Resource::Io: stalls.io = totals; break;
        case Resource::Memory: stalls.memory = totals; break;
        }
    }
    return is_reported ? std::optional{stalls} : std::nullopt;
}

std::map<Resource, StallAverages> PressureGroup::averages() const
{
    std::map<Resource, StallAverages> found;
    for (const File &file : m_files) {
        FileRoom room;
        if (const auto text = read_again(file.fd.get(), room))
            found.emplace(file.resource, parse_some_averages(*text));
    }
    return found;
}

void PressureGroup::quicken(FastTriggers fast, std::function<void()> on_lost)
{
    m_broker_source.reset();
    m_broker = std::move(fast.connection);
    m_on_lost = std::move(on_lost);
    for (File &file : m_files) {
        file.fast_source.reset();
        file.fast = std::move(fast.fired.at(static_cast<std::size_t>(file.resource)));
    }
    if (m_is_listening)
        listen();
}

void PressureGroup::listen()
{
    m_is_listening = true;
    for (File &file : m_files)
        listen(file);
    if (!m_broker || m_broker_source)
        return;
    // Nothing is sent to us unasked, so only the end of the connection wakes us.
    m_broker_source = SourceId{g_unix_fd_add(
        m_broker.get(), static_cast<GIOCondition>(G_IO_HUP | G_IO_ERR),
        [](int, GIOCondition, gpointer self) -> gboolean {
            static_cast<PressureGroup *>(self)->lose_fast();
            return G_SOURCE_REMOVE;
        },
        this)};
}

void PressureGroup::listen(File &file)
{
    if (!file.source && !file.fast_source)
        file.accepted = total(file);
    if (file.is_armed && !file.source)
        file.source = SourceId{g_unix_fd_add(
            file.fd.get(), G_IO_PRI,
            [](int, GIOCondition condition, gpointer data) -> gboolean {
                return fired(*static_cast<File *>(data), condition);
            },
            &file)};
    if (file.fast && !file.fast_source)
        file.fast_source = SourceId{g_unix_fd_add(
            file.fast.get(), G_IO_IN,
            [](int, GIOCondition, gpointer data) -> gboolean {
                return fired_fast(*static_cast<File *>(data));
            },
            &file)};
}

void PressureGroup::ignore()
{
    m_is_listening = false;
    m_broker_source.reset();
    for (File &file : m_files) {
        file.source.reset();
        file.fast_source.reset();
    }
}

std::optional<Duration> PressureGroup::total(const File &file)
{
    FileRoom room;
    const auto text = read_again(file.fd.get(), room);
    const StallTotals totals = text ? parse_stall_totals(*text) : StallTotals{};
    return file.trigger && file.trigger->kind == StallKind::Full ? totals.full : totals.some;
}

bool PressureGroup::fired(File &file, unsigned condition)
{
    if ((condition & (G_IO_ERR | G_IO_HUP | G_IO_NVAL)) != 0) {
        // The cgroup is gone, and poll() would return immediately for ever.
        file.source.forget();
        return G_SOURCE_REMOVE;
    }
    look(file);
    return G_SOURCE_CONTINUE;
}

bool PressureGroup::fired_fast(File &file)
{
    if (!take_event(file.fast.get())) {
        file.fast_source.forget();
        return G_SOURCE_REMOVE;
    }
    look(file);
    return G_SOURCE_CONTINUE;
}

/// Both triggers report the same stall. Whichever is first counts.
void PressureGroup::look(File &file)
{
    const auto now = total(file);
    if (const auto stalled = stalled_since(file.accepted, now, file.trigger->threshold)) {
        file.accepted = now;
        file.group->m_on_stall(file.resource, *stalled);
    }
}

void PressureGroup::lose_fast()
{
    m_broker_source.forget();
    m_broker.reset();
    for (File &file : m_files) {
        file.fast_source.reset();
        file.fast.reset();
    }
    const auto report = m_on_lost; // the callback may destroy us
    if (report)
        report();
}

} // namespace headroom

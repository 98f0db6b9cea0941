// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/stream_owners.h"

#include <algorithm>
#include <format>
#include <utility>
#include <vector>

namespace headroom {

namespace {

/// A game opens and closes streams all the time, and each search reads all processes.
constexpr gint64 shortest_pause_us = 500'000;
/// So many times as long as the search: it takes a fifth of a processor at most.
constexpr gint64 pause_factor = 4;

Result<std::int32_t> only_one(const ProcessTable &table, const SandboxedClient &client,
                              const std::vector<std::int32_t> &found)
{
    if (found.empty())
        return error(ErrorKind::Refused,
                     std::format("process {} isn't {}", client.pid, client.program));
    std::set<std::string> cgroups;
    for (const std::int32_t pid : found)
        cgroups.insert(table.cgroup(pid).value_or(""));
    if (cgroups.size() > 1)
        return error(ErrorKind::Refused,
                     std::format("more than one sandbox has a {} as its process {}", client.program,
                                 client.pid));
    return found.front();
}

} // namespace

ClientProcesses find_clients(const ProcessTable &table, const std::set<SandboxedClient> &clients)
{
    std::set<std::string> programs;
    for (const SandboxedClient &client : clients)
        programs.insert(client.program);
    std::map<SandboxedClient, std::vector<std::int32_t>> processes;
    for (InnerProcess &each : table.in_pid_namespaces(programs))
        processes[{each.inner, std::move(each.program)}].push_back(each.pid);
    ClientProcesses found;
    for (const SandboxedClient &client : clients)
        found.emplace(client, only_one(table, client, processes[client]));
    return found;
}

bool StreamOwners::find(const SandboxedClient &client)
{
    if (m_sought.contains(client))
        return true;
    if (m_wanted.size() >= most_waiting && !m_wanted.contains(client))
        return false;
    m_wanted.insert(client);
    if (!m_searching && !m_pause)
        search();
    return true;
}

void StreamOwners::search()
{
    struct Answer {
        ClientProcesses found;
        gint64 took_us;
    };
    m_searching = true;
    m_sought = std::exchange(m_wanted, {});
    off_the_loop<Answer>(
        m_errands.get(), "headroom-stream",
        [table = m_table, clients = m_sought] {
            const gint64 began = g_get_monotonic_time();
            auto found = find_clients(table, clients);
            return Answer{std::move(found), g_get_monotonic_time() - began};
        },
        [this](const Answer &answer) { searched(answer.found, answer.took_us); });
}

void StreamOwners::searched(const ClientProcesses &found, gint64 took_us)
{
    m_searching = false;
    m_sought.clear();
    const gint64 pause_us = std::max(shortest_pause_us, pause_factor * took_us);
    m_pause = Timer::once(static_cast<guint>(pause_us / 1000), [this] {
        if (!m_wanted.empty())
            search();
    });
    m_searched(found);
}

} // namespace headroom

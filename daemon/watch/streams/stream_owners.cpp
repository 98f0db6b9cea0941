// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/stream_owners.h"

#include <format>
#include <set>
#include <utility>

namespace headroom {

namespace {

/// A game opens and closes streams all the time, and each search reads all processes.
constexpr guint pause_ms = 500;

} // namespace

Result<std::int32_t> find_client(const ProcessTable &table, const SandboxedClient &client)
{
    const auto found = table.find_by_inner_pid(client.pid, client.program);
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

void StreamOwners::find(const SandboxedClient &client, Found found)
{
    m_wanted[client].push_back(std::move(found));
    if (!m_searching && !m_pause)
        search();
}

void StreamOwners::search()
{
    std::vector<SandboxedClient> clients;
    for (const auto &[client, waiting] : m_wanted)
        clients.push_back(client);
    m_searching = true;
    off_the_loop<Answers>(
        m_errands.get(), "headroom-stream",
        [table = m_table, clients = std::move(clients)] {
            Answers answers;
            for (const SandboxedClient &client : clients)
                answers.emplace_back(client, find_client(table, client));
            return answers;
        },
        [this](const Answers &answers) { searched(answers); });
}

void StreamOwners::searched(const Answers &answers)
{
    m_searching = false;
    m_pause = Timer::once(pause_ms, [this] {
        if (!m_wanted.empty())
            search();
    });
    for (const auto &[client, pid] : answers) {
        const auto waiting = m_wanted.extract(client);
        for (const Found &found : waiting.mapped())
            found(pid);
    }
}

} // namespace headroom

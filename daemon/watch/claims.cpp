// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/claims.h"

#include "sys/bus_questions.h"
#include "sys/log.h"
#include "watch/asked_service.h"

#include <format>
#include <set>

namespace headroom {

namespace {

constexpr std::size_t most_claims = 256; ///< of one source

} // namespace

Claims::Claims(std::string source, GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_source(std::move(source)), m_bus(bus), m_processes(processes), m_emit(std::move(emit))
{
}

Claims::~Claims()
{
    g_cancellable_cancel(m_end.get());
}

void Claims::are(const std::vector<Claim> &all)
{
    std::set<std::string> keys;
    for (const Claim &claim : all)
        keys.insert(claim.key);
    keep_only(keys);
    for (const Claim &claim : all)
        add(claim);
}

void Claims::keep_only(const std::set<std::string> &keys)
{
    std::vector<std::string> gone;
    for (const auto &[key, known] : m_known) {
        if (!keys.contains(key))
            gone.push_back(key);
    }
    for (const std::string &key : gone)
        remove(key);
}

void Claims::add(const Claim &claim)
{
    if (m_known.contains(claim.key) || m_known.size() >= most_claims)
        return;
    Known &known = m_known[claim.key];
    known.claim = claim;
    if (!claim.peer.empty()) {
        known.number = ++m_questions;
        ask(claim);
    } else {
        tell(claim.key, claim, claim.pid);
    }
}

void Claims::remove(const std::string &key)
{
    if (m_known.erase(key) > 0)
        m_emit(event::DutyGone{id(key)});
}

void Claims::ask(const Claim &claim)
{
    ask_pid_of(m_bus, claim.peer.c_str(), duty_answer_ms, m_end.get(), [this, key = claim.key, number = m_questions](Result<std::int32_t> pid) {
        const auto known = m_known.find(key);
        if (known != m_known.end() && known->second.number == number)
            tell(key, known->second.claim, pid.value_or(0));
    });
}

void Claims::tell(const std::string &key, const Claim &claim, std::int32_t pid)
{
    Duty duty{.id = id(key), .kind = claim.kind, .process = {}, .app_name = claim.app_name, .detail = claim.detail};
    if (const auto process = pid > 0 ? m_processes.look(pid) : Result<ProcessId>{error(ErrorKind::BadInput, "no process was told")})
        duty.process = *process;
    else if (claim.app_name.empty())
        return log::info(std::format("whose {} is can't be told: {}", duty.id, process.error().sentence));
    m_emit(event::DutySeen{std::move(duty)});
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/retries.h"
#include "sys/systemd_client.h"
#include "sys/timer.h"
#include "watch/emit.h"

#include <deque>
#include <map>
#include <set>
#include <string>

namespace headroom {

/// Requests a unit's names, desktop file, main process and commands from systemd: for a service
/// that is an app, and once a process of interest was found in a unit. Requesting them for all
/// units at the start would take long in a large session. A few are requested at a time, and those
/// that are not answered again later.
class UnitFacts {
public:
    UnitFacts(const SystemdClient &systemd, Emit emit) : m_systemd(systemd), m_emit(std::move(emit))
    {
    }

    UnitFacts(const UnitFacts &) = delete;
    UnitFacts &operator=(const UnitFacts &) = delete;

    void request(UnitId unit, const std::string &unit_path);
    /// The same, unless systemd has yet to answer an earlier request.
    void request_unless_pending(UnitId unit, const std::string &unit_path);

private:
    struct Unit {
        UnitId id;
        std::string path;
        std::string name;
    };

    void request_next();
    void answered(const Unit &unit, const Result<VariantPtr> &answer);
    void request_again();

    const SystemdClient &m_systemd;
    Emit m_emit;
    std::set<UnitId> m_pending;
    std::deque<Unit> m_waiting; ///< until others are answered
    int m_under_way = 0;
    std::map<UnitId, std::string> m_unanswered; ///< their paths
    Retries m_retries;
    Timer m_retry;
};

} // namespace headroom

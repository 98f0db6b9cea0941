// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/systemd_client.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// Requests a unit's names, desktop file and main process from systemd, once a process of interest
/// was found in it. Requesting them for all units at the start would take long in a large session.
class UnitFacts {
public:
    UnitFacts(const SystemdClient &systemd, Emit emit) : m_systemd(systemd), m_emit(std::move(emit))
    {
    }

    void request(UnitId unit, const std::string &unit_path);

private:
    const SystemdClient &m_systemd;
    Emit m_emit;
};

} // namespace headroom

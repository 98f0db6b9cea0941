// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/systemd_client.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// Asks systemd who a unit is (names, desktop file, main process) once a process of interest was found in it. Asking for all units at once
/// would make the start as slow as the session is large.
class UnitFacts {
public:
    UnitFacts(const SystemdClient &systemd, Emit emit) : m_systemd(systemd), m_emit(std::move(emit))
    {
    }

    void ask(UnitId unit, const std::string &unit_path);

private:
    const SystemdClient &m_systemd;
    Emit m_emit;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/systemd_client.h"

#include <string>

namespace headroom {

/// Asks an app to quit: SIGTERM to all of its processes, as at logout, and nothing after it. Why not StopUnit: that ends in SIGKILL for whoever
/// asks about unsaved work for longer than the time-out.
class Closer {
public:
    Closer(const SystemdClient &systemd, Report report) : m_systemd(systemd), m_report(std::move(report)) {}

    void close(UnitId unit, const std::string &name) const;

private:
    const SystemdClient &m_systemd;
    Report m_report;
};

} // namespace headroom

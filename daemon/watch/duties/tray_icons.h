// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/service_query.h"
#include "sys/timer.h"
#include "watch/duties/claims.h"

#include <gio/gio.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// The icons that the tray's watcher lists, as duties. They outlive the watcher: GNOME's extension
/// for icons leaves the bus while the screen is locked. An app whose only part is an icon would
/// then have nothing to show that it is in use.
class TrayIcons {
public:
    /// All of these must outlive it.
    TrayIcons(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~TrayIcons();
    TrayIcons(const TrayIcons &) = delete;
    TrayIcons &operator=(const TrayIcons &) = delete;

private:
    class Peer;

    void take(GVariant *answer);
    void keep();
    void settle();

    GDBusConnection *m_bus;
    Claims m_claims;
    std::vector<Claim> m_listed; ///< by the last answer
    /// By the keys of their icons: those that were listed when the watcher left the bus.
    std::map<std::string, std::unique_ptr<Peer>> m_kept;
    Timer m_settling;
    ServiceQuery m_watcher;
};

} // namespace headroom

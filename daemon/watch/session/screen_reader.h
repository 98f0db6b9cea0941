// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/name_watch.h"
#include "sys/service_query.h"
#include "watch/emit.h"

#include <gio/gio.h>
#include <memory>
#include <string>

namespace headroom {

/// Reports whether a screen reader runs: by the status of the accessibility bus (AT-SPI), which is
/// a service of the session bus, or by the name that Orca owns there. Neither service is started.
/// https://gitlab.gnome.org/GNOME/at-spi2-core/-/blob/main/bus/README.md
class ScreenReaderWatch {
public:
    /// The arguments outlive it.
    ScreenReaderWatch(GDBusConnection *bus, BusPeers &peers, Emit emit);
    ScreenReaderWatch(const ScreenReaderWatch &) = delete;
    ScreenReaderWatch &operator=(const ScreenReaderWatch &) = delete;

private:
    void launcher_changed(const std::string &owner);
    void take_status(GVariant *status);
    void orca_changed(bool is_there);
    void report();

    GDBusConnection *m_bus;
    Emit m_emit;
    /// The unique name of the owner of org.a11y.Bus; empty: none. Only its answers count, so no
    /// later owner of that name takes its place.
    std::string m_launcher;
    std::unique_ptr<ServiceQuery> m_status; ///< has a pointer to the name
    bool m_is_announced = false; ///< by that status
    bool m_orca_is_there = false;
    bool m_reported = false;
    NameWatch m_launcher_watch;
    NameWatch m_orca_watch;
};

} // namespace headroom

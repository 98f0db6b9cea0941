// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/service_query.h"
#include "watch/duties/claims.h"
#include "watch/duties/launcher_progress.h"
#include "watch/duties/media_players.h"
#include "watch/duties/served_names.h"
#include "watch/duties/tray_icons.h"

#include <deque>
#include <memory>

namespace headroom {

/// All sources of duties on the buses: what apps are in the middle of, though they may be neither
/// visible nor audible.
class DutyWatch {
public:
    DutyWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~DutyWatch();
    DutyWatch(const DutyWatch &) = delete;
    DutyWatch &operator=(const DutyWatch &) = delete;

private:
    /// How to ask a service for the duties that it lists.
    struct Listed {
        const char *word; ///< see Claims
        Query query;
        std::vector<Claim> (*read)(GVariant *);
    };
    /// Such a service, and its last list.
    struct Source {
        Source(Listed listed, GDBusConnection *bus, ProcessWatch &processes, Emit emit)
            : claims(listed.word, bus, processes, std::move(emit)),
              service(bus, std::move(listed.query), [this, read = listed.read](GVariant *answer) {
                  claims.set_all(read(answer));
              })
        {
        }
        Claims claims;
        ServiceQuery service;
    };

    void watch_logind();
    void take_gnome_inhibitors(GVariant *paths);
    void ask_gnome(const std::string &path);

    GDBusConnection *m_bus;
    ProcessWatch &m_processes;
    Emit m_emit;
    MediaPlayers m_media;
    LauncherProgress m_progress;
    ServedNames m_served_names;
    TrayIcons m_tray;
    ObjectPtr<GDBusConnection> m_system_bus; ///< outlives the source that uses it
    std::deque<Source> m_sources; ///< a deque, since sources hold pointers to themselves
    Claims m_gnome_claims;
    ServiceQuery m_gnome;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom

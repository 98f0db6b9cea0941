// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/duties/claims.h"

#include <map>

namespace headroom {

/// MPRIS players that report that they play, or are paused after that. Each is asked once, when it
/// has just come to the bus and so is awake; after that its signals are enough.
class MediaPlayers {
public:
    MediaPlayers(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~MediaPlayers();
    MediaPlayers(const MediaPlayers &) = delete;
    MediaPlayers &operator=(const MediaPlayers &) = delete;

private:
    void list_names();
    void ask_owner(const std::string &name);
    void owner_changed(const char *name, const char *owner);
    [[nodiscard]] bool is_player(const std::string &owner) const;
    void ask(const std::string &owner);
    void status_changed(const std::string &owner, const char *status);

    GDBusConnection *m_bus;
    Claims m_claims;
    std::map<std::string, std::string, std::less<>> m_owners; ///< by well-known name
    guint m_subscriptions[2]{};
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom

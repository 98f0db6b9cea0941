// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/duties/claims.h"

#include <map>
#include <set>

namespace headroom {

/// Progress that apps show on their icon in the panel (com.canonical.Unity.LauncherEntry): a
/// download, a copy. It lasts until the app hides it or leaves the bus.
class LauncherProgress {
public:
    LauncherProgress(GDBusConnection *bus, ProcessWatch &processes, Emit emit);
    ~LauncherProgress();
    LauncherProgress(const LauncherProgress &) = delete;
    LauncherProgress &operator=(const LauncherProgress &) = delete;

private:
    struct Sender {
        guint watch = 0;
        std::set<std::string> keys; ///< of what it shows; never empty
    };

    void updated(const std::string &sender, GVariant *parameters);
    void add_progress(const std::string &sender, const std::string &uri);
    void remove_progress(const std::string &sender, const std::string &uri);
    bool forget(const std::string &sender, const std::string &uri);
    void sender_gone(const std::string &sender);

    GDBusConnection *m_bus;
    Claims m_claims;
    std::map<std::string, Sender> m_senders;
    guint m_subscription = 0;
};

} // namespace headroom

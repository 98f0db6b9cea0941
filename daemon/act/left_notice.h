// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <gio/gio.h>
#include <string>

namespace headroom {

/// Which notification of ours the desktop shows, as a file in $XDG_RUNTIME_DIR/headroom/ that
/// outlives us: "BUS SERVER ID". Otherwise it would stay after a crash, with buttons that do
/// nothing, since it doesn't expire.
class LeftNotice {
public:
    LeftNotice(GDBusConnection *bus, std::string directory);

    /// Closes the one that an earlier daemon has left, if the same server of notifications still
    /// runs. The next server counts ids from the beginning: the old one would be another program's.
    void close();
    /// server: its unique name.
    void keep(const std::string &server, guint32 id);
    void forget();

private:
    GDBusConnection *m_bus; // outlives us
    std::string m_directory;
    std::string m_left; ///< what the file had when we started
    std::string m_kept; ///< what we have written; empty: nothing
};

} // namespace headroom

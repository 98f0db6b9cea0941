// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/screen_reader_waits.h"

#include "model/desktop_entry.h"

namespace headroom {

namespace {

/// Toolkits stay connected to the accessibility bus until the program ends. So an app counts that
/// has no window any more, and one that may have a window that isn't known. What is left is a build
/// in a terminal's tab, a backup or an indexer.
bool may_be_asked(const Session &session, const AppId &app)
{
    return !session.visibility_known || session.has_windows(app)
        || session.owners()->shell_windows.contains(app) || session.windows_closed.contains(app)
        || shows_windows(session, app);
}

} // namespace

std::optional<Sentence> screen_reader_waits(const Session &session, const AppId &app)
{
    return session.screen_reader && may_be_asked(session, app)
        ? std::optional{say("why an application is exempt",
                            "a screen reader is running, and would have to wait for {}",
                            session.name_of(app))}
        : std::nullopt;
}

} // namespace headroom

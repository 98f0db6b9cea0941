// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/emit.h"

#include <functional>
#include <set>

namespace headroom {

/// Reads an app's desktop file: the name and icon that users know, and what kind of program it is.
/// Without a desktop file, the id is the name. The file may be on a sleeping disk or an unreachable
/// network: never call this in the main loop.
[[nodiscard]] event::AppDescribed read_desktop_file(const AppId &app);

/// Whether a bus name is an application's, that is, also the name of a desktop file (Desktop Entry
/// Specification, "D-Bus Activation"). Services with such a file set NoDisplay. Never call this in
/// the main loop.
[[nodiscard]] bool is_application(const AppId &name);

/// The same in a thread, unless `end` is cancelled. A name that no application can have is answered
/// immediately.
void check_application_name(GCancellable *end, const AppId &name,
                            std::move_only_function<void(bool)> done);

/// Describes each app once, as soon as its desktop file can be read.
class DesktopFiles {
public:
    explicit DesktopFiles(Emit emit) : m_emit(std::move(emit)) {}

    /// Emits AppDescribed, with or without a desktop file. Emits nothing while the files can't be
    /// read, since then the answer is unknown. Does nothing while an earlier request for this app
    /// runs.
    void describe(const AppId &app);

private:
    Emit m_emit;
    std::set<AppId> m_asked;
    ScopedCancellable m_errands;
};

} // namespace headroom

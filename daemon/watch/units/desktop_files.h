// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/emit.h"

#include <functional>
#include <set>

namespace headroom {

/// What an application's desktop file says: the name and the icon people know it by, and what kind of program it is; the id for a name where there is no such
/// file. It may be on a disk that sleeps or a network that is down: not for the main loop.
[[nodiscard]] event::AppDescribed read_desktop_file(const AppId &app);

/// Whether a name on the bus is an application's: it is its desktop file's, too (Desktop Entry Specification, "D-Bus Activation"). Services that have such a file
/// aren't displayed. Not for the main loop, either.
[[nodiscard]] bool is_application(const AppId &name);

/// The same in a thread, unless end is cancelled meanwhile. What can't be an application's for its spelling is answered at once.
void ask_whether_application(GCancellable *end, const AppId &name,
                             std::move_only_function<void(bool)> hear);

/// Applications are described once each, as soon as their desktop files can be read.
class DesktopFiles {
public:
    explicit DesktopFiles(Emit emit) : m_emit(std::move(emit)) {}

    /// Emits AppDescribed in any case, but not while the files can't be read: nobody knows then. Asked again meanwhile, it does nothing.
    void describe(const AppId &app);

private:
    Emit m_emit;
    std::set<AppId> m_asked;
    CallsOff m_errands;
};

} // namespace headroom

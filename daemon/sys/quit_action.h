// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <functional>

/// The action "quit" of an application that has its id for a name on the bus, as GApplication exports it: what its menu does, so that it may ask about unsaved
/// work. Nothing waits for the answers, and nobody is told any more once `end` is cancelled.
namespace headroom {

/// Whether it is there and can be used now.
void ask_for_quit_action(GDBusConnection *bus, const AppId &app, GCancellable *end,
                         std::function<void(bool)> answered);

void use_quit_action(GDBusConnection *bus, const AppId &app, GCancellable *end,
                     std::function<void(Result<void>)> answered);

} // namespace headroom

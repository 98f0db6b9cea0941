// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <functional>

/// The "quit" action of an app that owns its id as a bus name, as GApplication exports it. It does
/// what the app's menu does, so the app may ask about unsaved work. Nothing waits for the answers,
/// and no callback runs once `end` is cancelled.
namespace headroom {

/// Whether the action exists and is enabled.
void ask_for_quit_action(GDBusConnection *bus, const AppId &app, GCancellable *end,
                         std::function<void(bool)> answered);

void use_quit_action(GDBusConnection *bus, const AppId &app, GCancellable *end,
                     std::function<void(Result<void>)> answered);

} // namespace headroom

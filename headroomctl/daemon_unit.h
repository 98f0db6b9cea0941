// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <gio/gio.h>

#include "failure.h"
#include "sys/glib_ptr.h"

/// headroomd.service, as systemd's user manager reports it.
namespace headroom::ctl {

/// The unit's properties, a{sv}. nullptr: there is no systemd here, or it doesn't answer.
[[nodiscard]] VariantPtr daemon_unit(GDBusConnection *bus);

/// Calls back with the answer, from which daemon_unit_in() takes the properties.
void request_daemon_unit(GDBusConnection *bus, GCancellable *calls, GAsyncReadyCallback done,
                         gpointer data);
[[nodiscard]] VariantPtr daemon_unit_in(GObject *bus, GAsyncResult *result);

/// The sentence for a daemon that does not run, with a command that works for this unit. unit: may
/// be nullptr.
[[nodiscard]] Failure why_daemon_absent(GVariant *unit);

} // namespace headroom::ctl

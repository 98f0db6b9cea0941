// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include <gio/gio.h>

namespace headroom::ctl {

/// What starts headroomd in this session, or how to have it started: a sentence. Empty: systemd
/// does not answer. `bus` is the session bus.
[[nodiscard]] std::string what_starts_headroomd(GDBusConnection *bus);

/// Which other programs run that give out CPU time, or act when memory is short: a sentence. Empty:
/// none is known to run.
[[nodiscard]] std::string other_programs(GDBusConnection *bus);

} // namespace headroom::ctl

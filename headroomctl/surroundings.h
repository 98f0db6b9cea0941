// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include <gio/gio.h>

#include "words.h"

namespace headroom::ctl {

/// What starts headroomd in this session, or how to have it started: "graphical-session",
/// "autostart" or "nothing". Empty: systemd does not answer. `bus` is the session bus.
[[nodiscard]] Finding what_starts_headroomd(GDBusConnection *bus);

/// The names of other programs that run and give out CPU time, or act when memory is short. Empty:
/// none is known to run.
[[nodiscard]] std::vector<std::string> other_programs(GDBusConnection *bus);

/// Empty for none.
[[nodiscard]] std::string other_programs_sentence(const std::vector<std::string> &programs);

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include <sys/types.h>

namespace headroom::ctl {

/// The threads of all processes without children among this one and its descendants, from /proc: as
/// many jobs may run there. nullopt: it can't be read.
[[nodiscard]] std::optional<unsigned> job_threads(pid_t root);

} // namespace headroom::ctl

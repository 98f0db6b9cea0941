// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include <sys/types.h>

namespace headroom::ctl {

/// The number of threads in childless processes among this one and its descendants, from /proc. At
/// most that many jobs run there. nullopt: /proc can't be read.
[[nodiscard]] std::optional<unsigned> job_threads(pid_t root);

} // namespace headroom::ctl

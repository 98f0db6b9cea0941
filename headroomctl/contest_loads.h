// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>

#include "contest.h"

namespace headroom::ctl {

/// Uses one CPU, the same for each process, and counts microseconds of it. It fails to
/// compete, and counts 0, if it can't be bound to that CPU.
[[nodiscard]] Effort cpu_load();

/// Reads at random from a file of 64 MiB, past all caches, and counts bytes. The file is made in
/// the directory, has no name, and is gone with the last process that uses it. An error: the
/// directory is on no disk, or has no room.
[[nodiscard]] std::expected<Effort, Failure> disk_load(const std::string &directory);

} // namespace headroom::ctl

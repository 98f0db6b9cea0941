// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure_history.h"
#include "sys/result.h"

namespace headroom {

/// Has the kernel report stalls of this length within a window, as POLLPRI on the fd. The fd is of
/// a pressure file, open for reading and writing, and takes only one trigger. Windows other than
/// multiples of two seconds need CAP_SYS_RESOURCE when the file is opened.
[[nodiscard]] Result<void> arm_trigger(int fd, StallKind kind, Duration stall, Duration window);

} // namespace headroom

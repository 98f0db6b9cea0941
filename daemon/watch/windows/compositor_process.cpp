// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/compositor_process.h"

#include "sys/log.h"

namespace headroom {

void emit_compositor(std::int32_t pid, ProcessWatch &processes, const Emit &emit)
{
    if (pid <= 0)
        return;
    if (const auto process = processes.look(pid))
        emit(event::CompositorSeen{*process});
    else
        log::info("the compositor's own stalls are not seen: " + process.error().sentence);
}

} // namespace headroom

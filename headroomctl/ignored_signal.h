// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <csignal>

namespace headroom::ctl {

/// Whether our parent has it ignored, as nohup has SIGHUP. A handler of ours would undo that, also
/// for the command that we start: execve(2) keeps only what is ignored.
[[nodiscard]] inline bool is_ignored(int signal)
{
    struct sigaction now{};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

} // namespace headroom::ctl

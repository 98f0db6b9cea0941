// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <csignal>

namespace headroom::ctl {

/// Whether our parent has SIGHUP ignored, as nohup(1) does. A handler of ours would undo that.
/// Other signals may be ignored without a wish behind it: shells without job control ignore SIGINT
/// for what runs in the background.
[[nodiscard]] inline bool under_nohup()
{
    struct sigaction now{};
    return sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

} // namespace headroom::ctl

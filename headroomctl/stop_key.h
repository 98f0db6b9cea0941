// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <csignal>
#include <functional>

#include <glib.h>

#include "sys/unique_fd.h"

namespace headroom::ctl {

/// While it exists, Ctrl+Z in a terminal (SIGTSTP) calls `before`, stops this process, and calls
/// `after` once it is continued. Both run in the main context. One at a time.
class StopKey {
public:
    StopKey(std::function<void()> before, std::function<void()> after);
    ~StopKey();
    StopKey(const StopKey &) = delete;
    StopKey &operator=(const StopKey &) = delete;

private:
    void stop();

    std::function<void()> m_before;
    std::function<void()> m_after;
    UniqueFd m_presses;
    guint m_watch = 0;
    struct sigaction m_usual{};
};

} // namespace headroom::ctl

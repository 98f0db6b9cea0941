// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <sys/types.h>

#include <headroom_dbus.h>

#include "job_limit.h"
#include "level_watch.h"
#include "lost_tokens.h"
#include "sys/glib_ptr.h"
#include "sys/timer.h"
#include "token_tty.h"

namespace headroom::ctl {

/// Passes tokens between a build and its limit, while the main context runs.
class Jobserver {
public:
    /// jobs: at most so many, the one without a token included. The daemon outlives this.
    Jobserver(TokenTty tty, unsigned jobs, HeadroomDbusManager *daemon);
    Jobserver(const Jobserver &) = delete;
    Jobserver &operator=(const Jobserver &) = delete;

    [[nodiscard]] const std::string &path() const { return m_tty.path(); }
    /// Begins to give tokens. command: the process below which the jobs run.
    void serve(pid_t command);

private:
    void look();
    [[nodiscard]] unsigned held() const;
    void forget_lost(TimePoint now);
    void pass(unsigned limit);

    TokenTty m_tty;
    JobLimit m_limit;
    LostTokens m_lost;
    LevelWatch m_level;
    unsigned m_out = 0; ///< tokens given, and neither returned nor lost
    pid_t m_command = 0; ///< 0: it does not serve yet
    std::optional<TimePoint> m_counted_at;
    SourceId m_returned;
    Timer m_timer;
};

} // namespace headroom::ctl

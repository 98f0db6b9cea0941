// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "jobserver.h"

#include <algorithm>

#include <glib-unix.h>

#include "job_threads.h"
#include "memory_seen.h"

namespace headroom::ctl {

namespace {

/// Counting threads reads some files for each process.
constexpr Duration count_every = std::chrono::seconds{1};

} // namespace

Jobserver::Jobserver(TokenTty tty, unsigned jobs, HeadroomDbusManager *daemon)
    : m_tty(std::move(tty)), m_limit(jobs - 1), m_level(daemon, [this] { look(); })
{
}

void Jobserver::serve(pid_t command)
{
    m_command = command;
    const auto came_back = [](int, GIOCondition, gpointer server) -> gboolean {
        static_cast<Jobserver *>(server)->look();
        return G_SOURCE_CONTINUE;
    };
    m_returned = SourceId(g_unix_fd_add(m_tty.fd(), G_IO_IN, came_back, this));
    look();
}

unsigned Jobserver::held() const
{
    return m_out - std::min(m_out, m_tty.unread());
}

void Jobserver::forget_lost(TimePoint now)
{
    if (m_out == 0 || (m_counted_at && now - *m_counted_at < count_every))
        return;
    m_counted_at = now;
    m_out -= std::min(m_out, m_lost.look(held(), job_threads(m_command), now));
}

void Jobserver::pass(unsigned limit)
{
    if (m_out < limit)
        m_out += m_tty.give(limit - m_out);
    else if (m_out > limit)
        m_out -= std::min(m_out, m_tty.take_back(m_out - limit));
}

void Jobserver::look()
{
    if (m_command == 0)
        return;
    const TimePoint now = monotonic_now();
    // A client may return what it has not taken. Those that nothing has taken are out all the same.
    m_out -= std::min(m_out, m_tty.returned());
    m_out = std::max(m_out, m_tty.unread());
    forget_lost(now);
    const OwnMemory own = own_memory();
    pass(m_limit.look({.level = m_level.for_starts(),
                       .memory = machine_memory(),
                       .used = own.used,
                       .swapped = own.swapped,
                       .held = held()},
                      now));
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(m_limit.again());
    m_timer = Timer::once(static_cast<guint>(wait.count()), [this] { look(); });
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "follow_history.h"

#include <algorithm>
#include <cstdio>

#include "session_bus.h"

namespace headroom::ctl {

namespace {

/// What is known up to now. Several acts can have the same time.
struct Known {
    std::uint64_t last_us = 0;
    std::size_t at_that_time = 0;
};

Known all_of(const std::vector<PastAct> &acts)
{
    if (acts.empty())
        return {};
    const std::uint64_t last = acts.back().time_us;
    return {last, static_cast<std::size_t>(std::ranges::count(acts, last, &PastAct::time_us))};
}

bool is_there(HeadroomDbusManager *daemon)
{
    g_autofree char *owner = g_dbus_proxy_get_name_owner(G_DBUS_PROXY(daemon));
    return owner != nullptr;
}

/// Sets a flag at each signal, as long as it exists.
class Bell {
public:
    explicit Bell(HeadroomDbusManager *daemon) : m_daemon(daemon)
    {
        const auto ring = [](Bell *bell) { bell->m_rung = true; };
        m_signal = g_signal_connect_swapped(daemon, "acted", G_CALLBACK(+ring), this);
    }
    ~Bell() { g_signal_handler_disconnect(m_daemon, m_signal); }
    Bell(const Bell &) = delete;
    Bell &operator=(const Bell &) = delete;

    [[nodiscard]] bool take() { return std::exchange(m_rung, false); }

private:
    HeadroomDbusManager *m_daemon;
    gulong m_signal;
    bool m_rung = false;
};

} // namespace

Outcome follow_history(HeadroomDbusManager *daemon, const std::vector<PastAct> &known,
                       const std::function<void(const PastAct &)> &print)
{
    Bell bell(daemon);
    Known seen = all_of(known);
    while (is_there(daemon)) {
        // The signal has neither the time nor the level, so the history is read again. Also before
        // the first signal: something may have happened after `known` was read.
        const auto acts = past_acts(daemon, seen.last_us);
        if (!acts && !is_there(daemon))
            break; // it has ended during the call
        if (!acts)
            return std::unexpected(acts.error());
        const auto again = static_cast<std::ptrdiff_t>(std::min(seen.at_that_time, acts->size()));
        std::for_each(acts->begin() + again, acts->end(), print);
        if (!acts->empty())
            seen = all_of(*acts);
        // g_print() has flushed already, so the failure may be an old one.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            return Succeeded; // report() finds out why
        while (!bell.take() && is_there(daemon))
            g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    }
    return std::unexpected(daemon_absent());
}

} // namespace headroom::ctl

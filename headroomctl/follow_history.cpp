// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "follow_history.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <tuple>
#include <utility>

#include "daemon_proxy.h"

namespace headroom::ctl {

namespace {

constexpr std::uint64_t from_the_beginning = 0;

using Acts = std::vector<PastAct>;

/// What is known so far: the last act, and how many acts like it are at the end.
struct Known {
    std::optional<PastAct> last;
    std::size_t alike = 0;
};

/// Without the reason, to which a reclaim adds what it has pushed out so far.
bool is_like(const PastAct &one, const PastAct &other)
{
    return std::tie(one.time_us, one.action, one.app, one.unit)
        == std::tie(other.time_us, other.action, other.app, other.unit);
}

Known with(Known known, const Acts &more)
{
    for (const PastAct &act : more) {
        known.alike = known.last && is_like(act, *known.last) ? known.alike + 1 : 1;
        known.last = act;
    }
    return known;
}

/// The acts after the last known one, in the order in which they happened. That is not the order of
/// their times if the clock was set back.
Acts behind(const Known &known, const Acts &acts)
{
    if (!known.last)
        return acts;
    const auto is_last = [&known](const PastAct &act) { return is_like(act, *known.last); };
    auto at = std::ranges::find_if(acts, is_last);
    if (at == acts.end())
        return acts; // the daemon has dropped it, and all before it
    for (std::size_t alike = 0; alike < known.alike && at != acts.end() && is_last(*at); ++alike)
        ++at;
    return {at, acts.end()};
}

/// Usually these are the acts since the last one. If there are none, although the daemon has acted,
/// the clock may have been set back: then they have earlier times.
std::expected<Acts, Failure> new_acts(HeadroomDbusManager *daemon, const Known &known)
{
    const auto since = past_acts(daemon, known.last ? known.last->time_us : from_the_beginning);
    if (!since)
        return since;
    if (Acts found = behind(known, *since); !found.empty())
        return found;
    return past_acts(daemon, from_the_beginning).transform([&known](const Acts &all) {
        return behind(known, all);
    });
}

/// While it exists, each signal sets a flag.
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
    Known seen = with({}, known);
    while (is_on_bus(daemon)) {
        // The signal has neither the time nor the level, so the history is read again. Also before
        // the first signal: something may have happened after `known` was read.
        const auto acts = new_acts(daemon, seen);
        if (!acts && !is_on_bus(daemon))
            break; // the daemon, or the bus, ended during the call
        if (!acts)
            return std::unexpected(acts.error());
        std::ranges::for_each(*acts, print);
        seen = with(seen, *acts);
        // g_print() has flushed already, so the failure may be an old one.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            return Succeeded; // report() finds out why
        while (!bell.take() && is_on_bus(daemon))
            g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    }
    return std::unexpected(why_gone(daemon));
}

} // namespace headroom::ctl

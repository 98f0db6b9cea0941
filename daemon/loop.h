// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "model/config.h"
#include "model/session.h"
#include "policy/decide.h"

#include <functional>
#include <gio/gio.h>
#include <memory>
#include <vector>

namespace headroom {

/// One turn: take in all queued events, decide once, perform what follows. Between turns there is nothing to do, and nothing is done.
class Loop {
public:
    using Clock = std::function<TimePoint()>;

    Loop(Config config, Clock clock);
    ~Loop();
    Loop(const Loop &) = delete;
    Loop &operator=(const Loop &) = delete;

    void set_actor(Actor &actor) { m_actor = &actor; } ///< before the first event
    /// Queues an event for the next turn, which comes as soon as the main loop is back.
    void post(Event event);
    /// Turns until nothing is queued: for a caller who has to answer with what came of it.
    void settle();

    [[nodiscard]] const Session &session() const { return m_session; }
    [[nodiscard]] TimePoint now() const { return m_clock(); }
    [[nodiscard]] const Config &config() const { return m_config; }

    // Whoever has to hear of it; each may be empty.
    std::function<void(const Event &, TimePoint)> on_event;
    std::function<void(const Action &, TimePoint)> on_action; ///< after it was performed
    std::function<void(Session &, const Decision &)>
        on_turned; ///< may empty Session::changed, nothing else

private:
    void turn();
    void wake_at(gint64 monotonic_us);

    Config m_config;
    Clock m_clock;
    Actor *m_actor = nullptr;
    Session m_session;
    std::vector<Event> m_queue;
    GSource *m_source =
        nullptr; ///< ready when there is a reason for a turn: an event, or a time that has come
};

} // namespace headroom

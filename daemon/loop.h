// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "model/config.h"
#include "model/session.h"
#include "policy/decide.h"
#include "sys/interface.h"

#include <functional>
#include <gio/gio.h>
#include <memory>
#include <vector>

namespace headroom {

/// What follows the loop.
class LoopObserver : public Interface {
public:
    virtual void before_event(const Event &event, TimePoint at) = 0;
    virtual void after_action(const Action &action, TimePoint at) = 0;
    virtual void after_turn(const Decision &decision, const Changes &changed) = 0;
};

/// One turn takes all queued events, decides once and performs the actions. Between turns nothing
/// runs.
class Loop {
public:
    using Clock = std::function<TimePoint()>;

    Loop(Config config, Clock clock, LoopObserver &observer);
    ~Loop();
    Loop(const Loop &) = delete;
    Loop &operator=(const Loop &) = delete;

    void set_actor(Actor &actor) { m_actor = &actor; } ///< call before the first event
    /// Queues an event for the next turn, which the main loop runs as soon as it can.
    void post(Event event);
    /// Takes turns until the queue is empty, for a caller whose answer depends on the outcome.
    void settle();

    [[nodiscard]] const Session &session() const { return m_session; }
    [[nodiscard]] TimePoint now() const { return m_clock(); }
    [[nodiscard]] const Config &config() const { return m_config; }

private:
    void turn();
    void take_config(Config config);
    void wake_at(gint64 monotonic_us);

    Config m_config;
    Clock m_clock;
    LoopObserver &m_observer;
    Actor *m_actor = nullptr;
    Session m_session;
    Changes m_changed; ///< since the last turn
    std::vector<Event> m_queue;
    /// Ready when a turn is due: an event is queued, or the time to decide again has come.
    GSource *m_source = nullptr;
};

} // namespace headroom

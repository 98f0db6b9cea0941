// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "loop.h"

#include "history.h"
#include "model/rule_in_force.h"
#include "model/settings.h"
#include "policy/decide.h"
#include "policy/leave_front.h"
#include "recording/event_json.h"
#include "sys/log.h"

#include <utility>

namespace headroom {

namespace {

constexpr gint64 never = -1;

GSourceFuncs source_functions{
    .prepare = nullptr,
    .check = nullptr,
    .dispatch = [](GSource *, GSourceFunc callback, gpointer self) -> gboolean {
        return callback(self);
    },
    .finalize = nullptr,
    .closure_callback = nullptr,
    .closure_marshal = nullptr,
};

} // namespace

Loop::Loop(Config config, Clock clock, LoopObserver &observer)
    : m_config(config), m_clock(std::move(clock)), m_observer(observer),
      m_source(g_source_new(&source_functions, sizeof(GSource)))
{
    g_source_set_callback(
        m_source,
        [](gpointer self) -> gboolean {
            static_cast<Loop *>(self)->turn();
            return G_SOURCE_CONTINUE;
        },
        this, nullptr);
    g_source_set_static_name(m_source, "headroom-turn");
    wake_at(never);
    g_source_attach(m_source, nullptr);
}

Loop::~Loop()
{
    g_source_destroy(m_source);
    g_source_unref(m_source);
}

void Loop::wake_at(gint64 monotonic_us)
{
    g_source_set_ready_time(m_source, monotonic_us);
}

void Loop::post(Event event)
{
    m_queue.push_back(std::move(event));
    wake_at(0);
}

void Loop::settle()
{
    // An act can fail, and the failure can lead to another act. No chain is longer than this.
    constexpr int enough = 16;
    for (int i = 0; i < enough && !m_queue.empty(); ++i)
        turn();
}

void Loop::take_config(Config config)
{
    m_changed.add({.apps = apps_with_other_rule(m_session, m_config, config)});
    m_config = std::move(config);
}

void Loop::turn()
{
    const TimePoint now = m_clock();
    for (const Event &event : std::exchange(m_queue, {})) {
        m_observer.before_event(event, now);
        if (const auto *read = std::get_if<event::SettingsRead>(&event))
            take_config(config_from(read->settings));
        m_changed.add(m_session.apply(event, now));
    }
    if (has_left_front(m_session, m_config, now))
        m_changed.add(m_session.leave_front());
    const Decision decision = decide(m_session, m_config, now);
    for (const Action &action : decision.actions) {
        m_changed.add(m_session.note(action, now));
        m_actor->perform(action);
        m_observer.after_action(action, m_clock());
        if (!continues_earlier_act(m_session, action))
            log::act(verb(action), action, m_session.level);
    }
    m_observer.after_turn(decision, m_changed);
    m_changed = {};
    if (!m_queue.empty() || !decision.actions.empty())
        wake_at(0); // at most one app is frozen a turn; the next turn sees what this one did
    else
        wake_at(decision.again_at ? decision.again_at->time_since_epoch().count() : never);
}

} // namespace headroom

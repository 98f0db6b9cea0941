// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

#include "model/app_need.h"
#include "policy/measure_requested.h"
#include "sys/own_language.h"

// What apps need: requests to measure it, and what is kept of the results.
namespace headroom {

Result<void> Daemon::measure_need(const AppId &id)
{
    const AppId app = m_loop.session().app_called(id);
    if (auto there = is_there(app); !there)
        return there;
    if (const auto why = refuse_measurement(m_loop.session(), m_loop.config(), app, m_loop.now()))
        return error(ErrorKind::Refused, in_own_language(*why));
    m_loop.post(event::NeedAsked{app});
    m_loop.settle();
    return {};
}

Result<void> Daemon::cancel_measurement(const AppId &id)
{
    const AppId app = m_loop.session().app_called(id);
    if (auto there = is_there(app); !there)
        return there;
    m_loop.post(event::NeedAsked{app, true});
    m_loop.settle();
    return {};
}

/// What was requested, or found while memory of a hidden app was gently reclaimed.
void Daemon::keep_need(const Action &action)
{
    if (const auto *end = std::get_if<action::EndMeasurement>(&action.what)) {
        if (end->needed)
            m_kept_needs.add(action.app, *end->needed);
    } else if (std::holds_alternative<action::EndReclaim>(action.what)
               && !m_loop.session().need_requests.contains(action.app)) {
        if (const auto need = need_of(m_loop.session(), m_loop.config().gentle, action.app))
            m_kept_needs.add(action.app, *need);
    }
}

} // namespace headroom

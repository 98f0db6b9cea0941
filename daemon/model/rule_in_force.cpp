// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/rule_in_force.h"

#include "model/job.h"
#include "model/unit.h"

namespace headroom {

AppRule rule_in_force(const Session &session, const Config &config, const AppId &app)
{
    const AppRule own = config.rule(app);
    const Unit *tab = own == AppRule::Normal ? tab_called(session, app) : nullptr;
    return tab ? config.rule(*tab->terminal) : own;
}

std::set<AppId> apps_with_other_rule(const Session &session, const Config &before,
                                     const Config &now)
{
    std::set<AppId> others;
    if (before.rules == now.rules && before.pattern_rules == now.pattern_rules)
        return others; // a session may have thousands of apps
    for (const AppId &app : session.app_ids()) {
        if (rule_in_force(session, before, app) != rule_in_force(session, now, app))
            others.insert(app);
    }
    return others;
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/config.h"

#include <algorithm>
#include <fnmatch.h>

namespace headroom {

std::string_view name_of(AppRule rule)
{
    switch (rule) {
    case AppRule::Never: return "never";
    case AppRule::Normal: return "normal";
    case AppRule::Eager: return "eager";
    case AppRule::Foreground: return "foreground";
    }
    return "";
}

AppRule Config::rule(const AppId &app) const
{
    if (const auto own = rules.find(app); own != rules.end())
        return own->second;
    const auto match = std::ranges::find_if(pattern_rules, [&](const PatternRule &each) {
        return fnmatch(each.pattern.c_str(), app.c_str(), FNM_NOESCAPE) == 0;
    });
    return match == pattern_rules.end() ? AppRule::Normal : match->rule;
}

bool Config::has_rule(AppRule rule) const
{
    return std::ranges::any_of(rules, [&](const auto &own) { return own.second == rule; })
        || std::ranges::contains(pattern_rules, rule, &PatternRule::rule);
}

} // namespace headroom

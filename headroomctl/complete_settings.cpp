// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <ranges>
#include <string>

#include "commands.h"
#include "model/settings.h"

namespace headroom::ctl {

namespace {

void offer_values(const SettingSchema &schema)
{
    switch (schema.kind) {
    case SettingKind::Flag: std::puts("true\nfalse"); return;
    case SettingKind::Word:
        for (const auto word : schema.words | std::views::split('|'))
            std::puts(std::string{std::string_view{word}}.c_str());
        return;
    case SettingKind::Whole:
    case SettingKind::Number:
        std::puts(std::string{schema.usual}.c_str()); // there is no better proposal
        return;
    }
}

} // namespace

/// For shell completion: the names of the settings, or the values of the setting named by the
/// argument, one per line. Needs no daemon.
Outcome complete_settings(int argc, char **argv)
{
    if (argc > 1) {
        if (const SettingSchema *schema = find_setting(argv[1]))
            offer_values(*schema);
        return Succeeded;
    }
    for (const SettingSchema &schema : settings_schema())
        std::puts(std::string{schema.name}.c_str());
    return Succeeded;
}

} // namespace headroom::ctl

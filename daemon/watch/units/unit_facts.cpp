// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/unit_facts.h"

#include "model/cgroup_path.h"
#include "sys/log.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

namespace {

/// The programs that systemd starts in the cgroup of a service that runs. Scopes have none.
constexpr std::array while_active{"ExecReload", "ExecReloadPost", "ExecStop", "ExecStopPost"};

bool has_commands(GVariant *properties, const char *name)
{
    const VariantPtr commands{g_variant_lookup_value(properties, name, G_VARIANT_TYPE_ARRAY)};
    return commands && g_variant_n_children(commands.get()) > 0;
}

bool is_starting(GVariant *properties)
{
    const char *state = nullptr;
    return g_variant_lookup(properties, "ActiveState", "&s", &state) != FALSE
        && std::string_view{state} == "activating";
}

bool starts_programs(GVariant *properties)
{
    return std::ranges::any_of(while_active,
                               [&](const char *name) { return has_commands(properties, name); })
        || (is_starting(properties) && has_commands(properties, "ExecStartPost"));
}

event::UnitDescribed read_properties(UnitId unit, GVariant *answer)
{
    const VariantPtr dict{g_variant_get_child_value(answer, 0)};
    event::UnitDescribed described{.unit = unit,
                                   .names = {},
                                   .source_path = {},
                                   .main_pid = 0,
                                   .starts_programs = starts_programs(dict.get())};
    const char *source = nullptr;
    if (g_variant_lookup(dict.get(), "SourcePath", "&s", &source))
        described.source_path = source;
    guint32 main_pid = 0;
    if (g_variant_lookup(dict.get(), "MainPID", "u", &main_pid))
        described.main_pid = static_cast<std::int32_t>(main_pid);
    GVariantIter *names = nullptr;
    if (g_variant_lookup(dict.get(), "Names", "as", &names)) {
        const char *name = nullptr;
        while (g_variant_iter_next(names, "&s", &name))
            described.names.emplace_back(name);
        g_variant_iter_free(names);
    }
    return described;
}

} // namespace

void UnitFacts::request(UnitId unit, const std::string &unit_path)
{
    const auto path = parse_cgroup_path(unit_path);
    if (!path || !path->manager_uid)
        return; // another manager's unit, unknown to ours
    m_pending.insert(unit);
    m_systemd.unit_properties(path->unit, [this, unit](Result<VariantPtr> answer) {
        m_pending.erase(unit);
        if (answer)
            m_emit(read_properties(unit, answer->get()));
        else
            log::warning(answer.error().sentence + ", going by its name");
    });
}

void UnitFacts::request_unless_pending(UnitId unit, const std::string &unit_path)
{
    if (!m_pending.contains(unit))
        request(unit, unit_path);
}

} // namespace headroom

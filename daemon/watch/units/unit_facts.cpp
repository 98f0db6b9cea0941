// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/unit_facts.h"

#include "model/cgroup_path.h"
#include "sys/log.h"

namespace headroom {

namespace {

event::UnitDescribed read_properties(UnitId unit, GVariant *answer)
{
    event::UnitDescribed described{.unit = unit, .names = {}, .source_path = {}, .main_pid = 0};
    const VariantPtr dict{g_variant_get_child_value(answer, 0)};
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
    m_systemd.unit_properties(path->unit, [emit = m_emit, unit](Result<VariantPtr> answer) {
        if (answer)
            emit(read_properties(unit, answer->get()));
        else
            log::warning(answer.error().sentence + ", going by its name");
    });
}

} // namespace headroom

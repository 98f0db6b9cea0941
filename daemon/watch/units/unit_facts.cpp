// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/unit_facts.h"

#include "model/cgroup_path.h"
#include "sys/log.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace headroom {

namespace {

/// The programs that systemd starts in the cgroup of a service that runs. Scopes have none.
constexpr std::array while_active{"ExecReload", "ExecReloadPost", "ExecStop", "ExecStopPost"};

constexpr int most_at_once = 16; ///< an answer takes some time to read
constexpr guint first_retry_ms = 1000;

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
    m_waiting.push_back({.id = unit, .path = unit_path, .name = path->unit});
    request_next();
}

void UnitFacts::request_next()
{
    while (m_under_way < most_at_once && !m_waiting.empty()) {
        const Unit unit = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_under_way;
        m_systemd.unit_properties(unit.name, [this, unit](const Result<VariantPtr> &answer) {
            --m_under_way;
            answered(unit, answer);
            request_next();
        });
    }
}

void UnitFacts::answered(const Unit &unit, const Result<VariantPtr> &answer)
{
    m_pending.erase(unit.id);
    if (answer) {
        m_retries.begin_anew();
        m_emit(read_properties(unit.id, answer->get()));
        return;
    }
    log::warning(answer.error().sentence + ", going by its name");
    if (answer.error().code == ENOENT)
        return; // it has ended
    m_unanswered[unit.id] = unit.path;
    if (const auto pause = m_retry ? std::nullopt : m_retries.next_pause_ms(first_retry_ms))
        m_retry = Timer::once(*pause, [this] { request_again(); });
}

void UnitFacts::request_again()
{
    for (const auto &[unit, path] : std::exchange(m_unanswered, {}))
        request_unless_pending(unit, path);
}

void UnitFacts::request_unless_pending(UnitId unit, const std::string &unit_path)
{
    if (!m_pending.contains(unit))
        request(unit, unit_path);
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "totals.h"

#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

std::optional<std::uint64_t> number(GVariant *values, const char *name)
{
    guint64 value = 0;
    return g_variant_lookup(values, name, "t", &value) ? std::optional{value} : std::nullopt;
}

/// Empty if there is no such key.
std::map<std::string, std::uint64_t> numbers(GVariant *values, const char *name)
{
    std::map<std::string, std::uint64_t> result;
    g_autoptr(GVariant) list = g_variant_lookup_value(values, name, G_VARIANT_TYPE("a{st}"));
    if (list == nullptr)
        return result;
    GVariantIter iter;
    g_variant_iter_init(&iter, list);
    const char *key = nullptr;
    guint64 value = 0;
    while (g_variant_iter_loop(&iter, "{&st}", &key, &value))
        result[key] = value;
    return result;
}

std::vector<Stalled> stalls_in(GVariant *values)
{
    std::vector<Stalled> result;
    g_autoptr(GVariant) list =
        g_variant_lookup_value(values, "stalled-us", G_VARIANT_TYPE("a(ssst)"));
    if (list == nullptr)
        return result;
    GVariantIter iter;
    g_variant_iter_init(&iter, list);
    const char *group = nullptr;
    const char *resource = nullptr;
    const char *cause = nullptr;
    guint64 time_us = 0;
    while (g_variant_iter_loop(&iter, "(&s&s&st)", &group, &resource, &cause, &time_us))
        result.push_back({group, resource, cause, time_us});
    return result;
}

} // namespace

std::expected<Totals, Failure> totals_of(HeadroomDbusManager *daemon)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_totals(daemon, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) values = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_totals_finish(daemon, &values, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    Totals totals{.began_us = number(values, "began"),
                  .acts = numbers(values, "acts"),
                  .level_us = numbers(values, "level-us"),
                  .stalled = stalls_in(values),
                  .in_force = {},
                  .memory = number(values, "memory"),
                  .memory_needed = number(values, "memory-needed"),
                  .swap = number(values, "swap")};
    for (const char *state : {"boosted", "napped", "frozen"}) {
        guint32 apps = 0;
        if (g_variant_lookup(values, state, "u", &apps))
            totals.in_force[state] = apps;
    }
    return totals;
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures.h"

#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

template<class T> std::optional<T> value_of(GVariant *measure, const char *key, const char *type)
{
    T value{};
    return g_variant_lookup(measure, key, type, &value) ? std::optional(value) : std::nullopt;
}

std::optional<Resource> worst_pressure(GVariant *measure)
{
    g_autofree char *name = nullptr;
    if (!g_variant_lookup(measure, "worst-pressure", "s", &name))
        return std::nullopt;
    for (const Resource resource : {Resource::Memory, Resource::Io, Resource::Cpu}) {
        if (name_of(resource) == name)
            return resource;
    }
    return std::nullopt; // a newer daemon's
}

} // namespace

std::optional<Wait> wait_for(const Measure &measure, Resource what)
{
    const auto percent = what == Resource::Memory ? measure.memory_pressure
        : what == Resource::Io                    ? measure.io_pressure
                                                  : measure.cpu_pressure;
    return percent ? std::optional{Wait{what, *percent}} : std::nullopt;
}

std::optional<Wait> worst_wait(const Measure &measure)
{
    return measure.worst_pressure ? wait_for(measure, *measure.worst_pressure) : std::nullopt;
}

Measures measures_in(GVariant *answer)
{
    Measures measures;
    GVariantIter iter;
    g_variant_iter_init(&iter, answer);
    const char *id = nullptr;
    GVariant *values = nullptr;
    while (g_variant_iter_loop(&iter, "{&s@a{sv}}", &id, &values)) {
        measures[id] = {
            .memory = value_of<guint64>(values, "memory", "t"),
            .memory_needed = value_of<guint64>(values, "memory-needed", "t"),
            .is_measured = value_of<gboolean>(values, "memory-needed-measured", "b")
                               .transform([](gboolean is) { return is != FALSE; }),
            .memory_slack = value_of<guint64>(values, "memory-slack", "t"),
            .swap = value_of<guint64>(values, "swap", "t"),
            .swap_compressed = value_of<guint64>(values, "swap-compressed", "t"),
            .memory_pressure = value_of<double>(values, "pressure-memory", "d"),
            .cpu_pressure = value_of<double>(values, "pressure-cpu", "d"),
            .io_pressure = value_of<double>(values, "pressure-io", "d"),
            .worst_pressure = worst_pressure(values),
            .hurt_rank = value_of<guint32>(values, "hurt-rank", "u"),
        };
    }
    return measures;
}

std::expected<Measures, Failure> present_measures(HeadroomDbusManager *daemon)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_measure(daemon, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) measures = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_measure_finish(daemon, &measures, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return measures_in(measures);
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/measure.h"

#include "model/kernel_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace headroom {

namespace {

struct Measures {
    std::optional<guint64> memory;
    std::map<std::string, double> pressure;
};

constexpr std::array<std::pair<const char *, const char *>, 3> pressure_files{
    {{"pressure-memory", cgroup_file::memory_pressure}, {"pressure-cpu", cgroup_file::cpu_pressure}, {"pressure-io", cgroup_file::io_pressure}}};

void add_unit(const CgroupDir &dir, Measures &measures)
{
    const auto memory = dir.read(cgroup_file::memory_current);
    if (const auto bytes = memory ? parse_number(*memory) : std::nullopt)
        measures.memory = measures.memory.value_or(0) + *bytes;
    for (const auto &[name, file] : pressure_files) {
        const auto text = dir.read(file);
        if (const auto percent = text ? parse_some_avg10(*text) : std::nullopt) {
            const auto [known, is_new] = measures.pressure.emplace(name, *percent);
            known->second = std::max(known->second, *percent);
        }
    }
}

} // namespace

GVariant *measure(const Session &session, const CgroupDirs &dirs)
{
    std::map<AppId, Measures> apps;
    for (const auto &[id, unit] : session.units) {
        if (const CgroupDir *dir = dirs.find(id); dir && !unit.app.empty())
            add_unit(*dir, apps[unit.app]);
    }
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{sa{sv}}"));
    for (const auto &[app, measures] : apps) {
        g_variant_builder_open(&builder, G_VARIANT_TYPE("{sa{sv}}"));
        g_variant_builder_add(&builder, "s", app.c_str());
        g_variant_builder_open(&builder, G_VARIANT_TYPE_VARDICT);
        if (measures.memory)
            g_variant_builder_add(&builder, "{sv}", "memory", g_variant_new_uint64(*measures.memory));
        for (const auto &[name, percent] : measures.pressure)
            g_variant_builder_add(&builder, "{sv}", name.c_str(), g_variant_new_double(percent));
        g_variant_builder_close(&builder);
        g_variant_builder_close(&builder);
    }
    return g_variant_builder_end(&builder);
}

} // namespace headroom

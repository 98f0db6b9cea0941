// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/measure.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

namespace headroom {

namespace {

struct Measures {
    std::optional<guint64> memory;
    std::map<std::string, double> pressure;
};

constexpr std::array<std::pair<const char *, const char *>, 3> pressure_files{
    {{"pressure-memory", "memory.pressure"}, {"pressure-cpu", "cpu.pressure"}, {"pressure-io", "io.pressure"}}};

std::optional<guint64> memory_of(const CgroupDir &dir)
{
    const auto text = dir.read(cgroup_file::memory_current);
    guint64 bytes = 0;
    if (!text || std::from_chars(text->data(), text->data() + text->size(), bytes).ec != std::errc{})
        return std::nullopt;
    return bytes;
}

/// "some avg10=1.23 avg60=…": the percentage behind the first avg10.
std::optional<double> some_avg10(const std::string &text)
{
    constexpr std::string_view key = "some avg10=";
    if (!text.starts_with(key))
        return std::nullopt;
    double percent = 0;
    if (std::from_chars(text.data() + key.size(), text.data() + text.size(), percent).ec != std::errc{})
        return std::nullopt;
    return percent;
}

void add_unit(const CgroupDir &dir, Measures &measures)
{
    if (const auto bytes = memory_of(dir))
        measures.memory = measures.memory.value_or(0) + *bytes;
    for (const auto &[name, file] : pressure_files) {
        const auto text = dir.read(file);
        if (const auto percent = text ? some_avg10(*text) : std::nullopt) {
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

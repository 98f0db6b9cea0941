// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/measure.h"

#include "model/job.h"
#include "model/kernel_text.h"
#include "sys/off_the_loop.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headroom {

namespace {

/// A cgroup for a thread to open. The path may mean another cgroup by then, the id cannot.
struct Cgroup {
    UnitId id;
    std::string path;
};

using Cgroups = std::vector<Cgroup>;

struct Measures {
    std::map<std::string, guint64> bytes;
    std::map<std::string, double> pressure;
};

/// What the unit would immediately need again if it were reclaimed. The rest are file pages that
/// were used only once.
std::optional<guint64> needed(const MemoryStat &stat)
{
    return sum_of(sum_of(sum_of(stat.active_anon, stat.inactive_anon),
                         sum_of(stat.unevictable, stat.slab_unreclaimable)),
                  stat.active_file);
}

void add_bytes(Measures &measures, const char *name, std::optional<guint64> bytes)
{
    if (bytes)
        measures.bytes[name] += *bytes;
}

constexpr std::array<std::pair<const char *, const char *>, 3> pressure_files{
    {{"pressure-memory", cgroup_file::memory_pressure},
     {"pressure-cpu", cgroup_file::cpu_pressure},
     {"pressure-io", cgroup_file::io_pressure}}};

void add_unit(const CgroupDir &dir, Measures &measures)
{
    const auto memory = dir.read(cgroup_file::memory_current);
    add_bytes(measures, "memory", memory ? parse_number(*memory) : std::nullopt);
    const auto stat = dir.read(cgroup_file::memory_stat);
    add_bytes(measures, "memory-needed", stat ? needed(parse_memory_stat(*stat)) : std::nullopt);
    const auto swap = dir.read(cgroup_file::memory_swap_current);
    add_bytes(measures, "swap", swap ? parse_number(*swap) : std::nullopt);
    for (const auto &[name, file] : pressure_files) {
        const auto text = dir.read(file);
        if (const auto percent = text ? parse_some_avg10(*text) : std::nullopt) {
            const auto [known, is_new] = measures.pressure.emplace(name, *percent);
            known->second = std::max(known->second, *percent);
        }
    }
}

/// The entries of a{sa{sv}} for an app's cgroups, read now.
Measures read(int root, const Cgroups &cgroups)
{
    Measures measures;
    for (const auto &[id, path] : cgroups) {
        if (const auto dir = CgroupDir::open(root, path); dir && dir->id() == id)
            add_unit(*dir, measures);
    }
    return measures;
}

VariantPtr read_all(int root, const std::map<AppId, Cgroups> &apps)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{sa{sv}}"));
    for (const auto &[app, cgroups] : apps) {
        const Measures measures = read(root, cgroups);
        g_variant_builder_open(&builder, G_VARIANT_TYPE("{sa{sv}}"));
        g_variant_builder_add(&builder, "s", app.c_str());
        g_variant_builder_open(&builder, G_VARIANT_TYPE_VARDICT);
        for (const auto &[name, bytes] : measures.bytes)
            g_variant_builder_add(&builder, "{sv}", name.c_str(), g_variant_new_uint64(bytes));
        for (const auto &[name, percent] : measures.pressure)
            g_variant_builder_add(&builder, "{sv}", name.c_str(), g_variant_new_double(percent));
        g_variant_builder_close(&builder);
        g_variant_builder_close(&builder);
    }
    return VariantPtr{
        g_variant_ref_sink(g_variant_new("(@a{sa{sv}})", g_variant_builder_end(&builder)))};
}

} // namespace

Measurement::~Measurement()
{
    g_cancellable_cancel(m_end.get());
}

void Measurement::answer(GDBusMethodInvocation *call, const Session &session)
{
    m_asked.emplace_back(call);
    if (m_asked.size() > 1)
        return; // another call's reading is under way
    std::map<AppId, Cgroups> apps;
    for (const auto &[id, unit] : session.units) {
        // Most tabs are not shown as apps. Their figures count for the terminal. The figures of its
        // unit already include the tabs inside it.
        const AppId app = !unit.terminal || is_shown(session, unit.app) ? unit.app
            : unit.is_inside()                                          ? AppId{}
                                                                        : *unit.terminal;
        if (const CgroupDir *dir = m_dirs.find(id); dir && !app.empty())
            apps[app].emplace_back(id, dir->path());
    }
    off_the_loop<VariantPtr>(
        m_end.get(), "headroom-measure",
        [root = m_dirs.root(), apps = std::move(apps)] { return read_all(root, apps); },
        [this](VariantPtr figures) {
            answer_off_the_loop(
                m_end.get(), std::exchange(m_asked, {}),
                [figures = std::move(figures)]() mutable { return std::move(figures); });
        });
}

GVariant *measure_machine(const std::map<Resource, StallAverages> &averages)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{sa{sd}}"));
    for (const auto &[resource, of] : averages) {
        g_variant_builder_open(&builder, G_VARIANT_TYPE("{sa{sd}}"));
        g_variant_builder_add(&builder, "s", std::string{name_of(resource)}.c_str());
        g_variant_builder_open(&builder, G_VARIANT_TYPE("a{sd}"));
        for (const auto &[name, percent] : {std::pair{"some-avg10", of.ten},
                                            {"some-avg60", of.sixty},
                                            {"some-avg300", of.three_hundred}}) {
            if (percent)
                g_variant_builder_add(&builder, "{sd}", name, *percent);
        }
        g_variant_builder_close(&builder);
        g_variant_builder_close(&builder);
    }
    return g_variant_builder_end(&builder);
}

} // namespace headroom

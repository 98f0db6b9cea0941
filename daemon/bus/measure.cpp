// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/measure.h"

#include "model/hurt.h"
#include "model/job.h"
#include "sys/off_the_loop.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
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

struct App {
    Cgroups cgroups;
    Hurt hurt; ///< without figures, until a thread has read them
};

struct Measures {
    std::map<std::string, guint64> bytes;
    Pressures pressure;
};

void add_bytes(Measures &measures, const char *name, std::optional<guint64> bytes)
{
    if (bytes)
        measures.bytes[name] += *bytes;
}

void add_unit(const CgroupDir &dir, Measures &measures)
{
    const auto memory = dir.read(cgroup_file::memory_current);
    add_bytes(measures, "memory", memory ? parse_number(*memory) : std::nullopt);
    const auto stat = dir.read(cgroup_file::memory_stat);
    add_bytes(measures, "memory-needed", stat ? needed(parse_memory_stat(*stat)) : std::nullopt);
    const auto swap = dir.read(cgroup_file::memory_swap_current);
    add_bytes(measures, "swap", swap ? parse_number(*swap) : std::nullopt);
    for (const auto &[resource, file] : {std::pair{Resource::Memory, cgroup_file::memory_pressure},
                                         {Resource::Cpu, cgroup_file::cpu_pressure},
                                         {Resource::Io, cgroup_file::io_pressure}}) {
        const auto text = dir.read(file);
        if (const auto percent = text ? parse_some_avg10(*text) : std::nullopt) {
            const auto [known, is_new] = measures.pressure.emplace(resource, *percent);
            known->second = std::max(known->second, *percent);
        }
    }
}

/// What the kernel reports about an app's cgroups now.
Measures read(int root, const Cgroups &cgroups)
{
    Measures measures;
    for (const auto &[id, path] : cgroups) {
        if (const auto dir = CgroupDir::open(root, path); dir && dir->id() == id)
            add_unit(*dir, measures);
    }
    return measures;
}

Hurt with_figures(Hurt hurt, const Measures &measures)
{
    hurt.pressure = measures.pressure;
    for (const char *name : {"memory", "memory-needed"}) {
        if (const auto known = measures.bytes.find(name); known != measures.bytes.end())
            hurt.memory = known->second;
    }
    return hurt;
}

/// The entries of a{sv} for an app.
GVariant *as_entries(const Measures &measures, std::uint32_t rank)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    for (const auto &[name, bytes] : measures.bytes)
        g_variant_builder_add(&builder, "{sv}", name.c_str(), g_variant_new_uint64(bytes));
    for (const auto &[resource, percent] : measures.pressure)
        g_variant_builder_add(&builder, "{sv}",
                              ("pressure-" + std::string{name_of(resource)}).c_str(),
                              g_variant_new_double(percent));
    if (const auto worst = worst_pressure(measures.pressure))
        g_variant_builder_add(&builder, "{sv}", "worst-pressure",
                              g_variant_new_string(std::string{name_of(*worst)}.c_str()));
    g_variant_builder_add(&builder, "{sv}", "hurt-rank", g_variant_new_uint32(rank));
    return g_variant_builder_end(&builder);
}

VariantPtr read_all(int root, const std::map<AppId, App> &apps)
{
    std::vector<Measures> measures;
    std::vector<Hurt> hurts;
    for (const auto &[id, app] : apps) {
        measures.push_back(read(root, app.cgroups));
        hurts.push_back(with_figures(app.hurt, measures.back()));
    }
    const auto ranks = rank_hurt(hurts);
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{sa{sv}}"));
    for (std::size_t at = 0; const auto &[id, app] : apps) {
        g_variant_builder_add(&builder, "{s@a{sv}}", id.c_str(),
                              as_entries(measures[at], ranks[at]));
        ++at;
    }
    return VariantPtr{
        g_variant_ref_sink(g_variant_new("(@a{sa{sv}})", g_variant_builder_end(&builder)))};
}

void add_state(std::map<AppId, App> &apps, const Session &session)
{
    for (const auto &[unit, in_force] : session.weights) {
        const auto app = apps.find(in_force.app);
        if (app != apps.end() && in_force.kind == WeightKind::Nap)
            app->second.hurt.restraint = Restraint::Napped;
    }
    for (const auto &[unit, lease] : session.leases) {
        if (const auto app = apps.find(lease.app); app != apps.end())
            app->second.hurt.restraint = Restraint::Frozen;
    }
    if (const auto in_front = session.focused_app()) {
        if (const auto app = apps.find(*in_front); app != apps.end())
            app->second.hurt.in_front = true;
    }
}

void add_averages(GVariantBuilder &builder, const std::string &prefix,
                  const std::map<Resource, StallAverages> &averages)
{
    for (const auto &[resource, of] : averages) {
        g_variant_builder_open(&builder, G_VARIANT_TYPE("{sa{sd}}"));
        g_variant_builder_add(&builder, "s", (prefix + std::string{name_of(resource)}).c_str());
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
}

} // namespace

std::optional<std::uint64_t> needed(const MemoryStat &stat)
{
    return sum_of(sum_of(sum_of(stat.active_anon, stat.inactive_anon),
                         sum_of(stat.unevictable, stat.slab_unreclaimable)),
                  stat.active_file);
}

Measurement::~Measurement()
{
    g_cancellable_cancel(m_end.get());
}

void Measurement::answer(GDBusMethodInvocation *call, const Session &session)
{
    m_waiting_calls.emplace_back(call);
    if (m_waiting_calls.size() > 1)
        return; // a thread reads for an earlier call, and answers this one, too
    std::map<AppId, App> apps;
    for (const auto &[id, unit] : session.units) {
        // Most tabs are not shown as apps. Their figures count for the terminal. The figures of its
        // unit already include the tabs inside it.
        const AppId app = !unit.terminal || is_shown(session, unit.app) ? unit.app
            : unit.is_inside()                                          ? AppId{}
                                                                        : *unit.terminal;
        if (const CgroupDir *dir = m_dirs.find(id); dir && !app.empty())
            apps[app].cgroups.emplace_back(id, dir->path());
    }
    add_state(apps, session);
    off_the_loop<VariantPtr>(
        m_end.get(), "headroom-measure",
        [root = m_dirs.root(), apps = std::move(apps)] { return read_all(root, apps); },
        [this](VariantPtr figures) {
            answer_off_the_loop(
                m_end.get(), std::exchange(m_waiting_calls, {}),
                [figures = std::move(figures)]() mutable { return std::move(figures); });
        });
}

GVariant *measure_machine(const std::map<Resource, StallAverages> &machine,
                          const std::map<Resource, StallAverages> &foreground)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{sa{sd}}"));
    add_averages(builder, "", machine);
    add_averages(builder, "foreground-", foreground);
    return g_variant_builder_end(&builder);
}

} // namespace headroom

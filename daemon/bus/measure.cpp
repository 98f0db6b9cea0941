// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/measure.h"

#include "bus/memory_figures.h"
#include "model/config.h"
#include "model/hurt.h"
#include "model/job.h"
#include "model/need.h"
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
    std::optional<MeasuredNeed> measured; ///< as in MemoryFigures
};

using Cgroups = std::vector<Cgroup>;

struct App {
    Cgroups cgroups;
    Hurt hurt; ///< without figures, until a thread has read them
    std::optional<DayNeed> last_need; ///< nullopt: it was never found out
};

struct Measures {
    std::optional<MemoryUse> memory; ///< of all cgroups that could be read
    Pressures pressure;
};

void add_unit(const CgroupDir &dir, const Cgroup &cgroup, const std::optional<Swaps> &swaps,
              Measures &measures)
{
    MemoryFigures figures = memory_figures(dir, swaps);
    figures.measured = cgroup.measured;
    const MemoryUse use = memory_use(figures);
    measures.memory = measures.memory ? sum_of(*measures.memory, use) : use;
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
Measures read(int root, const Cgroups &cgroups, const std::optional<Swaps> &swaps)
{
    Measures measures;
    for (const Cgroup &cgroup : cgroups) {
        if (const auto dir = CgroupDir::open(root, cgroup.path); dir && dir->id() == cgroup.id)
            add_unit(*dir, cgroup, swaps, measures);
    }
    return measures;
}

Hurt with_figures(Hurt hurt, const Measures &measures)
{
    hurt.pressure = measures.pressure;
    if (measures.memory)
        hurt.memory = measures.memory->needed ? measures.memory->needed : measures.memory->used;
    return hurt;
}

void add_memory(GVariantBuilder &builder, const MemoryUse &use)
{
    for (const auto &[name, bytes] : {std::pair{"memory", use.used},
                                      {"memory-needed", use.needed},
                                      {"memory-slack", use.slack},
                                      {"memory-zswap", use.zswap},
                                      {"swap", use.swapped},
                                      {"swap-compressed", use.compressed}}) {
        if (bytes)
            g_variant_builder_add(&builder, "{sv}", name, g_variant_new_uint64(*bytes));
    }
    if (use.needed)
        g_variant_builder_add(&builder, "{sv}", "memory-needed-measured",
                              g_variant_new_boolean(use.is_measured ? TRUE : FALSE));
}

void add_last(GVariantBuilder &builder, const DayNeed &need)
{
    g_variant_builder_add(&builder, "{sv}", "memory-needed-last", g_variant_new_uint64(need.bytes));
    g_variant_builder_add(&builder, "{sv}", "memory-needed-last-day",
                          g_variant_new_string(date_of(need.day).c_str()));
}

/// The entries of a{sv} for an app.
GVariant *as_entries(const Measures &measures, const App &app, std::uint32_t rank)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    if (measures.memory)
        add_memory(builder, *measures.memory);
    if (app.last_need)
        add_last(builder, *app.last_need);
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

VariantPtr read_all(int root, const std::string &proc_root, const std::map<AppId, App> &apps)
{
    std::vector<Measures> measures;
    std::vector<Hurt> hurts;
    const auto swaps = machine_swaps(proc_root);
    for (const auto &[id, app] : apps) {
        measures.push_back(read(root, app.cgroups, swaps));
        hurts.push_back(with_figures(app.hurt, measures.back()));
    }
    const auto ranks = rank_hurt(hurts);
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{sa{sv}}"));
    for (std::size_t at = 0; const auto &[id, app] : apps) {
        g_variant_builder_add(&builder, "{s@a{sv}}", id.c_str(),
                              as_entries(measures[at], app, ranks[at]));
        ++at;
    }
    return VariantPtr{
        g_variant_ref_sink(g_variant_new("(@a{sa{sv}})", g_variant_builder_end(&builder)))};
}

/// What gentle reclaim has found. While swap is short, reclaim only waits, so there is no result.
std::optional<MeasuredNeed> measured(const Session &session, UnitId unit)
{
    const auto set = session.working_sets.find(unit);
    if (set == session.working_sets.end() || !session.swap || !session.swap->memory
        || !has_free_swap(*session.swap->memory, ReclaimLimits{}.swap_reserve))
        return std::nullopt;
    const auto need = measured_need(set->second, GentleLimits{});
    if (!need)
        return std::nullopt;
    return MeasuredNeed{*need, std::max(*need, set->second.used().value_or(0))};
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

void add_last_needs(std::map<AppId, App> &apps, const Session &session)
{
    for (auto &[id, app] : apps) {
        if (const auto kept = session.kept_needs.find(id); kept != session.kept_needs.end()) {
            const auto &[day, bytes] = *kept->second.rbegin();
            app.last_need = DayNeed{id, day, bytes};
        }
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
            apps[app].cgroups.emplace_back(id, dir->path(), measured(session, id));
    }
    add_state(apps, session);
    add_last_needs(apps, session);
    off_the_loop<VariantPtr>(
        m_end.get(), "headroom-measure",
        [root = m_dirs.root(), proc_root = m_proc_root, apps = std::move(apps)] {
            return read_all(root, proc_root, apps);
        },
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

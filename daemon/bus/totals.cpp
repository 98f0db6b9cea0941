// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/totals.h"

#include "bus/memory_figures.h"
#include "sys/off_the_loop.h"

#include <algorithm>
#include <set>
#include <utility>

namespace headroom {

namespace {

constexpr Level every_level[] = {Level::Unknown, Level::Calm, Level::Uneasy, Level::High,
                                 Level::Critical};
constexpr Resource every_resource[] = {Resource::Cpu, Resource::Io, Resource::Memory};
constexpr StallCause every_cause[] = {StallCause::Background, StallCause::Foreground,
                                      StallCause::System, StallCause::Unnamed};

GVariant *acts_of(const Tally &tally)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{st}"));
    for (const auto &[verb, count] : tally.acts())
        g_variant_builder_add(&builder, "{st}", verb.c_str(), guint64{count});
    return g_variant_builder_end(&builder);
}

GVariant *levels_of(const Totals &totals)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{st}"));
    const auto durations = totals.tally.at_levels(totals.now);
    for (const Level level : every_level)
        g_variant_builder_add(
            &builder, "{st}", std::string{name_of(level)}.c_str(),
            static_cast<guint64>(durations[static_cast<std::size_t>(level)].count()));
    return g_variant_builder_end(&builder);
}

GVariant *stalls_of(const Tally &tally)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a(ssst)"));
    const auto add = [&](Stalling who, Resource resource, StallCause cause) {
        const Duration stalled = tally.stalled(who, cause, resource);
        if (stalled > Duration::zero())
            g_variant_builder_add(&builder, "(ssst)", std::string{name_of(who)}.c_str(),
                                  std::string{name_of(resource)}.c_str(),
                                  std::string{name_of(cause)}.c_str(),
                                  static_cast<guint64>(stalled.count()));
    };
    for (const Stalling who : {Stalling::Foreground, Stalling::Compositor}) {
        for (const Resource resource : every_resource) {
            for (const StallCause cause : every_cause)
                add(who, resource, cause);
        }
    }
    return g_variant_builder_end(&builder);
}

void add(GVariantBuilder &builder, const char *name, GVariant *value)
{
    g_variant_builder_add(&builder, "{sv}", name, value);
}

void add_apps_in_force(GVariantBuilder &builder, const Session &session)
{
    std::set<AppId> boosted;
    std::set<AppId> napped;
    std::set<AppId> frozen;
    for (const auto &[unit, in_force] : session.weights) {
        if (!in_force.app.empty()) // else it is the desktop's
            (in_force.kind == WeightKind::Boost ? boosted : napped).insert(in_force.app);
    }
    for (const auto &[unit, lease] : session.leases)
        frozen.insert(lease.app);
    for (const auto &[name, apps] :
         {std::pair{"boosted", &boosted}, {"napped", &napped}, {"frozen", &frozen}})
        add(builder, name, g_variant_new_uint32(static_cast<guint32>(apps->size())));
}

VariantPtr counted(const Totals &totals, const Session &session)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    add(builder, "began",
        g_variant_new_uint64(
            static_cast<guint64>(std::max<gint64>(totals.began.time_since_epoch().count(), 0))));
    add(builder, "acts", acts_of(totals.tally));
    add(builder, "level-us", levels_of(totals));
    add(builder, "stalled-us", stalls_of(totals.tally));
    add_apps_in_force(builder, session);
    return VariantPtr{g_variant_ref_sink(g_variant_builder_end(&builder))};
}

/// The sum over the slices that exist. What one of them doesn't report is unknown.
MemoryUse read(int root, const std::vector<std::string> &slices)
{
    std::optional<MemoryUse> sum;
    for (const std::string &slice : slices) {
        const auto dir = CgroupDir::open(root, slice);
        if (!dir)
            continue;
        // Slices need no figures for single swap areas.
        const MemoryUse use = memory_use(memory_figures(*dir, std::nullopt));
        sum = sum ? sum_of(*sum, use) : use;
    }
    return sum.value_or(MemoryUse{});
}

VariantPtr with_memory(const VariantPtr &counts, const MemoryUse &memory)
{
    GVariantDict all;
    g_variant_dict_init(&all, counts.get());
    for (const auto &[name, bytes] : {std::pair{"memory", memory.used},
                                      {"memory-needed", memory.needed},
                                      {"swap", memory.swapped}}) {
        if (bytes)
            g_variant_dict_insert_value(&all, name, g_variant_new_uint64(*bytes));
    }
    return VariantPtr{g_variant_ref_sink(g_variant_new("(@a{sv})", g_variant_dict_end(&all)))};
}

} // namespace

TotalsInterface::~TotalsInterface()
{
    g_cancellable_cancel(m_end.get());
}

void TotalsInterface::connect(HeadroomDbusManager *skeleton)
{
    using Handler = gboolean (*)(HeadroomDbusManager *, GDBusMethodInvocation *, gpointer);
    const Handler handle = [](HeadroomDbusManager *, GDBusMethodInvocation *call,
                              gpointer self) -> gboolean {
        static_cast<TotalsInterface *>(self)->answer(call);
        return TRUE;
    };
    g_signal_connect(skeleton, "handle-totals", G_CALLBACK(handle), this);
}

void TotalsInterface::answer(GDBusMethodInvocation *call)
{
    m_waiting_calls.emplace_back(call);
    if (m_waiting_calls.size() > 1)
        return; // a thread reads for an earlier call, and answers this one, too
    const Totals totals = m_requests.totals();
    off_the_loop<VariantPtr>(
        m_end.get(), "headroom-totals",
        [root = m_dirs.root(), slices = totals.slices,
         counts = counted(totals, m_requests.session())] {
            return with_memory(counts, read(root, slices));
        },
        [this](VariantPtr answer) {
            answer_off_the_loop(
                m_end.get(), std::exchange(m_waiting_calls, {}),
                [answer = std::move(answer)]() mutable { return std::move(answer); });
        });
}

} // namespace headroom

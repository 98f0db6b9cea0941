// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics_text.h"

#include <string_view>
#include <utility>

namespace headroom::ctl {

namespace {

using enum MetricType;

constexpr Family build{"headroom_build", Info, "", "The version of Headroom."};
constexpr Family start_time{"headroom_start_time_seconds", Gauge, "seconds",
                            "When the counters of this session began, in seconds since 1970."};
constexpr Family level{"headroom_level", StateSet, "", "How short the machine is now."};
constexpr Family level_time{"headroom_level_seconds", Counter, "seconds",
                            "For how long each level was in force."};
constexpr Family stalled{
    "headroom_stalled_seconds", Counter, "seconds",
    "For how long what is in front stalled, while the machine was not calm, by what is known of "
    "the cause."};
constexpr Family acts{"headroom_acts", Counter, "", "What Headroom did."};
constexpr Family apps_in_force{
    "headroom_apps", Gauge, "",
    "Apps that are boosted, napped or frozen now. An app may be napped and frozen."};
constexpr Family all_memory{"headroom_apps_memory_bytes", Gauge, "bytes",
                            "Memory of all apps together, file pages included."};
constexpr Family all_needed{
    "headroom_apps_memory_needed_bytes", Gauge, "bytes",
    "The part of it that the apps would need again at once: an estimate of their working sets."};
constexpr Family all_swap{"headroom_apps_swap_bytes", Gauge, "bytes",
                          "Memory of all apps together that is in swap."};
constexpr Family capability{"headroom_capability_available", Gauge, "",
                            "Whether Headroom can do this here."};
constexpr Family disabled{"headroom_disabled", Gauge, "",
                          "Whether the user has paused Headroom for a while."};
constexpr Family app_state{"headroom_app_state", StateSet, "", "What is in force for an app."};
constexpr Family app_memory{"headroom_app_memory_bytes", Gauge, "bytes",
                            "Memory of an app, file pages included."};
constexpr Family app_needed{"headroom_app_memory_needed_bytes", Gauge, "bytes",
                            "The part of it that the app would need again at once."};
constexpr Family app_waiting{
    "headroom_app_waiting_ratio", Gauge, "ratio",
    "The share of the last ten seconds in which the app waited, of its unit that waits most."};

constexpr std::string_view levels[] = {"unknown", "calm", "uneasy", "high", "critical"};
constexpr std::string_view states[] = {"running", "napped", "freezing", "frozen"};

double in_seconds(std::uint64_t time_us)
{
    return static_cast<double>(time_us) / 1e6;
}

void add_counts(ExpositionText &text, const Totals &totals)
{
    for (const auto &[name, time_us] : totals.level_us)
        text.add(level_time, {{"level", name}}, in_seconds(time_us));
    for (const Stalled &each : totals.stalled)
        text.add(stalled,
                 {{"group", each.group}, {"resource", each.resource}, {"cause", each.cause}},
                 in_seconds(each.time_us));
    for (const auto &[act, count] : totals.acts)
        text.add(acts, {{"act", act}}, static_cast<double>(count));
}

void add_in_force(ExpositionText &text, const Metrics &metrics)
{
    for (const auto &[state, count] : metrics.totals.in_force)
        text.add(apps_in_force, {{"state", state}}, count);
    text.add_known(all_memory, {}, metrics.totals.memory);
    text.add_known(all_needed, {}, metrics.totals.memory_needed);
    text.add_known(all_swap, {}, metrics.totals.swap);
    for (const auto &[name, state] : metrics.capabilities)
        text.add(capability, {{"capability", name}}, state.available ? 1 : 0);
    text.add(disabled, {}, metrics.disabled ? 1 : 0);
}

/// The samples of a family must follow each other.
void add_apps(ExpositionText &text, const AppMetrics &metrics)
{
    for (const App &app : metrics.apps)
        text.add_states(app_state, {{"app", app.id}}, states, app.state);
    for (const auto &[id, measure] : metrics.measures)
        text.add_known(app_memory, {{"app", id}}, measure.memory);
    for (const auto &[id, measure] : metrics.measures)
        text.add_known(app_needed, {{"app", id}}, measure.memory_needed);
    for (const auto &[id, measure] : metrics.measures) {
        for (const auto &[resource, percent] : {std::pair{"cpu", measure.cpu_pressure},
                                                {"io", measure.io_pressure},
                                                {"memory", measure.memory_pressure}}) {
            if (percent)
                text.add(app_waiting, {{"app", id}, {"resource", resource}}, *percent / 100);
        }
    }
}

} // namespace

std::string metrics_text(const Metrics &metrics, Exposition format, std::vector<Label> common)
{
    ExpositionText text(format, std::move(common));
    text.add(build, {{"version", metrics.version}}, 1);
    if (const auto began = metrics.totals.began_us)
        text.add(start_time, {}, in_seconds(*began));
    text.add_states(level, {}, levels, metrics.level);
    add_counts(text, metrics.totals);
    add_in_force(text, metrics);
    if (metrics.apps)
        add_apps(text, *metrics.apps);
    return std::move(text).finish();
}

} // namespace headroom::ctl

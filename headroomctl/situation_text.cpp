// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <glib/gi18n.h>

#include "situation.h"
#include "table.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr std::size_t widest_name = 32;
constexpr const char *unknown = "?";
constexpr double noticeable = 5; ///< percent, as the next one
constexpr double much = 20;

std::string name_of(const std::vector<App> &apps, const std::string &id)
{
    const auto found = std::ranges::find(apps, id, &App::id);
    return found != apps.end() ? found->name : id;
}

Cell marks(const App &app, const Situation &situation)
{
    std::string result;
    const auto add = [&result](bool set, const char *mark) {
        if (set)
            result += (result.empty() ? "" : ", ") + std::string(mark);
    };
    add(app.id == situation.focused, C_("mark of an app", "focused"));
    add(app.boosted, C_("mark of an app", "boosted"));
    add(app.frozen, C_("mark of an app", "frozen by Headroom"));
    // Translators: a program requested that it is not frozen for now.
    add(!app.holds.empty(), C_("mark of an app", "held"));
    return {result, app.frozen ? Ink::Yellow : Ink::Green};
}

std::string count(std::optional<unsigned> value)
{
    return value ? formatted("%u", *value) : unknown;
}

std::string percent(std::optional<double> value)
{
    return value ? formatted("%.0f", *value) : unknown;
}

Ink pressure_ink(const Measure &measure)
{
    const auto worst = worst_wait(measure);
    if (!worst || worst->percent < noticeable)
        return Ink::Plain;
    return worst->percent < much ? Ink::Yellow : Ink::Red;
}

std::vector<Cell> row(const App &app, const Situation &situation)
{
    const auto found = situation.measures.find(app.id);
    const Measure measure = found != situation.measures.end() ? found->second : Measure{};
    const std::string at_least = measure.memory && has_earlier_memory_elsewhere(app) ? "≥ " : "";
    const auto windows = !situation.windows_known ? std::nullopt : std::optional(app.windows);
    const std::string pressure = percent(measure.memory_pressure) + "/"
        + percent(measure.cpu_pressure) + "/" + percent(measure.io_pressure);
    return {
        {app.name, app.id == situation.focused ? Ink::Bold : Ink::Plain},
        state_word(app.state),
        marks(app, situation),
        {count(windows)},
        {count(app.streams)},
        {at_least + (measure.memory ? bytes(*measure.memory) : unknown)},
        {pressure, pressure_ink(measure)},
    };
}

std::string first_line(const Situation &situation, bool coloured)
{
    const Cell level = level_word(situation.level);
    const std::string focused = situation.focused.empty()
        ? C_("instead of the app that has the focus", "none")
        : fitted(name_of(situation.apps, situation.focused), widest_name);
    const std::string source = situation.window_source.empty()
        ? C_("windows are known from", "nowhere")
        : plain_text(situation.window_source);
    // Translators: how short the machine is; the app that has the focus; what reports windows, such
    // as "kwin".
    return formatted(C_("status: labels, each with its value",
                        "Level: %s   Focused: %s   Windows known from: %s"),
                     inked(plain_text(level.text), level.ink, coloured).c_str(),
                     inked(focused, Ink::Bold, coloured).c_str(), source.c_str())
        + "\n"
        + (situation.level_reason.empty() ? "" : "  " + plain_text(situation.level_reason) + "\n");
}

std::string footnote(const Situation &situation)
{
    const bool needed = std::ranges::any_of(situation.apps, [&](const App &app) {
        const auto measure = situation.measures.find(app.id);
        return has_earlier_memory_elsewhere(app) && measure != situation.measures.end()
            && measure->second.memory;
    });
    // Translators: below a table of apps with their memory, where some figures have the sign in
    // front.
    return needed
        ? std::string(C_("footnote of a table: a sentence",
                         "≥: what it had allocated before it got a unit of its own is counted "
                         "elsewhere."))
            + "\n"
        : std::string{};
}

std::string app_table(const Situation &situation, bool coloured)
{
    if (situation.apps.empty())
        return std::string(C_("instead of a table: a sentence", "No app has a unit or a window."))
            + "\n";
    Table table({{C_("column", "APP"), false, widest_name},
                 {C_("column", "STATE")},
                 {C_("column", "MARKS")},
                 {C_("column: how many windows an app has", "WINDOWS"), true},
                 {C_("column: how many sounds an app plays or records", "STREAMS"), true},
                 {C_("column", "MEMORY"), true},
                 {C_("column: how much of the time an app has waited for memory, CPU and disk",
                     "STALLED % MEM/CPU/IO"),
                  true}});
    for (const App &app : situation.apps)
        table.add(row(app, situation));
    return table.render(coloured) + footnote(situation);
}

std::string what_is_missing(const Situation &situation, bool coloured)
{
    std::string result;
    if (!situation.not_measured.empty())
        result += formatted(C_("status, top: a sentence, then one that says why",
                               "Memory and pressure are not known: %s"),
                            plain_text(situation.not_measured).c_str())
            + "\n";
    bool remedies = false;
    for (const auto &[name, capability] : situation.capabilities) {
        if (capability.available)
            continue;
        const std::string line = formatted(
            C_("status: thing that Headroom cannot do, then a sentence that says why", "%s: %s"),
            capability_title(name).c_str(), capability.reason.c_str());
        result +=
            inked(plain_text(line), is_essential(name) ? Ink::Red : Ink::Yellow, coloured) + "\n";
        remedies = remedies || !capability.remedy.empty();
    }
    if (remedies)
        result += std::string(C_("status: a sentence below what does not work",
                                 "\"headroomctl doctor\" explains how to fix it."))
            + "\n";
    return result.empty() ? result : "\n" + result;
}

} // namespace

std::string situation_as_text(const Situation &situation, bool coloured)
{
    return first_line(situation, coloured) + "\n" + app_table(situation, coloured)
        + what_is_missing(situation, coloured);
}

} // namespace headroom::ctl

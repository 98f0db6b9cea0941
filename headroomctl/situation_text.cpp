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
    // Translators: marks of an app in a table: it has the focus, it has been given more CPU, Headroom has frozen it, somebody wants it left alone.
    add(app.id == situation.focused, _("focused"));
    add(app.boosted, _("boosted"));
    add(app.frozen, _("frozen by Headroom"));
    add(!app.holds.empty(), _("held"));
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
    const double worst = std::max({measure.memory_pressure.value_or(0), measure.cpu_pressure.value_or(0), measure.io_pressure.value_or(0)});
    return worst >= 20 ? Ink::Red : worst >= 5 ? Ink::Yellow : Ink::Plain;
}

std::vector<Cell> row(const App &app, const Situation &situation)
{
    const auto found = situation.measures.find(app.id);
    const Measure measure = found != situation.measures.end() ? found->second : Measure{};
    const std::string at_least = measure.memory && has_earlier_memory_elsewhere(app) ? "≥ " : "";
    const auto windows = !situation.windows_known ? std::nullopt : std::optional(app.windows);
    const std::string pressure =
        percent(measure.memory_pressure) + "/" + percent(measure.cpu_pressure) + "/" + percent(measure.io_pressure);
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
    const std::string focused =
        // Translators: in place of an app's name, where none has the focus.
        situation.focused.empty() ? _("none") : fitted(name_of(situation.apps, situation.focused), widest_name);
    // Translators: where windows are known from: nowhere.
    const std::string source = situation.window_source.empty() ? _("nowhere") : printable(situation.window_source);
    return formatted(_("Level: %s   Focused: %s   Windows known from: %s"), inked(printable(level.text), level.ink, coloured).c_str(),
                inked(focused, Ink::Bold, coloured).c_str(), source.c_str())
        + "\n" + (situation.level_reason.empty() ? "" : "  " + printable(situation.level_reason) + "\n");
}

std::string footnote(const Situation &situation)
{
    const bool needed = std::ranges::any_of(situation.apps, [&](const App &app) {
        const auto measure = situation.measures.find(app.id);
        return has_earlier_memory_elsewhere(app) && measure != situation.measures.end() && measure->second.memory;
    });
    // Translators: below a table of apps with their memory, where some figures have the sign in front.
    return needed ? std::string(_("≥: what it had allocated before it got a unit of its own is counted elsewhere.")) + "\n" : std::string{};
}

std::string app_table(const Situation &situation, bool coloured)
{
    if (situation.apps.empty())
        return std::string(_("No app has a unit or a window.")) + "\n";
    // Translators: titles of a table. STALLED % is how much of the time an app has waited for memory, CPU and disk.
    Table table({{_("APP"), false, widest_name},
                 {_("STATE")},
                 {_("MARKS")},
                 {_("WINDOWS"), true},
                 {_("STREAMS"), true},
                 {_("MEMORY"), true},
                 {_("STALLED % MEM/CPU/IO"), true}});
    for (const App &app : situation.apps)
        table.add(row(app, situation));
    return table.render(coloured) + footnote(situation);
}

std::string what_is_missing(const Situation &situation, bool coloured)
{
    std::string result;
    if (!situation.not_measured.empty())
        result += formatted(_("Memory and pressure are not known: %s"), printable(situation.not_measured).c_str()) + "\n";
    bool remedies = false;
    for (const auto &[name, capability] : situation.capabilities) {
        if (capability.available)
            continue;
        const std::string line = capability_title(name) + ": " + capability.reason;
        result += inked(printable(line), is_essential(name) ? Ink::Red : Ink::Yellow, coloured) + "\n";
        remedies = remedies || !capability.remedy.empty();
    }
    if (remedies)
        result += std::string(_("\"headroomctl doctor\" says what can be done about it.")) + "\n";
    return result.empty() ? result : "\n" + result;
}

} // namespace

std::string situation_as_text(const Situation &situation, bool coloured)
{
    return first_line(situation, coloured) + "\n" + app_table(situation, coloured) + what_is_missing(situation, coloured);
}

} // namespace headroom::ctl

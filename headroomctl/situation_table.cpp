// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <array>
#include <string>

#include <glib/gi18n.h>

#include "situation.h"
#include "table.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr std::size_t widest_name = 32;
constexpr const char *unknown = "?";

std::vector<Column> columns()
{
    return {
        {.name = "app", .title = C_("column", "APP"), .widest = widest_name},
        {.name = "id", .title = C_("column: the id of an app", "ID"), .on_request = true},
        {.name = "state", .title = C_("column", "STATE")},
        {.name = "focused", .title = C_("column: whether an app has the focus", "ACTIVE")},
        {.name = "boosted", .title = C_("column: whether an app has priority", "BOOSTED")},
        // Translators: a program requested that the app is not frozen for now.
        {.name = "held",
         .title = C_("column: whether a program keeps an app from being frozen", "HELD")},
        {.name = "frozen-by",
         .title = C_("column: what has frozen an app", "PAUSED BY"),
         .on_request = true},
        {.name = "windows",
         .title = C_("column: how many windows an app has", "WINDOWS"),
         .right_aligned = true,
         .on_request = true},
        {.name = "streams",
         .title = C_("column: how many sounds an app plays or records", "STREAMS"),
         .right_aligned = true,
         .on_request = true},
        {.name = "memory", .title = C_("column", "MEMORY"), .right_aligned = true},
        {.name = "needed",
         .title = C_("column: the memory that an app needs", "IN USE"),
         .right_aligned = true,
         .on_request = true},
        {.name = "swap",
         .title = C_("column: memory of an app that is in swap", "SWAP"),
         .right_aligned = true,
         .on_request = true},
        {.name = "memory-wait",
         .title = C_("column: how much of the time an app has waited for it", "MEM WAIT"),
         .right_aligned = true},
        {.name = "cpu-wait",
         .title = C_("column: how much of the time an app has waited for it", "CPU WAIT"),
         .right_aligned = true},
        {.name = "io-wait",
         .title = C_("column: how much of the time an app has waited for it", "DISK WAIT"),
         .right_aligned = true},
        {.name = "why", .title = C_("column", "WHY"), .on_request = true},
    };
}

Cell flag(bool set)
{
    return {set ? C_("in a table: an app has this property", "yes") : "", Ink::Green,
            set ? "yes" : "no"};
}

Cell count(std::optional<unsigned> value)
{
    return {value ? formatted("%u", *value) : unknown};
}

Cell wait(std::optional<double> percent)
{
    if (!percent)
        return {unknown};
    // Not printf(): a program must not depend on the locale's decimal point.
    std::array<char, G_ASCII_DTOSTR_BUF_SIZE> raw{};
    return {formatted("%.0f %%", *percent), ink_of_wait(*percent),
            g_ascii_formatd(raw.data(), static_cast<int>(raw.size()), "%.2f", *percent)};
}

Cell amount(const std::optional<std::uint64_t> &value)
{
    return value ? Cell{bytes(*value), Ink::Plain, std::to_string(*value)} : Cell{unknown};
}

Cell memory(const App &app, const Measure &measure)
{
    if (!measure.memory)
        return {unknown};
    const std::string at_least = has_earlier_memory_elsewhere(app) ? "≥ " : "";
    return {at_least + bytes(*measure.memory), Ink::Plain, std::to_string(*measure.memory)};
}

Cell frozen_by(const App &app)
{
    if (app.frozen)
        return {"Headroom", Ink::Yellow, "headroom"};
    return {"", Ink::Plain, "-"};
}

Cell state(const App &app)
{
    Cell cell = state_word(app.state);
    cell.raw = app.state;
    return cell;
}

std::vector<Cell> row(const App &app, const Situation &situation)
{
    const auto found = situation.measures.find(app.id);
    const Measure measure = found != situation.measures.end() ? found->second : Measure{};
    const bool focused = app.id == situation.focused;
    return {
        {app.name, focused ? Ink::Bold : Ink::Plain},
        {app.id},
        state(app),
        flag(focused),
        flag(app.boosted),
        flag(!app.holds.empty()),
        frozen_by(app),
        count(!situation.windows_known ? std::nullopt : std::optional(app.windows)),
        count(app.streams),
        memory(app, measure),
        amount(measure.memory_needed),
        amount(measure.swap),
        wait(measure.memory_pressure),
        wait(measure.cpu_pressure),
        wait(measure.io_pressure),
        {app.reason},
    };
}

} // namespace

std::vector<std::string> situation_columns()
{
    std::vector<std::string> names;
    for (const Column &column : columns())
        names.emplace_back(column.name);
    return names;
}

std::string situation_table(const Situation &situation, const Output &output)
{
    Table table(columns());
    for (const App &app : situation.apps)
        table.add(row(app, situation));
    return table.render(output);
}

} // namespace headroom::ctl

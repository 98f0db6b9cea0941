// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "top_table.h"

#include <algorithm>
#include <array>

#include <glib/gi18n.h>

#include "words.h"

namespace headroom::ctl {

namespace {

constexpr int mark_room = 2; ///< room for the sign before the selected app
constexpr int gap = 2;
/// Rather than cutting names further, another column is left out.
constexpr int narrowest_name = 16;
constexpr int widest_name = 40;

/// All columns but the name. The state comes first: a word behind a right-to-left name keeps the
/// figures after it in place.
struct Row {
    std::array<Cell, 4> cells;
    static constexpr std::array right_aligned{false, false, true, true};
};

std::string waits(const Wait &wait)
{
    switch (wait.what) {
    case Resource::Memory:
        return formatted(
            C_("how much of the time an app has waited, and for what, in a narrow column",
               "%.0f %% memory"),
            wait.percent);
    case Resource::Io:
        return formatted(
            C_("how much of the time an app has waited, and for what, in a narrow column",
               "%.0f %% disk"),
            wait.percent);
    case Resource::Cpu:
        return formatted(
            C_("how much of the time an app has waited, and for what, in a narrow column",
               "%.0f %% CPU"),
            wait.percent);
    }
    return {};
}

std::optional<Wait> shown_wait(const Measure &measure, TopOrder order)
{
    switch (order) {
    case TopOrder::MemoryWait: return wait_for(measure, Resource::Memory);
    case TopOrder::CpuWait: return wait_for(measure, Resource::Cpu);
    case TopOrder::IoWait: return wait_for(measure, Resource::Io);
    case TopOrder::Hurt:
    case TopOrder::Memory:
    case TopOrder::Name: return worst_wait(measure);
    }
    return std::nullopt;
}

Cell state_of(const LiveSituation &situation, const App &app)
{
    if (app.state == "running" && app.id == situation.focused)
        return {C_("mark of an app", "active"), Ink::Green};
    return state_word(app.state);
}

/// An app that waits for nothing has no word. "?" means unknown.
Cell wait_cell(const std::optional<Wait> &wait)
{
    if (!wait)
        return {"?"};
    return {wait->percent < 0.5 ? "–" : waits(*wait), ink_of_wait(wait->percent)};
}

Row row_of(const LiveSituation &situation, const App &app, TopOrder order)
{
    const Measure measure = measure_of(situation, app);
    const std::string at_least = has_earlier_memory_elsewhere(app) ? "≥ " : "";
    return {{{
        state_of(situation, app),
        wait_cell(shown_wait(measure, order)),
        {measure.memory_needed ? at_least + bytes(*measure.memory_needed) : "?"},
        {measure.memory ? at_least + bytes(*measure.memory) : "?"},
    }}};
}

Row title_row()
{
    return {{{{C_("column", "STATE"), Ink::Bold},
              {C_("column: what an app waits for", "WAITS FOR"), Ink::Bold},
              {C_("column: the memory that an app needs", "IN USE"), Ink::Bold},
              {C_("column: the memory that an app uses", "MEMORY"), Ink::Bold}}}};
}

struct Layout {
    int name = 0;
    std::size_t shown = 0; ///< number of other columns shown
    std::array<int, 4> widths{};
};

Layout laid_out(const std::vector<Row> &rows, int columns)
{
    Layout layout;
    for (const Row &row : rows) {
        for (std::size_t i = 0; i < layout.widths.size(); ++i)
            layout.widths.at(i) = std::max(layout.widths.at(i),
                                           static_cast<int>(display_width(row.cells.at(i).text)));
    }
    layout.name = columns - mark_room;
    for (layout.shown = 0; layout.shown < layout.widths.size(); ++layout.shown) {
        const int left = layout.name - gap - layout.widths.at(layout.shown);
        if (left < narrowest_name)
            break;
        layout.name = left;
    }
    layout.name = std::clamp(layout.name, 0, widest_name);
    return layout;
}

ScreenLine line_of(const std::string &name, Ink name_ink, const Row &row, const Layout &layout)
{
    ScreenLine line;
    if (layout.name > 0)
        line.texts.push_back(
            {mark_room, fitted(name, static_cast<std::size_t>(layout.name)), name_ink});
    int at = mark_room + layout.name;
    for (std::size_t i = 0; i < layout.shown; ++i) {
        at += gap;
        const Cell &cell = row.cells.at(i);
        const int slack = Row::right_aligned.at(i)
            ? layout.widths.at(i) - static_cast<int>(display_width(cell.text))
            : 0;
        line.texts.push_back({at + slack, cell.text, cell.ink});
        at += layout.widths.at(i);
    }
    return line;
}

} // namespace

std::vector<ScreenLine> app_rows(const LiveSituation &situation,
                                 const std::vector<const App *> &apps, const TopState &state,
                                 int columns, bool titles)
{
    if (apps.empty() && situation.apps.empty())
        return {{{{0, C_("instead of a table: a sentence", "No app has a unit or a window.")}}}};
    std::vector<Row> rows{title_row()};
    std::ranges::transform(apps, std::back_inserter(rows),
                           [&](const App *app) { return row_of(situation, *app, state.order); });
    const Layout layout = laid_out(rows, columns);
    std::vector<ScreenLine> lines;
    if (titles)
        lines.push_back(line_of(C_("column", "APP"), Ink::Bold, rows.front(), layout));
    for (std::size_t i = 0; i < apps.size(); ++i) {
        const bool selected = apps[i]->id == state.selected;
        ScreenLine line =
            line_of(apps[i]->name, apps[i]->id == situation.focused ? Ink::Bold : Ink::Plain,
                    rows[i + 1], layout);
        line.texts.insert(line.texts.begin(), {0, selected ? ">" : ""});
        line.marked = selected;
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace headroom::ctl

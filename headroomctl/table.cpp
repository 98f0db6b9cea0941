// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "table.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <glib.h>
#include <libsmartcols.h>

namespace headroom::ctl {

namespace {

struct Unref {
    void operator()(libscols_table *table) const { scols_unref_table(table); }
};
using Drawing = std::unique_ptr<libscols_table, Unref>;

std::string upper(const char *name)
{
    g_autofree char *result = g_ascii_strup(name, -1);
    return result;
}

/// An empty drawing with the user's choices. It never depends on a terminal: the text may go
/// through a pager, which scrolls to the right.
Drawing begun(const Output &output)
{
    Drawing drawing(scols_new_table());
    if (!drawing)
        g_error("out of memory"); // as GLib does
    scols_table_set_termforce(drawing.get(), SCOLS_TERMFORCE_NEVER);
    // Cells have been made safe for terminals. libsmartcols would show what the C library's tables
    // of characters don't have yet as bytes. Without that encoding it takes only what is valid in
    // the locale: given UTF-8 in the locale C, it never returns.
    scols_table_enable_noencoding(drawing.get(), 1);
    scols_table_enable_minout(drawing.get(), 1); // no blanks at the ends of lines
    scols_table_enable_raw(drawing.get(), output.raw);
    scols_table_enable_noheadings(drawing.get(), output.no_headings);
    scols_table_enable_colors(drawing.get(), output.coloured ? 1 : 0);
    scols_table_set_column_separator(drawing.get(), output.raw != FALSE ? " " : "  ");
    return drawing;
}

void add_column(libscols_table *drawing, const Column &column, const Output &output)
{
    const std::string title = output.raw != FALSE ? upper(column.name) : column.title;
    libscols_column *added = scols_table_new_column(drawing, in_the_locale(title).c_str(), 0,
                                                    column.right_aligned ? SCOLS_FL_RIGHT : 0);
    if (added != nullptr && output.coloured)
        scols_cell_set_color(scols_column_get_header(added), sequence(Ink::Bold));
}

/// Never empty: a program counts the values of a line.
std::string raw_text(const Cell &cell)
{
    const std::string &text = cell.raw.empty() ? cell.text : cell.raw;
    return text.empty() ? "-" : plain_text(text);
}

void set_cell(libscols_line *line, std::size_t place, const Cell &cell, const Column &column,
              const Output &output)
{
    const std::string text =
        output.raw != FALSE ? raw_text(cell) : fitted(cell.text, column.widest);
    scols_line_set_data(line, place, in_the_locale(text).c_str());
    if (output.coloured && cell.ink != Ink::Plain)
        scols_cell_set_color(scols_line_get_cell(line, place), sequence(cell.ink));
}

} // namespace

Table::Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}

void Table::add(std::vector<Cell> row)
{
    row.resize(m_columns.size());
    m_rows.push_back(std::move(row));
}

std::vector<std::size_t> Table::chosen(const Output &output) const
{
    std::vector<std::size_t> result;
    for (const std::string &name : output.chosen_columns()) {
        const auto found = std::ranges::find(m_columns, name, &Column::name);
        if (found != m_columns.end())
            result.push_back(static_cast<std::size_t>(found - m_columns.begin()));
    }
    for (std::size_t i = 0; i < m_columns.size() && output.columns == nullptr; ++i) {
        if (!m_columns[i].on_request)
            result.push_back(i);
    }
    return result;
}

std::string Table::render(const Output &output) const
{
    const Drawing drawing = begun(output);
    const std::vector<std::size_t> shown = chosen(output);
    for (const std::size_t column : shown)
        add_column(drawing.get(), m_columns[column], output);
    for (const std::vector<Cell> &row : m_rows) {
        libscols_line *line = scols_table_new_line(drawing.get(), nullptr);
        for (std::size_t place = 0; line != nullptr && place < shown.size(); ++place)
            set_cell(line, place, row[shown[place]], m_columns[shown[place]], output);
    }
    // libsmartcols prints nothing of a table without lines, not even its titles.
    if (m_rows.empty())
        return {};
    char *text = nullptr;
    if (scols_print_table_to_string(drawing.get(), &text) != 0)
        return {};
    std::string result = from_the_locale(text != nullptr ? text : "");
    std::free(text); // NOLINT(cppcoreguidelines-no-malloc): libsmartcols has allocated it
    if (!result.empty() && !result.ends_with('\n'))
        result += '\n';
    return result;
}

} // namespace headroom::ctl

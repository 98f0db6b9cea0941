// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "table.h"

#include <algorithm>

namespace headroom::ctl {

namespace {

constexpr std::size_t gap = 2;

} // namespace

Table::Table(std::vector<Column> columns) : m_columns(std::move(columns))
{
    std::vector<Cell> titles;
    for (const Column &column : m_columns)
        titles.push_back({column.title, Ink::Bold});
    m_rows.push_back(std::move(titles));
}

void Table::add(std::vector<Cell> row)
{
    row.resize(m_columns.size());
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i].text = fitted(row[i].text, m_columns[i].widest);
    m_rows.push_back(std::move(row));
}

std::string Table::render(bool coloured) const
{
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (const auto &row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], display_width(row[i].text));
    }
    std::string result;
    for (const auto &row : m_rows)
        result += line(row, widths, coloured) + '\n';
    return result;
}

std::string Table::line(const std::vector<Cell> &row, const std::vector<std::size_t> &widths,
                        bool coloured) const
{
    std::string result;
    // Blanks are written only before the next text, so that no line ends with any.
    std::size_t owed = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t slack = widths[i] - display_width(row[i].text);
        if (m_columns[i].right_aligned)
            owed += slack;
        if (!row[i].text.empty()) {
            result.append(owed, ' ').append(inked(row[i].text, row[i].ink, coloured));
            owed = 0;
        } else {
            owed += m_columns[i].right_aligned ? 0 : slack;
        }
        if (!row[i].text.empty() && !m_columns[i].right_aligned)
            owed += slack;
        owed += gap;
    }
    return result;
}

} // namespace headroom::ctl

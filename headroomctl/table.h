// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "terminal_text.h"

namespace headroom::ctl {

struct Column {
    std::string title;
    bool right_aligned = false;
    /// Longer cells are cut.
    std::size_t widest = std::numeric_limits<std::size_t>::max();
};

struct Cell {
    std::string text;
    Ink ink = Ink::Plain;
};

/// Rows under titles. Each column is as wide as its widest cell.
class Table {
public:
    explicit Table(std::vector<Column> columns);

    /// One cell per column.
    void add(std::vector<Cell> row);
    [[nodiscard]] std::string render(bool coloured) const;

private:
    [[nodiscard]] std::string line(const std::vector<Cell> &row,
                                   const std::vector<std::size_t> &widths, bool coloured) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace headroom::ctl

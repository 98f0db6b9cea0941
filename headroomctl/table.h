// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "output.h"
#include "terminal_text.h"

namespace headroom::ctl {

struct Column {
    /// As in --columns and --raw.
    const char *name;
    std::string title;
    bool right_aligned = false;
    /// Longer cells are cut, except with --raw.
    std::size_t widest = std::numeric_limits<std::size_t>::max();
    /// Only if --columns names it.
    bool on_request = false;
};

struct Cell {
    std::string text;
    Ink ink = Ink::Plain;
    /// The same for programs, with --raw. Empty: the text.
    std::string raw = {};
};

/// Rows under titles, drawn by libsmartcols: all columns but those on request, or those that the
/// user has chosen. With --raw, one blank is between cells, and blanks in them are escaped.
class Table {
public:
    explicit Table(std::vector<Column> columns);

    /// One cell per column, chosen or not.
    void add(std::vector<Cell> row);
    [[nodiscard]] std::string render(const Output &output) const;

private:
    /// The columns to show, as indices.
    [[nodiscard]] std::vector<std::size_t> chosen(const Output &output) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace headroom {

/// Turns lines of JSON into other lines of JSON. Random changes of bytes hardly ever yield another
/// event. A value from the same member of another line combines units, processes and windows in new
/// ways.
class LineMutator {
public:
    LineMutator(std::vector<std::string> lines, unsigned seed)
        : m_random(seed), m_lines(std::move(lines))
    {
    }

    void mutate();
    /// Inserts some lines of the other recording.
    void cross(const std::vector<std::string> &other);

    [[nodiscard]] const std::vector<std::string> &lines() const { return m_lines; }

private:
    [[nodiscard]] std::size_t below(std::size_t n) { return m_random() % n; }
    void change_value();

    std::minstd_rand m_random;
    std::vector<std::string> m_lines;
};

[[nodiscard]] std::vector<std::string> as_lines(const char *data, std::size_t size);
/// As many whole lines as fit.
[[nodiscard]] std::string as_text(const std::vector<std::string> &lines, std::size_t most);

} // namespace headroom

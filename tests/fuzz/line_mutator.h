// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace headroom {

/// Changes lines of JSON into other lines of JSON. Bytes that are changed at random hardly ever make an event of an event; a value that comes from the same
/// member of another line makes units, processes and windows meet that never have.
class LineMutator {
public:
    LineMutator(std::vector<std::string> lines, unsigned seed)
        : m_random(seed), m_lines(std::move(lines))
    {
    }

    void mutate();
    /// Some lines of the other recording come in between.
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

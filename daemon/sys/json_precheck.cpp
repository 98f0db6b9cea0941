// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/json_precheck.h"

#include <format>
#include <utility>

namespace headroom {

namespace {

constexpr std::size_t longest_text = 1U << 20U;

class Precheck {
public:
    explicit Precheck(int deepest) : m_deepest(deepest) {}

    std::optional<std::string> problem(std::string_view text)
    {
        if (text.size() > longest_text)
            return "it is longer than 1 MiB";
        for (; !text.empty(); text.remove_prefix(1)) {
            if (auto found = m_in_string ? in_string(text) : outside(text.front()))
                return found;
        }
        return std::nullopt;
    }

private:
    static constexpr std::string_view alphabet =
        "{}[]:,\"+-. \t\r\nabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    std::optional<std::string> in_string(std::string_view rest)
    {
        if (!std::exchange(m_escaped, false)) {
            m_escaped = rest.front() == '\\';
            m_in_string = rest.front() != '"';
            if (rest.starts_with("\\u0000"))
                return "a text in it holds a NUL";
        }
        return std::nullopt;
    }

    std::optional<std::string> outside(char c)
    {
        if (!alphabet.contains(c))
            return "it is no JSON: outside of texts it holds what JSON has no use for";
        m_in_string = c == '"';
        m_depth += (c == '[' || c == '{') ? 1 : 0;
        m_depth -= (c == ']' || c == '}') ? 1 : 0;
        return m_depth > m_deepest
            ? std::optional{std::format("it nests deeper than {} levels", m_deepest)}
            : std::nullopt;
    }

    int m_deepest;
    int m_depth = 0;
    bool m_in_string = false;
    bool m_escaped = false;
};

} // namespace

std::optional<std::string> problem_before_json_glib(std::string_view text, int deepest)
{
    return Precheck{deepest}.problem(text);
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/sentence.h"

#include <array>

namespace headroom {

namespace {

using Words = std::array<std::string, 6>;

std::string filled(const char *text, const Words &words)
{
    return std::vformat(
        text, std::make_format_args(words[0], words[1], words[2], words[3], words[4], words[5]));
}

} // namespace

std::string Sentence::in(const Wording &wording) const
{
    if (m_decimals >= 0)
        return wording.number(m_number, m_decimals);
    if (!m_text)
        return m_words;
    Words words;
    for (std::size_t i = 0; i < m_parts.size() && i < words.size(); ++i)
        words[i] = m_parts[i].in(wording);
    try {
        return filled(wording.text(m_context, m_text), words);
    } catch (const std::format_error &) { // a translator's mistake must not end the daemon
        return filled(m_text, words);
    }
}

std::string Sentence::in_english() const
{
    static const Wording english{
        .text = [](const char *, const char *text) { return text; },
        .number = [](double number,
                     int decimals) { return std::format("{:.{}f}", number, decimals); }};
    return in(english);
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/rc_file.h"

#include <charconv>
#include <format>

namespace headroom {

namespace {

constexpr std::string_view spaces = " \t\r\v\f";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr char between_groups = '\x1d';

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(spaces);
    return first == std::string_view::npos
        ? std::string_view{}
        : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

/// The character that the escape after a backslash stands for; removes it from the text. nullopt:
/// no escape.
std::optional<char> take_escape(std::string_view &text)
{
    constexpr std::string_view letters = "stnr\\";
    constexpr std::string_view meanings = " \t\n\r\\";
    if (const auto which = text.empty() ? std::string_view::npos : letters.find(text.front());
        which != std::string_view::npos) {
        text.remove_prefix(1);
        return meanings[which];
    }
    constexpr std::size_t length = 3; // xNN
    unsigned char byte = 0;
    if (text.size() < length || text.front() != 'x')
        return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data() + 1, text.data() + length, byte, 16);
    if (problem != std::errc{} || end != text.data() + length)
        return std::nullopt;
    text.remove_prefix(length);
    return static_cast<char>(byte);
}

std::string unescaped(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        plain += c == '\\' ? take_escape(text).value_or('\\') : c;
    }
    return plain;
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    RcFile parse()
    {
        if (m_text.starts_with(byte_order_mark))
            m_at = byte_order_mark.size();
        while (m_at < m_text.size()) {
            const std::size_t begin = m_at;
            const std::size_t newline = m_text.find('\n', begin);
            m_at = newline == std::string_view::npos ? m_text.size() : newline + 1;
            ++m_line;
            const std::string_view line =
                trimmed(m_text.substr(begin, std::min(newline, m_text.size()) - begin));
            if (line.empty() || line.front() == '#')
                continue;
            if (line.front() == '[')
                take_header(line);
            else
                take_entry(line, begin);
        }
        return std::move(m_file);
    }

private:
    void mistake(std::string sentence) { m_file.mistakes.push_back({m_line, std::move(sentence)}); }

    void take_header(std::string_view line)
    {
        std::optional<std::string> name;
        bool immutable = false;
        while (!line.empty() && line.front() == '[') {
            const auto end = line.find(']');
            if (end == std::string_view::npos) {
                // The next lines must not land in the previous group: there a rule would be another
                // app's.
                m_group.reset();
                m_lost = true;
                mistake("the group's name has no end");
                return;
            }
            const std::string_view part = line.substr(1, end - 1);
            line.remove_prefix(end + 1);
            if (line.empty() && part == "$i")
                immutable = true; // KConfig, too, takes it as an option only in the last place
            else
                name = name ? *name + between_groups + unescaped(part) : unescaped(part);
        }
        m_file.immutable |= immutable && !name;
        m_group = name.value_or("");
        m_lost = false;
        m_file.groups.push_back({*m_group, m_at, (immutable && name) || m_file.immutable});
    }

    void take_entry(std::string_view line, std::size_t begin)
    {
        const auto equals = line.find('=');
        std::string_view key = trimmed(line.substr(0, equals));
        if (!m_group) {
            if (!m_lost)
                mistake("it stands before the first [group]");
            return;
        }
        RcEntry entry{
            .group = *m_group, .key = {}, .value = {}, .line = m_line, .begin = begin, .end = m_at};
        bool localized = false;
        for (auto open = key.rfind('['); open != std::string_view::npos; open = key.rfind('[')) {
            const auto close = key.find(']', open);
            if (close == std::string_view::npos) {
                mistake("a [ in the key is never closed");
                return;
            }
            const std::string_view option = key.substr(open + 1, close - open - 1);
            if (option.starts_with('$')) {
                entry.immutable |= option.contains('i');
                entry.deleted |= option.contains('d');
            } else {
                localized = true;
            }
            key = trimmed(key.substr(0, open));
        }
        entry.key = unescaped(key);
        if (entry.key.empty()) {
            mistake("there is no key in front of the =");
            return;
        }
        m_file.groups.back().end = m_at;
        if (equals != std::string_view::npos && !entry.deleted)
            entry.value = unescaped(trimmed(line.substr(equals + 1)));
        if (!localized)
            m_file.entries.push_back(std::move(entry));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_line = 0;
    /// nullopt: before the first header, or after a broken one.
    std::optional<std::string> m_group;
    bool m_lost = false; ///< after a broken one
    RcFile m_file;
};

} // namespace

RcFile parse_rc(std::string_view text)
{
    return Parser{text}.parse();
}

std::string escaped_group(std::string_view name)
{
    std::string escaped;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        const bool at_edge = i == 0 || i + 1 == name.size();
        // A "$" in the first place would make it an option.
        if (byte < ' ' || byte == '[' || byte == ']' || byte == '\\' || (byte == ' ' && at_edge)
            || (byte == '$' && i == 0))
            escaped += std::format("\\x{:02x}", byte);
        else
            escaped += name[i];
    }
    return escaped;
}

} // namespace headroom

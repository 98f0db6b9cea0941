// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <format>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One language.
struct Wording {
    /// The text in this language, braces included.
    std::function<const char *(const char *context, const char *text)> text;
    std::function<std::string(double number, int decimals)> number;
};

/// A sentence for users. It is kept as a text with placeholders, and their values. So the journal
/// can have it in English and a view in the user's language. The words of another program are kept
/// unchanged.
class Sentence {
public:
    Sentence() = default;
    Sentence(std::string words) : m_words(std::move(words)) {} ///< another program's
    Sentence(const char *) = delete; ///< use say() for our own
    explicit Sentence(double number, int decimals) : m_number(number), m_decimals(decimals) {}
    Sentence(const char *context, const char *text, std::vector<Sentence> parts)
        : m_context(context), m_text(text), m_parts(std::move(parts))
    {
    }

    [[nodiscard]] std::string in(const Wording &wording) const;
    [[nodiscard]] std::string in_english() const;
    /// In English, with placeholders. Empty: the words of another program, or a number.
    [[nodiscard]] std::string_view text() const { return m_text ? m_text : ""; }
    [[nodiscard]] std::string_view context() const { return m_context ? m_context : ""; }
    [[nodiscard]] const std::vector<Sentence> &parts() const { return m_parts; }
    [[nodiscard]] bool empty() const { return !m_text && m_words.empty() && m_decimals < 0; }
    friend bool operator==(const Sentence &one, const Sentence &other)
    {
        return one.in_english() == other.in_english();
    }
    friend bool operator==(const Sentence &sentence, const char *english)
    {
        return sentence.in_english() == english;
    }

private:
    const char *m_context = nullptr;
    const char *m_text = nullptr; ///< a literal; nullptr: words or a number
    std::vector<Sentence> m_parts;
    std::string m_words;
    double m_number = 0;
    int m_decimals = -1; ///< -1: no number
};

/// Every part is formatted as text.
template<typename> struct AsText {
    using type = std::string_view;
};

/// The text is looked up in the catalogs by its context, which tells translators where it is shown.
/// xgettext extracts both from the calls. Parts go into the braces: names and words as they are,
/// other sentences, numbers (Sentence{0.5, 1}).
template<typename... Parts>
[[nodiscard]] Sentence
say(const char *context, std::format_string<typename AsText<Parts>::type...> text, Parts &&...parts)
{
    static_assert(sizeof...(Parts) <= 6, "in() gives no more to the text");
    return {context, text.get().data(), {Sentence{std::forward<Parts>(parts)}...}};
}

} // namespace headroom

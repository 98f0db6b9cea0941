// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/setting_value.h"

#include <algorithm>
#include <charconv>
#include <format>
#include <ranges>
#include <system_error>

namespace headroom {

namespace {

/// Ignores case, as KConfig does for words and flags. Not <cctype>: the result must not depend on
/// the locale.
bool same_word(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<bool> parse_flag(std::string_view text)
{
    for (const std::string_view yes : {"true", "on", "yes", "1"}) {
        if (same_word(text, yes))
            return true;
    }
    for (const std::string_view no : {"false", "off", "no", "0"}) {
        if (same_word(text, no))
            return false;
    }
    return std::nullopt;
}

template<typename Number>
std::optional<double> parse_number(std::string_view text, const SettingSchema &schema)
{
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto value = static_cast<double>(number);
    if (problem != std::errc{} || end != text.data() + text.size()
        || !(value >= schema.least && value <= schema.most)) // from_chars() parses "nan"
        return std::nullopt;
    return value;
}

auto words_of(const SettingSchema &schema)
{
    return schema.words | std::views::split('|')
        | std::views::transform([](auto word) { return std::string_view{word}; });
}

} // namespace

std::optional<SettingValue> parse_setting(std::string_view text, const SettingSchema &schema)
{
    switch (schema.kind) {
    case SettingKind::Flag:
        return parse_flag(text).transform(
            [](bool flag) { return SettingValue{.flag = flag, .word = {}}; });
    case SettingKind::Whole:
        return parse_number<std::int64_t>(text, schema).transform([](double number) {
            return SettingValue{.number = number, .word = {}};
        });
    case SettingKind::Number:
        return parse_number<double>(text, schema).transform([](double number) {
            return SettingValue{.number = number, .word = {}};
        });
    case SettingKind::Word:
        for (const std::string_view word : words_of(schema)) {
            if (same_word(word, text))
                return SettingValue{.word = word};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

std::string written(const SettingValue &value, SettingKind kind)
{
    switch (kind) {
    case SettingKind::Flag: return value.flag ? "true" : "false";
    case SettingKind::Whole:
    case SettingKind::Number: return std::format("{}", value.number + 0.0); // no "-0"
    case SettingKind::Word: return std::string{value.word};
    }
    return {};
}

std::string must_be(const SettingSchema &schema)
{
    std::string words;
    switch (schema.kind) {
    case SettingKind::Flag: return "true or false";
    case SettingKind::Whole:
        return std::format("a whole number from {} to {}", schema.least, schema.most);
    case SettingKind::Number:
        return std::format("a number from {} to {}", schema.least, schema.most);
    case SettingKind::Word:
        for (const std::string_view word : words_of(schema))
            words += (words.empty() ? "" : ", ") + std::string{word};
        return "one of " + words;
    }
    return {};
}

} // namespace headroom

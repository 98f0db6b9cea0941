// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cstdint>
#include <string>

// Every byte and every character, checked against the standards by code that differs from the
// production code.
namespace headroom {

namespace {

using namespace std::string_literals;

/// U+1F600 → "😀". Doesn't check that the character exists.
std::string encoded(std::uint32_t point)
{
    const auto tail = [point](unsigned place) {
        return static_cast<char>(0x80U | ((point >> (6 * place)) % 64));
    };
    if (point < 0x80)
        return {static_cast<char>(point)};
    if (point < 0x800)
        return {static_cast<char>(0xc0U | (point >> 6U)), tail(0)};
    if (point < 0x10000)
        return {static_cast<char>(0xe0U | (point >> 12U)), tail(1), tail(0)};
    return {static_cast<char>(0xf0U | (point >> 18U)), tail(2), tail(1), tail(0)};
}

/// What unit_escape.h promises about an id of one character.
bool is_harmless(std::uint32_t point)
{
    const auto is_between = [point](std::uint32_t first, std::uint32_t last) {
        return first <= point && point <= last;
    };
    const bool is_character = !is_between(0xd800, 0xdfff) && point <= 0x10ffff;
    const bool is_control =
        is_between(0, 0x1f) || is_between(0x7f, 0x9f) || is_between(0x2028, 0x2029);
    const bool turns_the_line = point == 0x61c || is_between(0x200e, 0x200f)
        || is_between(0x202a, 0x202e) || is_between(0x2066, 0x2069);
    return is_character && !is_control && !turns_the_line && point != '/';
}

TEST(UsableAppId, AnyCharacterThatIsOneAndKeepsToItself)
{
    for (std::uint32_t point = 0; point < 0x140000; ++point) {
        // All characters up to U+2FFF, which include those that matter. Of the others, both ends of
        // each block of 64.
        if (point >= 0x3000 && point % 64 != 0 && point % 64 != 63)
            continue;
        ASSERT_EQ(usable_app_id(encoded(point)), is_harmless(point)) << std::hex << point;
        ASSERT_EQ(usable_app_id("a" + encoded(point)), is_harmless(point)) << std::hex << point;
    }
}

TEST(UsableAppId, NoByteThatIsNotPartOfACharacter)
{
    const std::string edges = "\x7f\x80\xbf\xc0"s;
    const auto byte = [](unsigned value) { return static_cast<char>(value); };
    // Only the encoder's output is a valid way to write a character.
    const auto expect = [](const std::string &text, std::uint32_t point) {
        const bool is_it = encoded(point) == text && is_harmless(point);
        ASSERT_EQ(usable_app_id(text), is_it) << testing::PrintToString(text);
    };
    for (unsigned lead = 0x80; lead < 0x100; ++lead) {
        ASSERT_FALSE(usable_app_id(std::string{byte(lead)})) << lead;
        for (unsigned second = 0; second < 0x100; ++second) {
            if (second >= 0x80) // else it is a character by itself
                expect({byte(lead), byte(second)}, (lead % 32) << 6U | second % 64);
            for (const char third : edges) {
                const auto of_third = static_cast<unsigned char>(third) % 64U;
                if (second < 0x80 || lead < 0xe0)
                    continue;
                expect({byte(lead), byte(second), third},
                       (lead % 16) << 12U | (second % 64) << 6U | of_third);
                for (const char fourth : edges)
                    expect({byte(lead), byte(second), third, fourth},
                           (lead % 8) << 18U | (second % 64) << 12U | of_third << 6U
                               | static_cast<unsigned char>(fourth) % 64U);
            }
        }
    }
}

TEST(Escape, KeepsWhatSystemdKeeps)
{
    const std::string kept = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz:_.";
    for (unsigned value = 1; value < 0x100; ++value) {
        const auto c = static_cast<char>(value);
        EXPECT_EQ(is_digit(c), kept.substr(0, 10).contains(c)) << value;
        EXPECT_EQ(stays_unescaped(c), kept.contains(c)) << value;
        EXPECT_EQ(escape_unit_field("a"s + c) == "a"s + c, kept.contains(c)) << value;
    }
    EXPECT_EQ(escape_unit_field(".a."), R"(\x2ea.)") << "a leading dot would hide it";
}

TEST(Escape, ReadsAnyTwoHexadecimalDigits)
{
    const std::string digits = "0123456789abcdefABCDEF";
    for (unsigned high = 1; high < 0x100; ++high) {
        for (unsigned low = 1; low < 0x100; ++low) {
            const std::string pair{static_cast<char>(high), static_cast<char>(low)};
            unsigned value = 0;
            if (pair.find_first_not_of(digits) == std::string::npos)
                std::from_chars(pair.data(), pair.data() + 2, value, 16);
            const auto plain = unescape_unit_field("\\x" + pair);
            ASSERT_EQ(plain.has_value(), value != 0) << pair;
            if (plain) {
                ASSERT_EQ(*plain, std::string{static_cast<char>(value)}) << pair;
            }
        }
    }
    EXPECT_EQ(unescape_unit_field(R"(a\x2db\x2dc)"), "a-b-c");
    for (const auto *broken : {R"(\x2)", R"(a\x)", R"(\y2d)", R"(\\2d)", R"(\)"})
        EXPECT_EQ(unescape_unit_field(broken), std::nullopt) << broken;
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/json.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {
namespace {

constexpr std::string_view example =
    R"({"null":null,"yes":true,"no":false,"seven":7,"half":0.5,"below":-1,
        "huge":99999999999999999999,"word":"w","list":[1,"two",[]],"inner":{"word":"deep"}})";

class Json : public testing::Test {
protected:
    JsonDocument m_document = parse_json(example).value();
    JsonValue m_root = m_document.root;
};

template<typename T> std::string problem(const Result<T> &read)
{
    return read ? "none" : read.error().sentence;
}

TEST_F(Json, AValueIsReadAsWhatItIs)
{
    EXPECT_EQ(m_root["yes"].boolean(), true);
    EXPECT_EQ(m_root["no"].boolean(), false);
    EXPECT_EQ(m_root["seven"].whole_number(), 7);
    EXPECT_EQ(m_root["below"].whole_number(), -1);
    EXPECT_EQ(m_root["half"].number(), 0.5);
    EXPECT_EQ(m_root["seven"].number(), 7.0);
    EXPECT_EQ(m_root["word"].text(), "w");
    EXPECT_EQ(m_root["inner"]["word"].text(), "deep");
    EXPECT_TRUE(m_root["inner"].object());
    const auto list = m_root["list"].list();
    ASSERT_TRUE(list);
    ASSERT_EQ(list->size(), 3U);
    EXPECT_EQ((*list)[1].text(), "two");
    EXPECT_EQ((*list)[2].list().value().size(), 0U);
}

TEST_F(Json, WhatItIsNotIsSaid)
{
    for (const char *name : {"null", "seven", "half", "list", "inner", "yes"})
        EXPECT_EQ(problem(m_root[name].text()), "is no text") << name;
    for (const char *name : {"null", "seven", "word", "list", "inner"})
        EXPECT_EQ(problem(m_root[name].boolean()), "is neither true nor false") << name;
    for (const char *name : {"null", "half", "word", "list", "inner", "yes"})
        EXPECT_EQ(problem(m_root[name].whole_number()), "is no whole number") << name;
    for (const char *name : {"null", "word", "list", "inner", "yes"})
        EXPECT_EQ(problem(m_root[name].number()), "is no number") << name;
    for (const char *name : {"null", "seven", "word", "inner", "yes"})
        EXPECT_EQ(problem(m_root[name].list()), "is no list") << name;
    for (const char *name : {"null", "seven", "word", "list", "yes"})
        EXPECT_EQ(problem(m_root[name].object()), "is no object") << name;
    EXPECT_EQ(m_root["word"].list().error().kind, ErrorKind::BadInput);
}

TEST_F(Json, AMissingValueIsNotNull)
{
    EXPECT_TRUE(m_root["null"].is_null());
    EXPECT_FALSE(m_root["null"].is_missing());
    for (const JsonValue missing : {m_root["other"], m_root["word"]["w"], m_root["list"]["0"],
                                    m_root["null"]["x"], m_root["other"]["deeper"], JsonValue{}}) {
        EXPECT_TRUE(missing.is_missing());
        EXPECT_FALSE(missing.is_null());
        EXPECT_EQ(problem(missing.text()), "is missing");
        EXPECT_EQ(problem(missing.boolean()), "is missing");
        EXPECT_EQ(problem(missing.number()), "is missing");
        EXPECT_EQ(problem(missing.whole_number()), "is missing");
        EXPECT_EQ(problem(missing.whole_number(7)), "is missing");
        EXPECT_EQ(problem(missing.list()), "is missing");
        EXPECT_EQ(problem(missing.object()), "is missing");
    }
}

TEST_F(Json, ANumberHasBounds)
{
    EXPECT_EQ(m_root["seven"].whole_number(7), 7);
    EXPECT_EQ(problem(m_root["seven"].whole_number(6)), "is no number from 0 to 6");
    EXPECT_EQ(problem(m_root["below"].whole_number(6)), "is no number from 0 to 6");
    EXPECT_EQ(problem(m_root["huge"].whole_number(INT32_MAX)), "is no number from 0 to 2147483647");
    EXPECT_EQ(problem(m_root["half"].whole_number(6)), "is no whole number");
}

std::string nested(std::size_t levels)
{
    return std::string(levels, '[') + std::string(levels, ']');
}

TEST(JsonText, IsRefusedBeforeItIsParsed)
{
    EXPECT_TRUE(parse_json(nested(8)));
    EXPECT_EQ(problem(parse_json(nested(9))), "it nests deeper than 8 levels");
    EXPECT_TRUE(parse_json_of_compositor(nested(128)));
    EXPECT_EQ(problem(parse_json_of_compositor(nested(129))), "it nests deeper than 128 levels");
    EXPECT_EQ(problem(parse_json(R"("\u0000")")), "a text in it holds a NUL");
    EXPECT_EQ(problem(parse_json("[1] /* one */")),
              "it is no JSON: outside of texts it holds what JSON has no use for");
}

TEST(JsonText, WhatIsNoJsonIsRefused)
{
    for (const char *text : {"{", "[1", "nothing", "{\"a\":1 \"b\":2}"}) {
        EXPECT_TRUE(problem(parse_json(text)).starts_with("it is no JSON: ")) << text;
        EXPECT_EQ(problem(parse_json_of_compositor(text)), "it is no JSON")
            << "a window's title isn't quoted";
    }
}

TEST(JsonText, MayHoldNoValueOrSeveral)
{
    EXPECT_TRUE(parse_json("").value().root.is_missing());
    EXPECT_EQ(problem(parse_json(R"({"a":1} {"a":2})").value().root.object()), "is no object");
    EXPECT_TRUE(parse_json_of_compositor(" \n").value().root.is_missing());
}

/// X11 allows any bytes in a window's title.
TEST(JsonText, OfACompositorMayHoldAnyBytes)
{
    const std::string text{"{\"name\":\"a\xff\"}"};
    EXPECT_FALSE(parse_json(text));
    const auto document = parse_json_of_compositor(text);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root["name"].text(), "a\uFFFD");
}

} // namespace
} // namespace headroom

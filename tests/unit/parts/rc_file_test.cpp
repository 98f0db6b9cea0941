// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/rc_file.h"

#include "watch/settings/rc_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <format>

namespace headroom {

namespace {

/// "Group/Key=value", with "!" in front if it is immutable, "-" in front if it is deleted, and no
/// "=" if there is no value.
std::vector<std::string> said(std::string_view text)
{
    std::vector<std::string> lines;
    for (const RcEntry &entry : parse_rc(text).entries)
        lines.push_back(std::format("{}{}{}/{}{}", entry.immutable ? "!" : "",
                                    entry.deleted ? "-" : "", entry.group, entry.key,
                                    entry.value ? "=" + *entry.value : ""));
    return lines;
}

std::vector<std::string> mistakes(std::string_view text)
{
    std::vector<std::string> lines;
    for (const RcMistake &mistake : parse_rc(text).mistakes)
        lines.push_back(std::format("{}: {}", mistake.line, mistake.sentence));
    return lines;
}

struct Rule {
    const char *name;
    std::string text;
    std::vector<std::string> said;
    std::vector<std::string> mistakes = {};
};

class RcRules : public testing::TestWithParam<Rule> {};

TEST_P(RcRules, Holds)
{
    EXPECT_EQ(said(GetParam().text), GetParam().said);
    EXPECT_EQ(mistakes(GetParam().text), GetParam().mistakes);
}

INSTANTIATE_TEST_SUITE_P(
    All, RcRules,
    testing::Values(
        Rule{"Nothing", "", {}}, Rule{"Plain", "[A]\nk=v\n[B]\nk=w\n", {"A/k=v", "B/k=w"}},
        Rule{"NoLastNewline", "[A]\nk=v", {"A/k=v"}},
        Rule{"WindowsLines", "[A]\r\nk=v\r\n", {"A/k=v"}},
        Rule{"ByteOrderMark", "\xef\xbb\xbf[A]\nk=v\n", {"A/k=v"}},
        Rule{"MarkElsewhere", "[A]\n\xef\xbb\xbf[B]\nk=v\n", {"A/k=v"}},
        Rule{"BlankAndComment",
             "# [X]\n\n   \n  # k=no\n[A]\n#k=no\nk=v # no comment\n",
             {"A/k=v # no comment"}},
        Rule{"Semicolon", "[A]\n;k=v\n", {"A/;k=v"}},
        Rule{"SpaceAround", "  [A]  \n \t k \t = \t v w \t \n", {"A/k=v w"}},
        Rule{"SpaceInGroup", "[ A ]\nk=v\n", {" A /k=v"}},
        Rule{"SecondEquals", "[A]\nk=v=w\n", {"A/k=v=w"}},
        Rule{"EmptyValue", "[A]\nk=\n", {"A/k="}}, Rule{"NoEquals", "[A]\nk\n", {"A/k"}},
        Rule{"NoKey",
             "[A]\n=v\n[B]\n = v\n",
             {},
             {"2: there is no key in front of the =", "4: there is no key in front of the ="}},
        Rule{"OnlyAnOption", "[A]\n [$i]=v\nk=v\n", {"$i/k=v"}},
        Rule{"Escapes",
             R"([A]
k=\sa\tb\nc\rd\\e\x41\x0a\xe2\x82\xac\s)",
             {"A/k= a\tb\nc\rd\\eA\n\xe2\x82\xac "}},
        Rule{"NoEscapes",
             R"([A]
k=\q\x4\x4g\;\,\)",
             {R"(A/k=\q\x4\x4g\;\,\)"}},
        Rule{"EscapedGroup", "[A\\x5b\\x5d]\nk=v\n", {"A[]/k=v"}},
        Rule{"EscapedKey", "[A]\nk\\x3d=v\n", {"A/k==v"}},
        Rule{"Nested",
             "[A][B]\nk=v\n",
             {"A\x1d"
              "B/k=v"}},
        Rule{"NestedFixed",
             "[A][B][$i]\nk=v\n",
             {"A\x1d"
              "B/k=v"}},
        Rule{"FixedKey", "[A]\nk[$i]=v\nl=w\n", {"!A/k=v", "A/l=w"}},
        Rule{"Expansion", "[A]\nk[$e]=$HOME\n", {"A/k=$HOME"}},
        Rule{"Several", "[A]\nk[$ie]=v\nl[$e][$i]=w\n", {"!A/k=v", "!A/l=w"}},
        Rule{"UnknownOption", "[A]\nk[$q]=v\n", {"A/k=v"}},
        Rule{"Deleted", "[A]\nk[$d]\nl[$d]=v\nm[$di]\n", {"-A/k", "-A/l", "!-A/m"}},
        Rule{"Localized", "[A]\nk[de]=v\nk=w\nk[de_AT][$i]=x\n", {"A/k=w"}},
        Rule{"KeyNeverClosed",
             "[A]\nk[de=v\nl=w\n",
             {"A/l=w"},
             {"2: a [ in the key is never closed"}},
        Rule{"BracketInValue", "[A]\nk=[v\n", {"A/k=[v"}},
        Rule{"BeforeTheFirst",
             "k=v\n[A]\nl=w\n",
             {"A/l=w"},
             {"1: it stands before the first [group]"}},
        // Its lines must not go to the group before. One error is enough.
        Rule{"HeaderWithoutEnd",
             "[A]\nk=v\n[B\nl=w\n[C]\nm=x\n",
             {"A/k=v", "C/m=x"},
             {"3: the group's name has no end"}},
        Rule{"HeaderWithMore", "[A] # c\nl=w\n[A][$i] # c\nm=x\n", {"A/l=w", "A\x1d$i/m=x"}},
        Rule{"NestedWithoutEnd", "[A][B\nk=v\n", {}, {"1: the group's name has no end"}},
        Rule{"FixedFile", "[$i]\n[A]\nk=v\n", {"A/k=v"}}),
    [](const auto &param) { return param.param.name; });

TEST(RcFile, KnowsWhatIsFixed)
{
    EXPECT_FALSE(parse_rc("[A]\nk[$i]=v\n").immutable);
    EXPECT_FALSE(parse_rc("[A][$i]\n").immutable);
    EXPECT_TRUE(parse_rc("[A][$i]\n").groups.front().immutable);
    EXPECT_FALSE(parse_rc("[$i][A]\n").groups.front().immutable) << "an option stands last";
    EXPECT_TRUE(parse_rc("[A]\n[$i]\n").immutable);
    EXPECT_FALSE(parse_rc("[$e]\n").immutable);
}

TEST(RcFile, SaysWhereALineIs)
{
    const std::string_view text = "# c\n[A]\r\n k = v \r\nl=w";
    const RcFile file = parse_rc(text);
    ASSERT_EQ(file.entries.size(), 2U);
    EXPECT_EQ(file.entries[0].line, 3U);
    EXPECT_EQ(text.substr(file.entries[0].begin, file.entries[0].end - file.entries[0].begin),
              " k = v \r\n");
    EXPECT_EQ(text.substr(file.entries[1].begin, file.entries[1].end - file.entries[1].begin),
              "l=w");
}

TEST(RcFile, TakesBytesOfAnyKind)
{
    const std::string text{"\0[A]\n[A]\nk\0=\xff\0\n", 15};
    EXPECT_EQ(parse_rc(text).entries.size(), 1U);
    EXPECT_EQ(parse_rc(std::string(1U << 20U, '[')).mistakes.size(), 1U);
}

TEST(RcFile, AGroupComesBackFromItsEscape)
{
    for (const std::string &name :
         {std::string{"App-org.kde.kate"}, std::string{"[$i]"}, std::string{"$i"},
          std::string{" a b "}, std::string{"a\\sb\n"}, std::string{"ä"}}) {
        const RcFile file = parse_rc("[" + escaped_group(name) + "]\nk=v\n");
        ASSERT_EQ(file.entries.size(), 1U) << name;
        EXPECT_EQ(file.entries.front().group, name);
    }
    EXPECT_EQ(escaped_group("App-org.kde.kate"), "App-org.kde.kate");
}

struct Edit {
    const char *name;
    std::string before;
    std::string with; ///< A/k=new
    std::string without; ///< A/k
};

class RcEdits : public testing::TestWithParam<Edit> {};

TEST_P(RcEdits, LeavesAllElseAsItIs)
{
    EXPECT_EQ(with_entry(GetParam().before, "A", "k", "new"), GetParam().with);
    EXPECT_EQ(without_entry(GetParam().before, "A", "k"), GetParam().without);
}

INSTANTIATE_TEST_SUITE_P(
    All, RcEdits,
    testing::Values(Edit{"Nothing", "", "[A]\nk=new\n", ""},
                    Edit{"InItsPlace", "# c\n\n[A]\n  k = old\n\n# d\nl=x\n",
                         "# c\n\n[A]\nk=new\n\n# d\nl=x\n", "# c\n\n[A]\n\n# d\nl=x\n"},
                    Edit{"TheLastCounts", "[A]\nk=1\n[B]\nk=2\n[A]\nk=3\nl=4\n",
                         "[A]\nk=1\n[B]\nk=2\n[A]\nk=new\nl=4\n", "[A]\n[B]\nk=2\n[A]\nl=4\n"},
                    Edit{"BehindTheGroup", "[A]\nl=1\n\n# c\n[B]\nk=2\n",
                         "[A]\nl=1\nk=new\n\n# c\n[B]\nk=2\n", "[A]\nl=1\n\n# c\n[B]\nk=2\n"},
                    Edit{"EmptyGroup", "[A]\n[B]\n", "[A]\nk=new\n[B]\n", "[A]\n[B]\n"},
                    Edit{"NewGroup", "[B]\nk=1\n", "[B]\nk=1\n\n[A]\nk=new\n", "[B]\nk=1\n"},
                    Edit{"NoLastNewline", "[B]\nk=1", "[B]\nk=1\n\n[A]\nk=new\n", "[B]\nk=1"},
                    Edit{"GroupWithoutNewline", "[A]", "[A]\nk=new\n", "[A]"},
                    Edit{"EntryWithoutNewline", "[A]\nk=old", "[A]\nk=new", "[A]\n"},
                    Edit{"WindowsLines", "[A]\r\nl=1\r\nk=old\r\n", "[A]\r\nl=1\r\nk=new\r\n",
                         "[A]\r\nl=1\r\n"},
                    Edit{"WindowsGroup", "[A]\r\nl=1\r\n", "[A]\r\nl=1\r\nk=new\r\n",
                         "[A]\r\nl=1\r\n"},
                    Edit{"WindowsNewGroup", "[B]\r\nl=1\r\n", "[B]\r\nl=1\r\n\r\n[A]\r\nk=new\r\n",
                         "[B]\r\nl=1\r\n"},
                    Edit{"Translated", "[A]\nk[de]=alt\nk=old\n", "[A]\nk[de]=alt\nk=new\n",
                         "[A]\nk[de]=alt\n"},
                    Edit{"Deleted", "[A]\nk[$d]\n", "[A]\nk=new\n", "[A]\n"},
                    Edit{"Nested", "[A][B]\nk=1\n", "[A][B]\nk=1\n\n[A]\nk=new\n", "[A][B]\nk=1\n"},
                    Edit{"Nonsense", "[A]\nk=1\n[A\nk=2\n=\n\xff\n",
                         "[A]\nk=new\n[A\nk=2\n=\n\xff\n", "[A]\n[A\nk=2\n=\n\xff\n"}),
    [](const auto &param) { return param.param.name; });

} // namespace

} // namespace headroom

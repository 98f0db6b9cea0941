// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/window_report.h"

#include <gtest/gtest.h>

#include <format>
#include <string>
#include <vector>

namespace headroom {

namespace {

using Type = WindowReport::Type;

constexpr const char *window =
    "{\"id\":\"{1}\",\"pid\":42,\"app\":\"org.kde.kate\",\"kind\":\"normal\",\"hidden\":false,"
    "\"fullscreen\":false}";

std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    for (; times > 0; --times)
        result += text;
    return result;
}

std::string window_report(std::string_view json)
{
    return std::format(R"({{"source":"kwin","sent":1,"type":"window","window":{}}})", json);
}

/// The valid window, with one member replaced, or left out.
std::string window_with(std::string_view member, std::string_view value)
{
    const std::vector<std::pair<std::string_view, std::string_view>> members{
        {"id", R"("{1}")"},      {"pid", "42"},       {"app", R"("org.kde.kate")"},
        {"kind", R"("normal")"}, {"hidden", "false"}, {"fullscreen", "false"}};
    std::string json;
    for (const auto &[name, usual] : members) {
        const std::string_view text = name == member ? value : usual;
        if (!text.empty())
            json += std::format("{}\"{}\":{}", json.empty() ? "{" : ",", name, text);
    }
    return json + "}";
}

TEST(WindowReport, ReadsEachKind)
{
    const auto focus = parse_window_report(
        R"({"source":"kwin","sent":1700000000000,"type":"focus","focus":"{1}"})");
    ASSERT_TRUE(focus);
    EXPECT_EQ(focus->type, Type::Focus);
    EXPECT_EQ(focus->id, "{1}");

    const auto nothing = parse_window_report(R"({"type":"focus","focus":null})");
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(nothing->id);

    const auto gone = parse_window_report(R"({"type":"gone","id":"{1}"})");
    ASSERT_TRUE(gone);
    EXPECT_EQ(gone->type, Type::Gone);
    EXPECT_EQ(gone->id, "{1}");

    const auto awaited =
        parse_window_report(R"({"source":"kwin","sent":1,"type":"awaited","id":"{1}"})");
    ASSERT_TRUE(awaited);
    EXPECT_EQ(awaited->type, Type::Awaited);
    EXPECT_EQ(awaited->id, "{1}");

    const auto seen = parse_window_report(window_report(window));
    ASSERT_TRUE(seen) << seen.error().sentence;
    EXPECT_EQ(seen->type, Type::Window);
    ASSERT_EQ(seen->windows.size(), 1U);
    EXPECT_EQ(seen->windows[0].pid, 42);
    EXPECT_EQ(seen->windows[0].window,
              (Window{.id = "{1}", .process = std::nullopt, .app_hint = "org.kde.kate"}));

    const auto snapshot =
        parse_window_report(std::format(R"({{"type":"snapshot","focus":null,"windows":[{},{}]}})",
                                        window, window_with("id", R"("{2}")")));
    ASSERT_TRUE(snapshot) << snapshot.error().sentence;
    EXPECT_EQ(snapshot->type, Type::Snapshot);
    EXPECT_EQ(snapshot->windows.size(), 2U);

    EXPECT_TRUE(parse_window_report(R"({"type":"snapshot","focus":null,"windows":[]})"));

    for (const auto &[name, type] : {std::pair{"copied", Type::Copied},
                                     {"uncopied", Type::Uncopied},
                                     {"ask", Type::Ask},
                                     {"end", Type::End}}) {
        const auto bare = parse_window_report(
            std::format(R"({{"source":"gnome-shell","sent":1,"type":"{}"}})", name));
        ASSERT_TRUE(bare) << name;
        EXPECT_EQ(bare->type, type) << name;
    }
}

TEST(WindowReport, AStartNamesAnAppOrNone)
{
    const auto app_of = [](const std::string &app) {
        const auto report =
            parse_window_report(std::format(R"({{"type":"starting","app":"{}"}})", app));
        EXPECT_TRUE(report) << app << ": " << report.error().sentence;
        EXPECT_TRUE(!report || report->type == Type::Starting) << app;
        EXPECT_TRUE(!report || (report->windows.empty() && !report->id)) << app;
        return report ? report->app : AppId{"refused"};
    };
    EXPECT_EQ(app_of("org.gnome.TextEditor"), "org.gnome.TextEditor");
    for (const std::string &none : {std::string{}, std::string{"/"}, std::string{"a\\nb"},
                                    std::string(256, 'x'), std::string(5000, 'x')})
        EXPECT_EQ(app_of(none), "") << none;
}

TEST(WindowReport, ReadsEachMember)
{
    const auto entry = [](std::string_view member, std::string_view value) {
        const auto report = parse_window_report(window_report(window_with(member, value)));
        EXPECT_TRUE(report) << member << ' ' << value << ": " << report.error().sentence;
        return report ? report->windows.front() : WindowReport::Entry{};
    };
    EXPECT_EQ(entry("pid", "2147483647").pid, 2147483647);
    EXPECT_EQ(entry("pid", "42.0").pid, 42) << "a script's number";
    EXPECT_EQ(entry("pid", "0").pid, 0) << "the process table refuses it, but the report is valid";
    EXPECT_EQ(entry("kind", R"("shell")").window.kind, WindowKind::Shell);
    EXPECT_TRUE(entry("hidden", "true").window.hidden);
    EXPECT_TRUE(entry("fullscreen", "true").window.fullscreen);
    EXPECT_EQ(entry("app", R"("")").window.app_hint, "");
    EXPECT_EQ(entry("id", R"("[[[[[[[[[[[[")").window.id, "[[[[[[[[[[[[")
        << "brackets in a string don't nest";
    EXPECT_EQ(entry("app", std::format("\"{}\"", std::string(255, 'x'))).window.app_hint.size(),
              255U);
    EXPECT_EQ(entry("app", "\"Bücher 本\"").window.app_hint, "Bücher 本");
}

TEST(WindowReport, AnAppThatCannotBeAnIdIsNone)
{
    for (const std::string &app : std::vector<std::string>{
             R"("../../etc/passwd")", R"("/usr/bin/kate")", R"("a\nb")", R"("a\u007fb")",
             R"("\u0001")", std::format("\"{}\"", std::string(256, 'x'))}) {
        const auto report = parse_window_report(window_report(window_with("app", app)));
        ASSERT_TRUE(report) << app << ": " << report.error().sentence;
        EXPECT_EQ(report->windows[0].window.app_hint, "") << app;
    }
}

TEST(WindowReport, RefusesAWindowWithAMemberMissingOrOfAnotherType)
{
    const std::string text = R"("text")";
    const std::string long_text = std::format("\"{}\"", std::string(256, 'x'));
    const std::vector<std::pair<std::string_view, std::vector<std::string>>> wrong{
        {"id",
         {"", "7", "null", "true", "[]", "{}", R"("")", long_text, R"("a\u0000b")", R"("a b")",
          R"(" ")"}},
        {"pid",
         {"", text, "null", "true", "[]", "-1", "-0.5", "1.5", "2147483648", "1e400",
          "99999999999999999999", "0x10"}},
        {"app",
         {"", "7", "null", "false", "[\"org.kde.kate\"]", "\"a\\u0000b\"",
          "\"a\xff"
          "b\"",
          R"("\ud800")", "'kate'"}},
        {"kind", {"", "7", "null", text, R"("Normal")", R"("")", R"(["normal"])"}},
        {"hidden", {"", "0", "1", "null", text, R"("true")", "[]"}},
        {"fullscreen", {"", "0", "1", "null", text, R"("true")", "[]"}},
    };
    for (const auto &[member, values] : wrong) {
        for (const std::string &value : values) {
            const std::string bad = window_with(member, value);
            for (const std::string &json :
                 {window_report(bad),
                  std::format(R"({{"type":"snapshot","focus":null,"windows":[{},{}]}})", window,
                              bad)}) {
                const auto report = parse_window_report(json);
                ASSERT_FALSE(report) << json;
                EXPECT_EQ(report.error().kind, ErrorKind::BadInput) << json;
                EXPECT_FALSE(report.error().sentence.empty());
            }
        }
    }
}

TEST(WindowReport, RefusesWhatIsNoReport)
{
    const std::string too_many =
        std::format(R"({{"type":"snapshot","focus":null,"windows":[{}{}]}})",
                    repeated(std::string{window} + ",", 4096), window);
    const std::vector<std::string> bad{
        "",
        " ",
        "null",
        "7",
        "true",
        "\"text\"",
        "[]",
        "{}",
        "{",
        "}",
        "nonsense",
        std::string{"\0", 1},
        "\xff",
        R"({"type":"focus"})",
        R"({"type":"focus","focus":""})",
        R"({"type":"focus","focus":7})",
        R"({"type":"focus","focus":{}})",
        R"({"type":"focus","focus":")" + std::string(256, 'x') + R"("})",
        R"({"type":"starting"})",
        R"({"type":"starting","app":null})",
        R"({"type":"starting","app":7})",
        R"({"type":"gone"})",
        R"({"type":"gone","id":null})",
        R"({"type":"gone","id":""})",
        R"({"type":"window"})",
        R"({"type":"window","window":null})",
        R"({"type":"window","window":[]})",
        R"({"type":"window","window":"{1}"})",
        R"({"type":"snapshot"})",
        R"({"type":"snapshot","focus":null})",
        R"({"type":"snapshot","windows":[]})",
        R"({"type":"snapshot","focus":null,"windows":{}})",
        R"({"type":"snapshot","focus":null,"windows":[null]})",
        R"({"type":"snapshot","focus":null,"windows":[[]]})",
        R"({"type":"snapshot","focus":null,"windows":"none"})",
        R"({"type":7})",
        R"({"type":null})",
        R"({"type":"Focus","focus":null})",
        R"({"type":"","focus":null})",
        R"({"type":"Copied"})",
        R"({"Type":"focus","focus":null})",
        R"([{"type":"focus","focus":null}])",
        R"({"type":"focus","focus":null} {"type":"focus","focus":null})",
        R"({"type":"focus","focus":null,})",
        R"({type:"focus",focus:null})",
        "{\"type\":\"focus\",\"focus\":null} // why not",
        "{\"type\":\"focus\",\"focus\":null}" + std::string{"\0{}", 3},
        too_many,
        R"({"type":"focus","focus":null})" + std::string(1U << 20U, ' '),
        R"({"type":"focus","focus":null,"x":)" + std::string(8, '[') + std::string(8, ']') + "}",
        R"({"type":"focus","focus":null,"x":)" + std::string(100'000, '['),
        R"({"type":"focus","focus":null,"x":)" + repeated(R"(["]",)", 100'000),
        R"({"type":"focus","focus":null,"x":)" + repeated(R"(["]",)", 500) + "1"
            + repeated("]", 500) + "}",
        R"({"type":"focus","focus":null,"x":)" + repeated(R"({"}":)", 500) + "1"
            + repeated("}", 500) + "}",
    };
    for (const std::string &json : bad) {
        const auto report = parse_window_report(json);
        ASSERT_FALSE(report) << json.substr(0, 200);
        EXPECT_EQ(report.error().kind, ErrorKind::BadInput) << json.substr(0, 200);
        EXPECT_FALSE(report.error().sentence.empty());
    }
}

TEST(WindowReport, TakesAsManyWindowsAsItSays)
{
    const std::string json = std::format(R"({{"type":"snapshot","focus":null,"windows":[{}{}]}})",
                                         repeated(std::string{window} + ",", 4095), window);
    const auto report = parse_window_report(json);
    ASSERT_TRUE(report) << report.error().sentence;
    EXPECT_EQ(report->windows.size(), 4096U);
}

} // namespace

} // namespace headroom

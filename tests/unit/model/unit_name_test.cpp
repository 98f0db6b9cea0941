// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit_names_seen.h"

#include "model/own_unit_name.h"
#include "model/unit_name.h"

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace headroom {

void PrintTo(const UnitName &name, std::ostream *out)
{
    *out << "{origin " << static_cast<int>(name.origin) << ", id \"" << name.app_id
         << "\", launcher \"" << name.launcher << "\", random \"" << name.random << "\"}";
}

namespace {

using namespace std::string_literals;

constexpr int rounds = 2'000;

class RandomText {
public:
    // Up to `longest` bytes, each at least `first`.
    std::string bytes(std::size_t longest, unsigned first)
    {
        std::string text(std::uniform_int_distribution<std::size_t>{0, longest}(engine_), '\0');
        for (char &c : text)
            c = static_cast<char>(std::uniform_int_distribution<unsigned>{first, 255}(engine_));
        return text;
    }

    // Whole characters of one to four bytes, without control characters and slashes.
    std::string characters(std::size_t longest)
    {
        constexpr std::array choice{"a",
                                    "Z",
                                    "7",
                                    ".",
                                    "-",
                                    "_",
                                    ":",
                                    " ",
                                    "\\",
                                    "@",
                                    "\xc3\xb6",
                                    "\xe2\x82\xac",
                                    "\xf0\x9f\x90\xa7"};
        std::string text;
        for (auto n = std::uniform_int_distribution<std::size_t>{1, longest}(engine_); n > 0; --n)
            text += choice.at(
                std::uniform_int_distribution<std::size_t>{0, choice.size() - 1}(engine_));
        return text;
    }

private:
    std::mt19937 engine_{20250301}; // always the same seed, so that a failure is reproducible
};

TEST(UnitName, ReadsEveryNameSeen)
{
    for (const auto &row : seen::names)
        EXPECT_EQ(parse_unit_name(row.name), row.expected) << row.name << " (" << row.where << ")";
}

TEST(UnitName, ReadsNothingIntoOtherNames)
{
    for (const auto &row : seen::others) {
        EXPECT_EQ(parse_unit_name(row.name), std::nullopt) << row.name << " (" << row.where << ")";
        EXPECT_EQ(joined_app_id(row.name), "") << row.name << " (" << row.where << ")";
    }
}

TEST(UnitName, EveryNameIsSeenOnce)
{
    std::set<std::string_view> all;
    for (const auto &row : seen::names)
        EXPECT_TRUE(all.insert(row.name).second) << row.name;
    for (const auto &row : seen::others)
        EXPECT_TRUE(all.insert(row.name).second) << row.name;
}

TEST(UnitName, RefusesWhatSystemdFindsTooLong)
{
    const auto named = [](std::size_t length) {
        return "app-" + std::string(length - 12, 'x') + "-1.scope";
    };
    EXPECT_EQ(named(255).size(), 255U);
    EXPECT_TRUE(parse_unit_name(named(255)));
    EXPECT_TRUE(is_unit_name(named(255)));
    for (const std::size_t length : {256U, 4000U}) {
        EXPECT_FALSE(parse_unit_name(named(length)));
        EXPECT_FALSE(is_unit_name(named(length)));
        EXPECT_EQ(joined_app_id("app-gnome" + named(length)), "");
    }
}

TEST(UnitName, RefusesANulWhereverItStands)
{
    EXPECT_EQ(parse_unit_name("app-gnome-fire\0fox-12.scope"s), std::nullopt);
    EXPECT_EQ(parse_unit_name("app-gnome-firefox-12.scope\0"s), std::nullopt);
    EXPECT_EQ(unescape_unit_field("a\0b"s), std::nullopt);
    EXPECT_EQ(unescape_unit_field(R"(a\x00b)"), std::nullopt);
}

TEST(JoinedAppId, TakesTheLauncherIntoTheId)
{
    constexpr std::array rows{
        std::pair{R"(app-gnome-duplicati-7.scope)", "gnome-duplicati"},
        std::pair{R"(app-xfce4-terminal-41.scope)", "xfce4-terminal"},
        std::pair{R"(app-a-b-c-41.scope)", "a-b-c"},
        std::pair{R"(app-xfce4-terminal@2f.service)", "xfce4-terminal"},
        std::pair{R"(app-xfce4-terminal.service)", "xfce4-terminal"},
        std::pair{R"(app-gnome-keyring-pkcs11@autostart.service)", "gnome-keyring-pkcs11"},
        std::pair{R"(app-rofi-easyeffects-19676.service)", "rofi-easyeffects"},
        std::pair{R"(app-gnome-google\x2dchrome-11396.scope)", "gnome-google-chrome"},
        // One field, or only one way to read it.
        std::pair{R"(app-firefox-12.scope)", ""},
        std::pair{R"(app-google\x2dchrome-12.scope)", ""},
        std::pair{R"(app-firefox@12.service)", ""},
        std::pair{R"(app-ghostty-surface-transient-4172209.scope)", ""},
        std::pair{R"(app-dbus\x2d:1.2\x2dorg.gnome.Console.slice)", ""},
        std::pair{R"(snap.firefox.firefox-11c3f157-631a-4787-a516-a98fbe40adfb.scope)", ""},
        std::pair{R"(dbus-:1.2-org.gnome.Nautilus@250.service)", ""},
        std::pair{R"(vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope)", ""},
    };
    for (const auto &[name, expected] : rows)
        EXPECT_EQ(joined_app_id(name), expected) << name;
}

TEST(UnitName, KnowsWhatSystemdTakes)
{
    for (const auto *name : {"init.scope", "tmp.mount", "dbus.socket", "swapfile.swap",
                             "user@1000.service", "a@b@c.service", R"(a\x2db.slice)"})
        EXPECT_TRUE(is_unit_name(name)) << name;
    for (const auto *name : {"", "scope", ".scope", "init.scop", "init.", "getty@.service",
                             "@1.service", "a b.scope", "tab(1).scope", "a/b.scope"})
        EXPECT_FALSE(is_unit_name(name)) << name;
}

TEST(Escape, WritesAsSystemdDoes)
{
    constexpr std::array rows{
        std::pair{"org.gnome.Maps", R"(org.gnome.Maps)"},
        std::pair{"google-chrome", R"(google\x2dchrome)"},
        std::pair{".hidden", R"(\x2ehidden)"},
        std::pair{"a/b", R"(a\x2fb)"},
        std::pair{R"(back\slash)", R"(back\x5cslash)"},
        std::pair{"at@home", R"(at\x40home)"},
        std::pair{"\xc3\xb6l", R"(\xc3\xb6l)"},
        std::pair{"a:b_c.d", R"(a:b_c.d)"},
        std::pair{"..", R"(\x2e.)"},
        std::pair{"", ""},
    };
    for (const auto &[plain, escaped] : rows) {
        EXPECT_EQ(escape_unit_field(plain), escaped);
        EXPECT_EQ(unescape_unit_field(escaped), plain);
    }
}

TEST(Escape, RefusesBrokenEscapes)
{
    for (const auto *broken : {R"(\)", R"(\x)", R"(\x2)", R"(\x2g)", R"(\xg2)", R"(\n)", R"(\\)",
                               R"(\X2d)", R"(a\x2d\x2)", R"(\x00)"})
        EXPECT_EQ(unescape_unit_field(broken), std::nullopt) << broken;
}

TEST(Escape, ComesBackFromAnyBytes)
{
    RandomText random;
    for (int i = 0; i < rounds; ++i) {
        const std::string plain = random.bytes(300, 1);
        const std::string escaped = escape_unit_field(plain);
        ASSERT_EQ(unescape_unit_field(escaped), plain);
        ASSERT_EQ(escaped.find('-'), std::string::npos) << "fields would run into each other";
        ASSERT_LE(escaped.size(), plain.size() * 4);
    }
}

TEST(UsableAppId, IsWhatTheBusAndAFileNameTake)
{
    for (const auto &id :
         {"a"s, "org.gnome.Maps"s, "firefox --name firefox"s, "\xc3\xb6"s, "\u00a0"s, "\u05d0"s,
          "\u2010"s, "\u2030"s, "\xf4\x8f\xbf\xbf"s, std::string(255, 'x')})
        EXPECT_TRUE(usable_app_id(id)) << id;
    for (const auto &id : {""s,
                           "a/b"s,
                           "a\nb"s,
                           "a\x7f"s,
                           "a\0b"s,
                           "\xff"s,
                           "\xc3"s,
                           "\xc0\xaf"s,
                           "\xe0\x80\xaf"s,
                           "\xed\xa0\x80"s,
                           "\xf0\x80\x80\x80"s,
                           "\xf4\x90\x80\x80"s,
                           "\x80"s,
                           "\xe2\x82"s,
                           std::string(256, 'x'),
                           "a\u0085"s,
                           "\u061c"s,
                           "a\u200e"s,
                           "\u200f"s,
                           "a\u2028"s,
                           "\u202a"s,
                           "gpj.\u202eexe"s,
                           "\u2066"s,
                           "a\u2069"s})
        EXPECT_FALSE(usable_app_id(id)) << id;
}

TEST(HeadroomScopeName, FitsAndIsReadBack)
{
    RandomText random;
    for (int i = 0; i < rounds; ++i) {
        std::string id = random.characters(120);
        while (!usable_app_id(id)) // too long
            id = random.characters(60);
        const std::string tail = std::to_string(i);
        const std::string name = headroom_scope_name(id, tail);
        ASSERT_LE(name.size(), longest_unit_name);
        ASSERT_TRUE(is_unit_name(name)) << name;
        const auto parsed = parse_unit_name(name);
        ASSERT_TRUE(parsed) << name;
        ASSERT_EQ(parsed->origin, UnitOrigin::Headroom);
        ASSERT_EQ(parsed->random, tail);
        ASSERT_TRUE(id.starts_with(parsed->app_id)) << name;
        const bool cut = parsed->app_id.size() < id.size();
        ASSERT_EQ(cut, escape_unit_field(id).size() + tail.size() + 20 > longest_unit_name) << name;
    }
}

TEST(HeadroomScopeName, IsEmptyForWhatCouldNotBeReadBack)
{
    RandomText random;
    for (int i = 0; i < rounds; ++i) {
        const std::string id = random.bytes(6, 0);
        EXPECT_EQ(headroom_scope_name(id, "1").empty(), !usable_app_id(id));
    }
    for (const auto &tail : {""s, "a-b"s, "a b"s, "a\0b"s, "a/b"s, std::string(65, '1')})
        EXPECT_EQ(headroom_scope_name("firefox", tail), "") << tail;
    EXPECT_EQ(headroom_scope_name("firefox", "4f1c"), "app-headroom-firefox-4f1c.scope");
    EXPECT_EQ(headroom_scope_name("google-chrome", "1"),
              R"(app-headroom-google\x2dchrome-1.scope)");
}

TEST(HeadroomServiceName, FitsAndIsReadBack)
{
    EXPECT_EQ(headroom_service_name("google-chrome", "4f1c"),
              R"(app-headroom-google\x2dchrome@4f1c.service)");
    EXPECT_EQ(headroom_service_name("google/chrome", "4f1c"), "");
    EXPECT_EQ(headroom_service_name("firefox", "a@b"), "");
    const std::string longest = headroom_service_name(std::string(255, 'x'), std::string(16, '1'));
    EXPECT_EQ(longest.size(), longest_unit_name);
    const auto parsed = parse_unit_name(longest);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->launcher, "headroom");
    EXPECT_EQ(parsed->random, std::string(16, '1'));
    EXPECT_EQ(parsed->app_id, std::string(longest_unit_name - 13 - 1 - 16 - 8, 'x'));
}

TEST(HeadroomScopeName, IsCutAtAWholeCharacter)
{
    // There is room for 255 - 20 - 1 = 234 bytes. That is 19 characters of 12 bytes, with 6 bytes
    // left over.
    std::string id;
    for (int i = 0; i < 30; ++i)
        id += "\xe2\x82\xac";
    const auto parsed = parse_unit_name(headroom_scope_name(id, "1"));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->app_id, id.substr(0, 19 * 3));
    EXPECT_EQ(headroom_scope_name(std::string(255, 'x'), "1").size(), longest_unit_name)
        << "no more than needed is cut";
}

TEST(HeadroomScopeName, OfATabHasItsTerminalAndItsShell)
{
    EXPECT_EQ(split_tab_scope_name("org.kde.konsole", 42),
              "app-headroom.tab-org.kde.konsole-42.scope");
    EXPECT_EQ(split_tab_scope_name("rxvt-unicode", 7),
              R"(app-headroom.tab-rxvt\x2dunicode-7.scope)");
    EXPECT_EQ(split_tab_scope_name("a/b", 42), "") << "no id";
}

} // namespace
} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_path.h"
#include "model/never_apps.h"
#include "model/own_unit_name.h"
#include "model/pressure_trace.h"
#include "model/sentence.h"
#include "model/settings.h"
#include "model/unit_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

// Names and texts at the edge: the last valid one, and the first invalid one.
namespace headroom {

namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;

TEST(CgroupPath, OnlyWhatIsCalledUserServiceIsAManager)
{
    const auto uid = [](const std::string &component) {
        return parse_cgroup_path("/user.slice/" + component + "/app.slice/app-x-1.scope")
            ->manager_uid;
    };
    EXPECT_EQ(uid("user@7.service"), 7U);
    EXPECT_EQ(uid("root@7.service"), std::nullopt) << "as long, but another name";
    EXPECT_EQ(uid("user@7.bananas"), std::nullopt);
    EXPECT_EQ(uid("user@.service"), std::nullopt);
    EXPECT_EQ(uid("x"), std::nullopt);
    EXPECT_EQ(uid("user@65534.service"), 65534U);
    EXPECT_EQ(uid("user@65536.service"), 65536U);
}

TEST(UnitName, ASnapsNumberIsAWholeUuid)
{
    const std::string uuid = "11c3f157-631a-4787-a516-a98fbe40adf0";
    const auto is_snap = [](const std::string &uuid,
                            const std::string &names = "snap.firefox.firefox",
                            const std::string &type = ".scope") {
        const auto name = parse_unit_name(names + "-" + uuid + type);
        return name && name->origin == UnitOrigin::Snap;
    };
    EXPECT_TRUE(is_snap(uuid));
    for (std::size_t i = 0; i < uuid.size(); ++i) {
        for (const char wrong : {'g', '/', ':', '`', 'A', '-'}) {
            std::string other = uuid;
            other[i] = uuid[i] == '-' ? '0' : wrong;
            EXPECT_FALSE(is_snap(other)) << other;
        }
        for (const char right : {'0', '9', 'a', 'f'}) {
            std::string other = uuid;
            other[i] = uuid[i] == '-' ? '-' : right;
            EXPECT_TRUE(is_snap(other)) << other;
        }
    }
    EXPECT_TRUE(is_snap(uuid, "snap.a.b")) << "names of one letter";
    EXPECT_FALSE(is_snap(uuid, "snap..b"));
    EXPECT_FALSE(is_snap(uuid, "snap.a."));
    EXPECT_FALSE(is_snap(uuid, "snap.a"));
    EXPECT_FALSE(is_snap(uuid, "snap"));
    EXPECT_FALSE(is_snap(uuid, "snag.firefox.firefox"));
    EXPECT_FALSE(is_snap(uuid, "snap.firefox.hook.configure"));
    EXPECT_FALSE(is_snap(uuid, "snap.firefox.firefox", ".service"));
    EXPECT_FALSE(is_snap(uuid, "snap.firefox.firefox@1", ".scope"));
}

TEST(UnitName, ADBusNameHasAConnectionsNumberAndADot)
{
    const auto app = [](const std::string &prefix) {
        const auto name = parse_unit_name(prefix + "@0.service");
        return name && name->origin == UnitOrigin::DBus ? name->app_id : ""s;
    };
    EXPECT_EQ(app("dbus-:1.2-a.b"), "a.b");
    for (const auto *broken :
         {"dbus-:1.2-ab", "dbus-:1.2", "dbus-:12-a.b", "dbus-:1.-a.b", "dbus-:.2-a.b",
          "dbus-:x.2-a.b", "dbus-:1.x-a.b", "dbus-:-a.b", "dbus-1.2-a.b"})
        EXPECT_EQ(app(broken), "") << broken;
}

TEST(UnitName, ADBusNamesConnectionBeginsWithAColon)
{
    for (const char *name : {"dbus-x1.2-a.b@0.service", "app-dbus-x1.2-a.b.slice"}) {
        const auto read = parse_unit_name(name);
        EXPECT_FALSE(read && read->origin == UnitOrigin::DBus) << name;
    }
}

TEST(UnitName, OnlyANumberIsTheRandomPartOfAService)
{
    const auto id = [](const char *name) { return parse_unit_name(name).value().app_id; };
    EXPECT_EQ(id("app-rofi-19676.service"), "rofi");
    EXPECT_EQ(id("app-rofi-7.service"), "rofi");
    EXPECT_EQ(id("app-rofi-x7.service"), "x7");
}

TEST(HeadroomScopeName, TakesARandomPartOfSixtyFourCharacters)
{
    EXPECT_NE(headroom_scope_name("firefox", std::string(64, '1')), "");
    EXPECT_EQ(headroom_scope_name("firefox", std::string(65, '1')), "");
}

TEST(Settings, WhatIsQuotedIsPlainAscii)
{
    const auto quoted = [](char c) { return *wrong({"General/Notifications", "x"s + c}); };
    for (const char c : {' ', '!', '}', '~'})
        EXPECT_THAT(quoted(c), testing::HasSubstr("\"x"s + c + "\""));
    for (const char c : {'\x1f', '\x7f', '\x80'})
        EXPECT_THAT(quoted(c), testing::HasSubstr("\"x?\""));
    EXPECT_EQ(find_setting("App-x/Rule")->least, 0) << "a word has no bounds";
    EXPECT_EQ(find_setting("App-x/Rule")->most, 0);
}

TEST(Sentence, HasRoomForSixParts)
{
    EXPECT_EQ(say("a test", "{} {} {} {} {} {}", "a"s, "b"s, "c"s, "d"s, "e"s, "f"s).in_english(),
              "a b c d e f");
    EXPECT_EQ(say("a test", "{5}{4}{3}{2}{1}{0}", "a"s, "b"s, "c"s, "d"s, "e"s, "f"s).in_english(),
              "fedcba");
}

TEST(PressureTrace, APercentageIsTakenAsItIs)
{
    for (const double percent : {0.0, 0.01, 99.0, 100.0}) {
        PressureTrace trace;
        trace.take({.ten = percent, .sixty = percent, .three_hundred = percent}, TimePoint{1h});
        EXPECT_THAT(trace.row(), testing::Each(testing::DoubleNear(percent, 1e-9)));
    }
    PressureTrace falling;
    falling.take({.ten = 100, .sixty = 10, .three_hundred = 1}, TimePoint{1h});
    EXPECT_THAT(falling.row(), testing::Each(testing::Ge(0)))
        << "an average explained by more than it contains leaves nothing, not less";
    PressureTrace rising;
    rising.take({.ten = 0, .sixty = 99, .three_hundred = 100}, TimePoint{1h});
    EXPECT_THAT(rising.row(), testing::Each(testing::Le(100)));
    EXPECT_THAT(rising.row(), testing::Contains(100));
}

TEST(Settings, AWordIsTheSameInAnyCase)
{
    EXPECT_EQ(canonical({"Pressure/Response", "FREEZE"}), "freeze");
}

TEST(UnitName, ASnapHasOneNameAndOneProgram)
{
    const std::string uuid = "11c3f157-631a-4787-a516-a98fbe40adf0";
    EXPECT_EQ(parse_unit_name("snap.a.b-" + uuid + ".scope").value().app_id, "a_b");
    EXPECT_FALSE(parse_unit_name("snap.a..b-" + uuid + ".scope"));
}

TEST(NeverApps, AreNamedByTheirServicesAlone)
{
    EXPECT_TRUE(is_never_app_unit("orca.service"));
    EXPECT_FALSE(is_never_app_unit("orca-12.scope")) << "as long an end";
}

} // namespace

} // namespace headroom

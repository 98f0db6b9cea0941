// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/duty_lists.h"

#include "sys/glib_ptr.h"

#include <format>
#include <gmock/gmock.h>
#include <unistd.h>

namespace headroom {

namespace {

using testing::IsEmpty;
using testing::SizeIs;

VariantPtr parsed(const std::string &text)
{
    GErrorOut problem;
    GVariant *value = g_variant_parse(nullptr, text.c_str(), nullptr, nullptr, problem.out());
    EXPECT_NE(value, nullptr) << (problem ? problem->message : "") << text;
    return VariantPtr{value};
}

TEST(DutyLists, TrayItemsByNameOrByAddress)
{
    const auto claims =
        tray_items(parsed("[':1.42/StatusNotifierItem', 'org.kde.StatusNotifierItem-7-1', "
                          "':1.43/org/ayatana/NotificationItem/x', 'nonsense', '/path', '']")
                       .get());
    ASSERT_THAT(claims, SizeIs(3));
    EXPECT_EQ(claims[0].peer, ":1.42");
    EXPECT_EQ(claims[1].peer, "org.kde.StatusNotifierItem-7-1");
    EXPECT_EQ(claims[2].peer, ":1.43");
    EXPECT_EQ(claims[0].tray_object, "/StatusNotifierItem");
    EXPECT_EQ(claims[1].tray_object, "/StatusNotifierItem");
    EXPECT_EQ(claims[2].tray_object, "/org/ayatana/NotificationItem/x");
    EXPECT_THAT(tray_items(parsed("[':1.42//', ':1.42/a b', ':1.42@/ok']").get()), SizeIs(1))
        << "an invalid object path would end the connection";
    EXPECT_EQ(claims[0].kind, DutyKind::TrayIcon);
}

TEST(DutyLists, GamesThatWereThereBeforeUs)
{
    const auto claims =
        games(parsed("[(4711, objectpath '/com/feralinteractive/GameMode/Games/4711'), (4712, "
                     "objectpath '/x')]")
                  .get());
    ASSERT_THAT(claims, SizeIs(2));
    EXPECT_EQ(claims[0].pid, 4711);
    EXPECT_EQ(claims[1].pid, 4712);
}

TEST(DutyLists, OnlyWhatThisUserBlocksOfLogind)
{
    const auto listed = [](const char *what, const char *mode, unsigned uid, unsigned pid = 4711) {
        return logind_inhibitors(
            parsed(std::format("[('{}', 'Brasero', 'burning', '{}', uint32 {}, uint32 {})]", what,
                               mode, uid, pid))
                .get());
    };
    const unsigned me = getuid();
    for (const char *what : {"sleep", "shutdown", "idle", "sleep:idle", "handle-lid-switch:sleep"})
        EXPECT_THAT(listed(what, "block", me), SizeIs(1)) << what;
    EXPECT_THAT(listed("sleep", "block-weak", me), SizeIs(1));
    EXPECT_THAT(listed("sleep", "delay", me), IsEmpty())
        << "it only wants to know before the machine sleeps";
    EXPECT_THAT(listed("handle-lid-switch", "block", me), IsEmpty())
        << "the desktop takes this one itself";
    EXPECT_THAT(listed("sleep", "block", me + 1), IsEmpty());
    EXPECT_THAT(listed("sleep", "block", me, 4294967295U), IsEmpty());
    EXPECT_EQ(listed("sleep", "block", me)[0].pid, 4711);
    EXPECT_EQ(listed("sleep", "block", me)[0].detail, "burning");
}

TEST(DutyLists, PlasmasInhibitionsBeforeAndAfter6Dot5)
{
    const auto before = plasma_inhibitions(parsed("[('Firefox', 'plays a film')]").get());
    ASSERT_THAT(before, SizeIs(1));
    EXPECT_EQ(before[0].app_name, "Firefox");
    EXPECT_EQ(before[0].detail, "plays a film");
    const auto after = plasma_inhibitions(
        parsed("[('idle', 'Firefox', 'plays a film', 'block', uint32 1)]").get());
    ASSERT_THAT(after, SizeIs(1));
    EXPECT_EQ(after[0].app_name, "Firefox");
}

TEST(DutyLists, BackgroundAppsByTheirIds)
{
    const auto claims = background_apps(
        parsed("[{'app_id': <'org.gnome.Maps'>, 'instance': <'7'>}, {'app_id': <'org.gnome.Maps'>, "
               "'instance': <'8'>}, {'message': <'x'>}, {'app_id': <7>}]")
            .get());
    ASSERT_THAT(claims, SizeIs(2));
    EXPECT_EQ(claims[0].app_name, "org.gnome.Maps");
    EXPECT_NE(claims[0].key, claims[1].key);
}

TEST(DutyLists, AnswersOfOtherTypesAreNone)
{
    for (const auto read :
         {tray_items, games, logind_inhibitors, plasma_inhibitions, background_apps}) {
        EXPECT_THAT(read(nullptr), IsEmpty());
        for (const char *text : {"7", "'text'", "@as []", "@a{sv} {}", "[(1, 2)]", "@av []", "()",
                                 "[('a', 'b', 'c')]"})
            EXPECT_THAT(read(parsed(text).get()), IsEmpty()) << text;
    }
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_while_windowless.h"
#include "policy/started_by_user.h"

#include "seen.h"

// An app that the user has just started counts as in front until its window comes, however slow the
// machine is.
namespace headroom {

namespace {

using namespace seen;

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

struct Start {
    Desk desk;
    App before;

    Start() : before(desk.app("org.kde.kate"))
    {
        desk.focus(before);
        desk.passes(60s);
        desk.turns();
    }

    UnitId starts(const std::string &unit, const AppId &app, bool shows_windows = true)
    {
        const UnitId id = desk.unit("app.slice/" + unit);
        desk.happens(event::UnitDescribed{id, {}, "", 0});
        desk.happens(event::AppDescribed{.app = app,
                                         .name = app,
                                         .terminal = false,
                                         .never_frozen = {},
                                         .shows_windows = shows_windows});
        return id;
    }
    bool is_exempt(UnitId unit)
    {
        return why_not_frozen(desk.session, desk.config, unit, Level::Critical, desk.now)
            .has_value();
    }
};

TEST(StartedByUser, IsSparedAndBoostedUntilItsWindowComes)
{
    Start s;
    const UnitId unit = s.starts("app-chromium@1f.service", "chromium");
    EXPECT_THAT(s.desk.turns(), Contains("boost app-chromium@1f.service"));
    s.desk.passes(10min);
    EXPECT_TRUE(s.is_exempt(unit)) << "at critical, too, and after ten minutes";
    EXPECT_THAT(s.desk.turns(), IsEmpty());
    s.desk.window(s.desk.process(unit, "chromium"), "chromium");
    EXPECT_FALSE(is_awaited(s.desk.session, "chromium"));
}

TEST(StartedByUser, NoLongerOnceTheUserHasTurnedToAnotherApp)
{
    Start s;
    const App other = s.desk.app("org.kde.okular");
    const UnitId unit = s.starts("app-chromium@1f.service", "chromium");
    s.desk.turns();
    s.desk.focus(other);
    EXPECT_FALSE(is_awaited(s.desk.session, "chromium"));
    s.desk.passes(301ms);
    EXPECT_THAT(s.desk.turns(), Contains("unboost app-chromium@1f.service"));
    s.desk.passes(60s);
    EXPECT_FALSE(s.is_exempt(unit));
}

/// It was in front an hour ago, and runs on without a window. Its window comes before the focus.
TEST(StartedByUser, ThatItWasInFrontLongAgoDoesNotCount)
{
    Start s;
    const App files = s.desk.app("org.gnome.Nautilus");
    s.desk.focus(files);
    s.desk.turns();
    s.desk.focus(s.before);
    s.desk.closes(files.window);
    s.desk.passes(1h);
    s.desk.happens(event::AppStarting{files.id});
    s.desk.passes(1s);
    s.desk.window(files.process, files.id);
    EXPECT_EQ(in_english(why_not_frozen(s.desk.session, s.desk.config, files.unit, Level::Critical,
                                        s.desk.now)),
              "org.gnome.Nautilus was the active app until a moment ago");
}

TEST(StartedByUser, FocusOnTheShellIsNoTurn)
{
    Start s;
    s.starts("app-chromium@1f.service", "chromium");
    s.desk.happens(event::FocusMoved{s.desk.window(std::nullopt, "", WindowKind::Shell)});
    s.desk.happens(event::FocusMoved{std::nullopt});
    s.desk.focus(s.before);
    EXPECT_TRUE(is_awaited(s.desk.session, "chromium"))
        << "the app before it has been in front all the time";
}

TEST(StartedByUser, TwoThatWereStartedComeOneAfterTheOther)
{
    Start s;
    s.starts("app-chromium@1f.service", "chromium");
    const UnitId quick = s.starts("app-org.kde.okular@2f.service", "org.kde.okular");
    const WindowId window = s.desk.window(s.desk.process(quick, "okular"), "okular");
    s.desk.happens(event::FocusMoved{window});
    EXPECT_TRUE(is_awaited(s.desk.session, "chromium"));
    EXPECT_FALSE(is_awaited(s.desk.session, "org.kde.okular"));
}

TEST(StartedByUser, WhatNobodyAskedForIsNotAwaited)
{
    Start s;
    s.starts("app-org.kde.kgpg@autostart.service", "org.kde.kgpg");
    EXPECT_FALSE(is_awaited(s.desk.session, "org.kde.kgpg"));
    s.starts("dbus-:1.2-org.gnome.Maps@0.service", "org.gnome.Maps");
    EXPECT_FALSE(is_awaited(s.desk.session, "org.gnome.Maps"));
    s.starts("app-make-1.scope", "make", false);
    EXPECT_FALSE(is_awaited(s.desk.session, "make")) << "no desktop file promises a window";
}

TEST(StartedByUser, ABusActivationThatALauncherSpokeOfIsAwaited)
{
    Start s;
    s.desk.happens(event::AppStarting{"org.gnome.Maps"});
    s.starts("app-headroom-org.gnome.Maps-7.scope", "org.gnome.Maps");
    EXPECT_TRUE(is_awaited(s.desk.session, "org.gnome.Maps"));
}

TEST(StartedByUser, WhatWasThereBeforeUsIsNotAwaited)
{
    Desk desk;
    desk.unit("app.slice/app-chromium@1f.service"); // there when the daemon starts
    desk.happens(event::AppDescribed{.app = "chromium",
                                     .name = "",
                                     .terminal = false,
                                     .never_frozen = {},
                                     .shows_windows = true});
    EXPECT_FALSE(is_awaited(desk.session, "chromium"));
}

TEST(StartedByUser, AnAppThatHasItsWindowsClosedIsNotAwaited)
{
    Start s;
    const UnitId unit = s.starts("app-chromium@1f.service", "chromium");
    const WindowId window = s.desk.window(s.desk.process(unit, "chromium"), "chromium");
    s.desk.closes(window);
    EXPECT_FALSE(is_awaited(s.desk.session, "chromium"));
    EXPECT_THAT(s.desk.turns(), Not(Contains("boost app-chromium@1f.service")));
}

/// Either is enough to see that it is no longer awaited.
TEST(StartedByUser, IsAwaitedWhereWindowsOrTheForegroundAreTold)
{
    for (const auto &[source, in_front, awaited] :
         {std::tuple{"kwin", false, true}, std::tuple{"mutter", true, true},
          std::tuple{"mutter", false, false}}) {
        Start s;
        s.desk.happens(event::WindowSourceChanged{source, true});
        if (in_front)
            s.desk.happens(event::UnitFocused{s.before.unit});
        s.starts("app-chromium@1f.service", "chromium");
        EXPECT_EQ(is_awaited(s.desk.session, "chromium"), awaited) << source << ' ' << in_front;
    }
}

TEST(StartedByUser, IsStartingForAsLongAsItIsAwaited)
{
    Start s;
    s.starts("app-chromium@1f.service", "chromium");
    s.desk.passes(1h);
    ASSERT_TRUE(is_awaited(s.desk.session, "chromium"));
    EXPECT_EQ(
        in_english(exempt_while_windowless(s.desk.session, s.desk.config, "chromium", s.desk.now)),
        "chromium is starting");
}

} // namespace

} // namespace headroom

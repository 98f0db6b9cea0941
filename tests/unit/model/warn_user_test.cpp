// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/rank_culprits.h"
#include "policy/systemd_waits.h"
#include "policy/warn_user.h"

#include "pressed.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

using namespace seen;

/// The text of the notification when this unit is frozen. `grew` is in bytes per second.
std::string told(const PressedDesk &desk, UnitId stopped, std::optional<std::uint64_t> grew)
{
    Wanted wanted;
    wanted.frozen[stopped] = {.cause = FreezeCause::Pressure, .reason = {}, .grew = grew};
    warn_user(desk.session, desk.config, {}, desk.now, wanted);
    return wanted.notice ? wanted.notice->text.in_english() : "nothing";
}

TEST(WarnUser, WhatIsNotKnownOfAStoppedAppIsNotSaid)
{
    const std::string begin = "Memory ran short because of this app.";
    const std::string end = " Open it to continue where it left off.";
    PressedDesk desk;
    const App hog = desk.background("hog");
    EXPECT_EQ(told(desk, hog.unit, std::nullopt), begin + end);
    EXPECT_EQ(told(desk, hog.unit, 130 * mib), begin + " It grew by 130 MiB a second." + end);
    desk.goes_on(100ms); // now there is a sample
    EXPECT_EQ(told(desk, hog.unit, std::nullopt), begin + " It is using 100 MiB." + end);
    EXPECT_EQ(told(desk, hog.unit, 130 * mib),
              begin + " It is using 100 MiB and grew by 130 MiB a second." + end);
    EXPECT_EQ(told(desk, hog.unit, mib),
              begin + " It is using 100 MiB and grew by 1 MiB a second." + end);
    EXPECT_EQ(told(desk, hog.unit, mib - 1), begin + " It is using 100 MiB." + end);
}

/// Two apps that are frozen, and the text about them.
class TwoStopped : public testing::Test {
protected:
    PressedDesk desk;
    App one = desk.background("one");
    App two = desk.background("two");
    Wanted wanted;

    void stopped(const App &app, TimePoint since, bool in_turn)
    {
        desk.session.leases[app.unit] = {
            .app = app.id, .since = since, .cause = FreezeCause::Pressure, .in_turn = in_turn};
        wanted.frozen[app.unit] = {
            .cause = FreezeCause::Pressure, .reason = {}, .in_turn = in_turn};
    }

    Notice told()
    {
        wanted.notice.reset();
        warn_user(desk.session, desk.config, {}, desk.now, wanted);
        return wanted.notice.value_or(Notice{});
    }
};

TEST_F(TwoStopped, TheNewestIsNamed)
{
    stopped(one, desk.now - 2s, false);
    stopped(two, desk.now - 1s, false);
    EXPECT_EQ(told().title, "two was paused");
    stopped(two, desk.now - 3s, false);
    EXPECT_EQ(told().title, "one was paused");
    stopped(two, desk.now - 2s, false);
    EXPECT_EQ(told().title, "one was paused")
        << "of two that were frozen at the same time, the first known one";
}

TEST_F(TwoStopped, OfThoseInTurnTheFirstIsNamed)
{
    const auto named = [&] { return told().text.in_english(); };
    stopped(one, desk.now - 1s, true);
    stopped(two, desk.now - 2s, true);
    EXPECT_THAT(named(), testing::HasSubstr("two first"));
    stopped(two, desk.now - 1s, true);
    EXPECT_THAT(named(), testing::HasSubstr("one first"));
    stopped(two, desk.now - 2s, false);
    EXPECT_THAT(named(), testing::HasSubstr("one first")) << "the other was a culprit of something";
}

TEST(WarnUser, ANoticeWithAnotherButtonReplacesIt)
{
    const Notice first{.app = "hog", .title = {}, .text = {}};
    Notice other = first;
    EXPECT_TRUE(other.is_about_the_same(first));
    other.may_be_frozen = false;
    EXPECT_FALSE(other.is_about_the_same(first));
}

TEST(WarnUser, AWarningStaysWhileThePressureIsHighAndNobodyIsWokenForIt)
{
    PressedDesk desk;
    desk.session.notice = Notice{.app = "hog", .title = {}, .text = {}};
    desk.session.notice_since = desk.session.high_until = desk.now - 20s;
    desk.session.level_since = desk.now; // it was uneasy and calm in turns
    const auto told_at = [&](Level level) {
        Wanted wanted;
        warn_user(desk.session, desk.config, {.level = level, .now = Level::Calm, .because = {}},
                  desk.now, wanted);
        return wanted;
    };
    EXPECT_EQ(told_at(Level::High).notice, desk.session.notice);
    EXPECT_EQ(told_at(Level::High).again_at, std::nullopt) << "it was shown for long enough";
    EXPECT_EQ(told_at(Level::Uneasy).notice, std::nullopt);
    desk.session.notice_since += 1us;
    EXPECT_EQ(told_at(Level::Uneasy).notice, desk.session.notice);
    EXPECT_EQ(told_at(Level::Uneasy).again_at, desk.now + 1us);
}

TEST(WarnUser, TimeIsCountedFromTheLastMomentAtHigh)
{
    PressedDesk desk;
    const auto level = [&](Level next) {
        desk.passes(1s);
        desk.session.note({action::ChangeLevel{next, {}}, {}, {}, {}, {}}, desk.now);
        return desk.session.high_until;
    };
    const TimePoint never = desk.session.high_until;
    EXPECT_EQ(level(Level::Uneasy), never);
    EXPECT_EQ(level(Level::High), never);
    EXPECT_EQ(level(Level::Critical), never);
    EXPECT_EQ(level(Level::High), never);
    const TimePoint until = level(Level::Uneasy);
    EXPECT_EQ(until, desk.now);
    EXPECT_EQ(level(Level::Calm), until);
    EXPECT_EQ(level(Level::Uneasy), until);
    level(Level::Critical);
    EXPECT_EQ(level(Level::Calm), desk.now);
}

/// The level lingers, and the freeze goes by what the last sample shows.
TEST(WarnUser, TheReasonIsThatOfTheLastSample)
{
    PressedDesk desk;
    const App hog = desk.app("hog"); // its window is visible
    desk.passes(1min);
    desk.appetites[hog.unit] = {.grows = 80 * mib};
    desk.load = hanging();
    (void)desk.goes_on(2s);
    desk.session.notice.reset();
    Wanted wanted;
    warn_user(desk.session, desk.config,
              {.level = Level::Critical, .now = Level::High, .because = {}}, desk.now, wanted);
    ASSERT_TRUE(wanted.notice);
    EXPECT_THAT(wanted.notice->text.in_english(),
                testing::EndsWith("It was not paused: hog is visible."));
}

/// Two apps that may not be frozen. Which of them takes most changes.
class TwoExempt : public testing::Test {
protected:
    PressedDesk desk;
    App one = desk.background("one");
    App two = desk.background("two");

    TwoExempt()
    {
        desk.config.rules = {{one.id, AppRule::Never}, {two.id, AppRule::Never}};
        desk.load = hanging();
        desk.load.memory.total = 8000 * mib;
        desk.load.memory.available = 700 * mib;
    }

    /// The apps that notifications were about, one for each that was shown; "" for none.
    std::vector<AppId> shown_in(Duration time, std::map<UnitId, Appetite> appetites)
    {
        desk.appetites = std::move(appetites);
        std::vector<AppId> apps;
        for (Duration passed{}; passed < time; passed += 100ms) {
            for (const std::string &line : desk.acts_in(100ms)) {
                if (line.starts_with("warn of "))
                    apps.push_back(desk.session.notice->app);
            }
        }
        return apps;
    }

    std::vector<AppId> takes_most(const App &app, Duration time)
    {
        return shown_in(time, {{app.unit, {.grows = 80 * mib}}});
    }

    /// No app does, for three seconds.
    std::vector<AppId> the_system_takes_most()
    {
        std::vector<AppId> apps;
        for (int i = 0; i < 30; ++i) {
            desk.load.memory.available -= 20 * mib;
            std::ranges::copy(shown_in(100ms, {}), std::back_inserter(apps));
        }
        return apps;
    }
};

TEST_F(TwoExempt, AWarningStaysLongEnoughToBeRead)
{
    const App third = desk.background("third");
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    const TimePoint first = desk.session.notice_since;
    const std::map<UnitId, Appetite> both = {{one.unit, {.grows = 40 * mib}},
                                             {two.unit, {.grows = 45 * mib}},
                                             {third.unit, {.grows = 15 * mib}}};
    EXPECT_THAT(shown_in(17s, both), testing::IsEmpty());
    EXPECT_THAT(shown_in(3s, both), testing::ElementsAre(two.id));
    EXPECT_EQ(desk.session.notice_since, first + 20s);
}

TEST_F(TwoExempt, OfAnAppThatGrowsNoMoreItStaysForFiveSeconds)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    const TimePoint first = desk.session.notice_since;
    EXPECT_THAT(takes_most(two, 6s), testing::ElementsAre(two.id));
    EXPECT_EQ(desk.session.notice_since, first + 5s);
}

/// Which of them is first changes with each sample.
TEST_F(TwoExempt, WhereAllThrashItStaysLongEnoughToBeRead)
{
    const auto thrashes = [&](const App &app, Duration time) {
        return shown_in(time, {{app.unit, {.refaults = 100'000}}});
    };
    EXPECT_THAT(thrashes(one, 2s), testing::ElementsAre(one.id));
    const TimePoint first = desk.session.notice_since;
    EXPECT_THAT(thrashes(two, 17s), testing::IsEmpty());
    EXPECT_THAT(thrashes(two, 3s), testing::ElementsAre(two.id));
    EXPECT_EQ(desk.session.notice_since, first + 20s);
}

TEST_F(TwoExempt, OfAnAppThatHasEndedNothingIsReadAnyMore)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    const TimePoint first = desk.session.notice_since;
    desk.happens(event::UnitGone{one.unit});
    EXPECT_THAT(takes_most(two, 12s), testing::ElementsAre(two.id));
    EXPECT_LT(desk.session.notice_since, first + 5s);
}

/// Seen in the virtual machine: the hog had just been closed, and the other one had grown as it
/// started.
TEST_F(TwoExempt, OneThatHasGrownBeforeIsNotNamedSinceTheFirstHasEnded)
{
    EXPECT_THAT(shown_in(2s, {{one.unit, {.grows = 80 * mib}}, {two.unit, {.grows = 50 * mib}}}),
                testing::ElementsAre(one.id));
    EXPECT_THAT(shown_in(1200ms, {}), testing::IsEmpty());
    desk.happens(event::UnitGone{one.unit});
    ASSERT_FALSE(rank_culprits(desk.session, desk.config, desk.now).empty());
    EXPECT_THAT(shown_in(3s, {}), testing::IsEmpty());
}

TEST_F(TwoExempt, OfAnAppThatTheUserHasPausedNothingIsReadAnyMore)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    desk.happens(event::FreezeAsked{one.id, 1min});
    EXPECT_THAT(takes_most(two, 12s), testing::ElementsAre(two.id));
    EXPECT_LT(desk.session.notice_since, desk.now - 5s);
}

TEST_F(TwoExempt, ThatItWasNotPausedIsWithdrawnWhenTheUserPausesIt)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    desk.happens(event::FreezeAsked{one.id, 1min});
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + one.name));
    EXPECT_FALSE(desk.session.notice);
}

/// Seen in the virtual machine: the kernel had just killed the app.
TEST_F(TwoExempt, WhatAnAppTookUntilItEndedIsNotTheSystems)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    desk.happens(event::UnitGone{one.unit});
    EXPECT_THAT(the_system_takes_most(), testing::IsEmpty());
    ASSERT_TRUE(lost_to_no_app(desk.session, desk.config, desk.now));
    desk.session.notice_since -= 1min;
    desk.load.memory.available += 600 * mib;
    desk.passes(10s);
    EXPECT_THAT(the_system_takes_most(), testing::ElementsAre(""));
}

TEST_F(TwoExempt, AFreezeIsSaidAtOnce)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    desk.config.rules.erase(two.id);
    EXPECT_THAT(takes_most(two, 12s), testing::ElementsAre(two.id));
    EXPECT_TRUE(desk.session.notice->frozen);
}

/// Also after it was read: what made memory run short is known already.
TEST_F(TwoExempt, OnceAnAppIsNamedASystemPartIsNot)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    desk.session.notice_since -= 1min;
    EXPECT_THAT(the_system_takes_most(), testing::IsEmpty());
    ASSERT_TRUE(lost_to_no_app(desk.session, desk.config, desk.now));
    EXPECT_EQ(desk.session.notice->app, one.id);
}

TEST_F(TwoExempt, AnAppIsNamedAsSoonAsItIsKnown)
{
    (void)the_system_takes_most();
    ASSERT_TRUE(desk.session.notice);
    ASSERT_EQ(desk.session.notice->app, "");
    EXPECT_THAT(takes_most(one, 12s), testing::ElementsAre(one.id));
}

TEST_F(TwoExempt, AnotherButtonIsShownAtOnce)
{
    EXPECT_THAT(takes_most(one, 2s), testing::ElementsAre(one.id));
    ASSERT_TRUE(desk.session.notice->may_be_frozen);
    desk.session.notice->may_be_frozen = false;
    EXPECT_THAT(takes_most(one, 100ms), testing::ElementsAre(one.id));
}

/// Its files may show another reason, but one is enough.
TEST(WarnUser, OfAnAppThatIsExemptAnywayNoInspectionIsAwaited)
{
    PressedDesk desk;
    const App hog = desk.background("hog", {.grows = 80 * mib});
    desk.happens(event::HoldTaken{hog.id, ":1.7", "it burns a disc"});
    desk.load = hanging();
    desk.inspects = false;
    desk.goes_on(2s);
    ASSERT_LT(desk.session.level, Level::Critical);
    ASSERT_FALSE(desk.session.inspections.contains(hog.unit));
    ASSERT_TRUE(desk.session.notice);
    EXPECT_EQ(desk.session.notice->app, hog.id);
}

/// A new app takes memory.
class Starting : public testing::Test {
protected:
    PressedDesk desk;

    Starting()
    {
        desk.load = hanging();
        desk.load.memory.total = 8000 * mib;
        desk.load.memory.available = 700 * mib;
    }

    App starts(bool has_desktop_file)
    {
        const App app = desk.starting("app", has_desktop_file);
        desk.appetites[app.unit] = {.grows = 80 * mib};
        return app;
    }

    /// Of its first three seconds.
    std::string first_warning()
    {
        for (const std::string &line : desk.acts_in(2900ms)) {
            if (line.starts_with("warn of "))
                return line;
        }
        return "none";
    }
};

/// In the virtual machine, a warning came 0.1 to 0.6 s before each of five freezes.
TEST_F(Starting, OfAProgramThatIsFrozenInAMomentNothingIsRead)
{
    const App app = starts(/*has_desktop_file=*/false);
    EXPECT_EQ(first_warning(), "none");
    EXPECT_THAT(desk.acts_in(200ms), testing::Contains("freeze " + app.name));
}

TEST_F(Starting, OfOneThatWillNotBeFrozenTheUserReads)
{
    desk.config.rules[starts(/*has_desktop_file=*/false).id] = AppRule::Never;
    EXPECT_EQ(first_warning(), "warn of app");
}

TEST_F(Starting, OfOneThatMayBeSavingTheUserReads)
{
    const App app = starts(/*has_desktop_file=*/false);
    desk.closes(desk.window(desk.process(app.unit, "app"), app.id));
    EXPECT_EQ(first_warning(), "warn of app");
}

TEST_F(Starting, AWindowMayBeFifteenSecondsAway)
{
    starts(/*has_desktop_file=*/true);
    EXPECT_EQ(first_warning(), "warn of app");
}

/// In the virtual machine, the one app's start kept the warning of the other away for 11 s.
TEST_F(Starting, ItsWindowEndsWhatTheUserReadsOfIt)
{
    const App hog = desk.background("hog");
    desk.config.rules[hog.id] = AppRule::Never;
    const App app = starts(/*has_desktop_file=*/true);
    EXPECT_EQ(first_warning(), "warn of app");
    ASSERT_TRUE(desk.session.notice);
    EXPECT_FALSE(desk.session.notice->frozen);
    desk.appetites = {{hog.unit, {.grows = 400 * mib}}}; // within a second, more than the app took
    EXPECT_THAT(desk.acts_in(1s), testing::Not(testing::Contains("warn of hog")));
    desk.window(desk.process(app.unit, "app"), app.id);
    EXPECT_THAT(desk.acts_in(1s), testing::Contains("warn of hog"));
}

/// When memory is short, systemd may take longer to describe a unit than the kernel to kill it.
TEST_F(Starting, ForARuleNoDescriptionIsAwaited)
{
    const UnitId unit = desk.unit("app.slice/app-org.example.Hog.service");
    desk.config.rules["org.example.Hog"] = AppRule::Never;
    desk.appetites[unit] = {.grows = 80 * mib};
    ASSERT_TRUE(not_described_yet(desk.session, "org.example.Hog"));
    EXPECT_EQ(first_warning(), "warn of org.example.Hog");
}

TEST_F(Starting, ADescriptionIsAwaitedForTwentySeconds)
{
    const UnitId unit = desk.unit("app.slice/app-org.example.Hog.service");
    desk.happens(event::AppDescribed{.app = "org.example.Hog",
                                     .name = "Hog",
                                     .terminal = false,
                                     .never_frozen = {},
                                     .shows_windows = false});
    desk.appetites[unit] = {.grows = 80 * mib};
    const TimePoint since = desk.now;
    desk.goes_on(19s, 1s);
    ASSERT_FALSE(desk.session.notice);
    const auto told_at = [&](Duration later) {
        Wanted wanted;
        warn_user(desk.session, desk.config,
                  {.level = Level::High, .now = Level::High, .because = {}}, since + later, wanted);
        return wanted.notice ? wanted.notice->text.in_english() : "nothing";
    };
    EXPECT_EQ(told_at(20s - 1us), "nothing");
    EXPECT_THAT(
        told_at(20s),
        testing::EndsWith("It was not paused: systemd hasn't reported yet how it stops Hog."));
}

} // namespace

} // namespace headroom

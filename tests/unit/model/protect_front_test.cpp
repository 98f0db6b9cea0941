// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/explain.h"
#include "policy/protect_front.h"

#include "pressed.h"

#include <algorithm>
#include <format>

namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;
using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::IsEmpty;
using testing::Le;
using testing::UnorderedElementsAre;

/// Of 1,000 MiB, session.slice may have 200, the app in front 200, and both together 300.
class Protection : public testing::Test {
protected:
    PressedDesk desk;
    UnitId session_slice = desk.unit("session.slice");
    UnitId app_slice = desk.unit("app.slice");

    Protection()
    {
        desk.can(Capability::Protect);
        desk.needs = {{session_slice, 60 * mib}, {desk.front.unit, 50 * mib}};
        desk.turns();
    }

    /// What is protected and no longer protected, while time goes on.
    Lines acts_in(Duration time)
    {
        Lines lines = desk.goes_on(time);
        std::erase_if(lines, [](const std::string &line) { return !line.contains("protect "); });
        return lines;
    }

    /// MiB, by the names of units.
    [[nodiscard]] std::map<std::string, std::uint64_t> in_force() const
    {
        std::map<std::string, std::uint64_t> found;
        for (const auto &[unit, protection] : desk.session.protections)
            found[desk.session.units.at(unit).name()] = protection.bytes / mib;
        return found;
    }

    std::map<std::string, std::uint64_t> short_of_memory(Duration time = 1s)
    {
        desk.load = hanging();
        (void)desk.goes_on(time);
        return in_force();
    }
};

using Mib = std::map<std::string, std::uint64_t>;

TEST_F(Protection, BeginsWithTheShortageAndEndsSomeTimeAfterIt)
{
    desk.trigger();
    EXPECT_THAT(acts_in(1s), IsEmpty()) << "sampled, but calm";
    desk.load = hanging();
    EXPECT_THAT(acts_in(1s),
                UnorderedElementsAre("protect 60 MiB of session.slice",
                                     "protect 50 MiB of app.slice",
                                     "protect 50 MiB of " + desk.front.name));
    desk.load = {};
    EXPECT_THAT(acts_in(30s), IsEmpty()) << "it is what keeps things calm";
    EXPECT_THAT(acts_in(10s),
                UnorderedElementsAre("unprotect session.slice", "unprotect app.slice",
                                     "unprotect " + desk.front.name));
}

TEST_F(Protection, InQuietNothingIsReadForIt)
{
    desk.passes(1h);
    (void)desk.turns();
    EXPECT_THAT(desk.needs_of, IsEmpty());
    desk.trigger();
    (void)desk.turns();
    EXPECT_THAT(desk.needs_of, UnorderedElementsAre(session_slice, desk.front.unit));
}

TEST_F(Protection, OnlyMemoryCounts)
{
    desk.load.ui_cpu_some = 0.9;
    EXPECT_THAT(acts_in(3s), IsEmpty());
    EXPECT_EQ(desk.session.level, Level::Uneasy);
}

TEST_F(Protection, NothingIsWrittenWhereItWouldHaveNoEffect)
{
    desk.cannot(Capability::Protect);
    EXPECT_THAT(short_of_memory(), IsEmpty());
    EXPECT_THAT(desk.needs_of, IsEmpty());
}

TEST_F(Protection, Invariant7WhatIsNotKnownIsNotProtected)
{
    desk.needs.erase(desk.front.unit);
    EXPECT_EQ(short_of_memory(), (Mib{{"session.slice", 60}}));
    desk.needs.clear();
    (void)desk.goes_on(70s);
    EXPECT_THAT(in_force(), IsEmpty());
}

/// The sample began before the focus came back.
TEST_F(Protection, StaysIfOneSampleLacksTheUnit)
{
    const auto before = short_of_memory();
    const std::uint64_t needed = desk.needs.at(desk.front.unit);
    desk.needs.erase(desk.front.unit);
    EXPECT_EQ(short_of_memory(100ms), before);
    desk.needs[desk.front.unit] = needed;
    EXPECT_EQ(short_of_memory(), before);
}

TEST_F(Protection, NoMoreThanItsShareHoweverMuchItNeeds)
{
    desk.needs = {{session_slice, 30 * mib}, {desk.front.unit, 900 * mib}};
    EXPECT_EQ(short_of_memory(),
              (Mib{{"session.slice", 30}, {"app.slice", 200}, {desk.front.name, 200}}));
}

TEST_F(Protection, TheDesktopHasNoMoreThanItsShareEither)
{
    desk.needs = {{session_slice, 900 * mib}, {desk.front.unit, 30 * mib}};
    EXPECT_EQ(short_of_memory(),
              (Mib{{"session.slice", 200}, {"app.slice", 30}, {desk.front.name, 30}}));
}

TEST_F(Protection, TheAppInFrontComesBeforeADesktopThatHoldsMuch)
{
    desk.background("org.example.hog", {.grows = 80 * mib});
    desk.needs = {{session_slice, 900 * mib}, {desk.front.unit, 180 * mib}};
    EXPECT_EQ(short_of_memory(),
              (Mib{{"session.slice", 120}, {"app.slice", 180}, {desk.front.name, 180}}));
}

TEST_F(Protection, TheDesktopComesBeforeAnAppInFrontThatTakesAllMemory)
{
    desk.appetites[desk.front.unit] = {.grows = 80 * mib};
    desk.needs = {{session_slice, 180 * mib}, {desk.front.unit, 900 * mib}};
    EXPECT_EQ(short_of_memory(),
              (Mib{{"session.slice", 180}, {"app.slice", 120}, {desk.front.name, 120}}));
}

TEST_F(Protection, WithoutASessionSliceTheAppMayHaveAllThatIsProtected)
{
    desk.config.protection.share = 20;
    desk.config.protection.front_share = 40;
    desk.happens(event::UnitGone{session_slice});
    desk.appetites[desk.front.unit] = {.grows = 80 * mib}; // so that the desktop would come first
    desk.needs = {{desk.front.unit, 900 * mib}};
    EXPECT_EQ(short_of_memory().at(desk.front.name), 200U);
    EXPECT_EQ(desk.session.protections.at(desk.front.unit).bytes, 200 * mib) << "to the byte";
}

TEST_F(Protection, AllUnitsOfTheAppHaveOneShareTogether)
{
    const UnitId second = desk.unit("app.slice/app-org.example.front-99.scope");
    desk.needs[desk.front.unit] = 150 * mib;
    desk.needs[second] = 150 * mib;
    EXPECT_EQ(short_of_memory(),
              (Mib{{"session.slice", 60},
                   {"app.slice", 200},
                   {desk.front.name, 150},
                   {"app-org.example.front-99.scope", 50}}));
}

TEST_F(Protection, EverySliceAboveHasWhatIsInIt)
{
    App terminal = desk.front;
    terminal.unit = desk.unit("app.slice/app-org.gnome.Maps.slice/app-org.gnome.Maps-7.scope");
    terminal.process = desk.process(terminal.unit, "gnome-maps");
    terminal.window = desk.window(terminal.process, "org.gnome.Maps");
    desk.focus(terminal);
    desk.needs[terminal.unit] = 70 * mib;
    EXPECT_EQ(short_of_memory(),
              (Mib{{"session.slice", 60},
                   {"app.slice", 70},
                   {"app-org.gnome.Maps.slice", 70},
                   {"app-org.gnome.Maps-7.scope", 70}}));
}

/// The figures of a terminal's cgroup contain those of the tabs inside it.
TEST_F(Protection, ATerminalInFrontHasNothingForTheTabThatTakesAllMemory)
{
    const std::string scope = "app.slice/app-org.kde.konsole-1.scope";
    App konsole = desk.front;
    konsole.unit = desk.unit(scope);
    const UnitId hog = desk.unit(scope + "/tab(42).scope");
    const UnitId editor = desk.unit(scope + "/tab(43).scope");
    konsole.process = desk.process(konsole.unit, "konsole");
    konsole.window = desk.window(konsole.process, "org.kde.konsole");
    desk.focus(konsole);
    desk.needs = {{konsole.unit, 190 * mib}, {hog, 100 * mib}, {editor, 40 * mib}};
    const std::string name = "app-org.kde.konsole-1.scope";
    EXPECT_EQ(short_of_memory(), (Mib{{"app.slice", 190}, {name, 190}}));
    EXPECT_FALSE(desk.needs_of.contains(hog)) << "each one is read for each sample";
    desk.appetites[hog] = {.grows = 80 * mib};
    EXPECT_EQ(short_of_memory(2s), (Mib{{"app.slice", 90}, {name, 90}}));
    EXPECT_TRUE(desk.needs_of.contains(hog));

    desk.appetites.erase(hog);
    desk.happens(event::FreezeAsked{"org.kde.konsole:42", 0s});
    desk.turns();
    ASSERT_TRUE(desk.session.leases.contains(hog));
    EXPECT_EQ(short_of_memory(20s), (Mib{{"app.slice", 90}, {name, 90}}))
        << "nobody waits for what is frozen";
}

TEST_F(Protection, FollowsTheFocusAndNothingElseIsProtected)
{
    const App other = desk.app("org.example.other");
    desk.needs[other.unit] = 30 * mib;
    EXPECT_FALSE(short_of_memory().contains(other.name));
    desk.focus(other);
    EXPECT_THAT(acts_in(200ms),
                UnorderedElementsAre("protect 30 MiB of app.slice",
                                     "protect 30 MiB of " + other.name, "unprotect app.slice",
                                     "unprotect " + desk.front.name));
    desk.closes(other.window);
    (void)desk.goes_on(200ms);
    EXPECT_EQ(in_force(), (Mib{{"session.slice", 60}}));
}

/// Each change is a call and a file.
TEST_F(Protection, StaysWhileItIsNearlyRight)
{
    EXPECT_EQ(short_of_memory().at(desk.front.name), 50U);
    const std::pair<std::uint64_t, std::uint64_t> steps[] = {{62, 50}, {63, 63}, {32, 63}, {31, 31},
                                                             {31, 31}, {38, 31}, {39, 39}};
    for (const auto &[needs, has] : steps) {
        desk.needs[desk.front.unit] = needs * mib;
        EXPECT_EQ(short_of_memory(12s).at(desk.front.name), has) << needs;
    }
    desk.needs[desk.front.unit] = 200 * mib + 1;
    EXPECT_EQ(short_of_memory(300ms).at(desk.front.name), 200U);
}

TEST_F(Protection, WhatTheKernelHasTakenMeanwhileIsStillNeeded)
{
    desk.trigger();
    (void)desk.goes_on(1s); // sampled before anything stalls
    desk.needs[desk.front.unit] = 20 * mib;
    const std::uint64_t first = short_of_memory().at(desk.front.name);
    EXPECT_THAT(first, AllOf(Ge(46U), Le(50U))) << "halved in ten seconds";
    EXPECT_EQ(short_of_memory(8s).at(desk.front.name), first) << "nearly right";
    EXPECT_THAT(short_of_memory(6s).at(desk.front.name), AllOf(Ge(20U), Le(24U)));
}

TEST_F(Protection, WhatItNeededBeforeAGapWithoutSamplesNoLongerCounts)
{
    desk.needs[desk.front.unit] = 150 * mib;
    desk.trigger();
    (void)desk.goes_on(1s);
    desk.passes(2min);
    desk.needs[desk.front.unit] = 20 * mib;
    EXPECT_EQ(short_of_memory().at(desk.front.name), 20U);
}

TEST_F(Protection, WhatComesBackIsNeededToo)
{
    for (const auto &[unit, name] :
         {std::pair{desk.front.unit, desk.front.name}, {session_slice, "session.slice"s}}) {
        desk.needs = {{unit, 40 * mib}};
        desk.come_back = {{unit, 4 * mib}};
        EXPECT_THAT(short_of_memory().at(name), AllOf(Ge(40U), Le(45U)));
        const std::uint64_t raised = short_of_memory(15s).at(name);
        EXPECT_THAT(raised, AllOf(Ge(60U), Le(80U)));
        desk.come_back[unit] = 0;
        EXPECT_EQ(short_of_memory(8s).at(name), raised) << "it holds what it needs, nearly";
    }
}

TEST_F(Protection, WhatAnAppTakesAgainIsNotWhatItLacks)
{
    desk.appetites[desk.front.unit] = {.refaults = 1024}; // as its use of memory is sampled
    EXPECT_EQ(short_of_memory(15s).at(desk.front.name), 50U);
}

TEST_F(Protection, IsInWholeMebibytes)
{
    desk.needs[desk.front.unit] = 50 * mib + 1;
    EXPECT_EQ(short_of_memory().at(desk.front.name), 51U);
}

TEST_F(Protection, ActsAloneIfTheUserWantsNothingElse)
{
    desk.config.response = Response::Off;
    const App hog = desk.background("org.example.hog", {.grows = 80 * mib});
    desk.trigger();
    desk.load = hanging();
    const Lines lines = desk.acts_in(3s);
    EXPECT_EQ(in_force().size(), 3U);
    EXPECT_THAT(lines, testing::Each(testing::StartsWith("protect "))) << hog.name;
}

TEST_F(Protection, EndsWithTheDaemonAndWhileItIsDisabled)
{
    (void)short_of_memory();
    desk.happens(event::DisabledFor{1h});
    EXPECT_THAT(desk.turns(), testing::Contains(testing::StartsWith("unprotect ")).Times(3));
    EXPECT_THAT(in_force(), IsEmpty());
    desk.happens(event::DisabledFor{});
    EXPECT_EQ(short_of_memory().size(), 3U);
    desk.happens(event::Ending{});
    (void)desk.turns();
    EXPECT_THAT(in_force(), IsEmpty());
}

TEST_F(Protection, WhatWasRefusedIsNotTriedAgainUntilTheFocusComesBack)
{
    (void)short_of_memory();
    desk.happens(event::ActRefused{
        desk.front.unit, {}, Act::Protect, "another program has protected its memory"});
    (void)desk.goes_on(1s);
    EXPECT_EQ(in_force(), (Mib{{"session.slice", 60}}));
    EXPECT_THAT(in_english(explain(desk.session, desk.config, desk.front.id, desk.now)),
                testing::Contains(testing::HasSubstr("was not protected: another program")));
    const App other = desk.app("org.example.other");
    desk.focus(other);
    (void)desk.goes_on(200ms);
    desk.focus(desk.front);
    (void)desk.goes_on(200ms);
    EXPECT_EQ(in_force().at(desk.front.name), 50U);
}

TEST_F(Protection, WhatWasRefusedInOneShortageIsTriedInTheNext)
{
    desk.happens(event::ActRefused{app_slice, {}, Act::Protect, "systemd did not answer"});
    EXPECT_FALSE(short_of_memory().contains("app.slice"));
    desk.load = {};
    (void)desk.goes_on(40s);
    EXPECT_EQ(desk.session.level, Level::Calm);
    EXPECT_EQ(short_of_memory().at("app.slice"), 50U);
}

TEST_F(Protection, ASliceThatIsSomebodyElsesIsLeftOut)
{
    desk.happens(event::ActRefused{app_slice, {}, Act::Protect, "somebody else's"});
    desk.happens(event::ActRefused{session_slice, {}, Act::Protect, "somebody else's"});
    EXPECT_EQ(short_of_memory(), (Mib{{desk.front.name, 50}}));
}

TEST_F(Protection, WhatTheSessionNeedsIsNoAppInFront)
{
    const UnitId shell = desk.unit("session.slice/org.example.shell.service");
    const ProcessId process = desk.process(shell, "shell");
    desk.happens(event::FocusMoved{desk.window(process)});
    desk.needs[shell] = 40 * mib;
    EXPECT_EQ(short_of_memory(), (Mib{{"session.slice", 60}}));
}

TEST_F(Protection, GoesWithItsUnit)
{
    (void)short_of_memory();
    desk.happens(event::UnitGone{desk.front.unit});
    EXPECT_FALSE(in_force().contains(desk.front.name));
    EXPECT_FALSE(desk.session.needs.contains(desk.front.unit));
}

TEST_F(Protection, SaysWhatAndWhy)
{
    (void)short_of_memory();
    EXPECT_THAT(in_english(explain(desk.session, desk.config, desk.front.id, desk.now)),
                testing::Contains("Of the memory of " + desk.front.name
                                  + ", 50 MiB is protected while memory is short."));
    EXPECT_EQ(desk.session.last_reason.at(desk.front.id),
              "keeping 50 MiB of org.example.front in memory: it is the active app, and "
              "memory is short");
    desk.happens(event::Ending{});
    const Decision decision = decide(desk.session, desk.config, desk.now);
    Lines reasons;
    for (const Action &action : decision.actions) {
        if (std::holds_alternative<action::Unprotect>(action.what))
            reasons.push_back(action.reason.in_english());
    }
    EXPECT_THAT(
        reasons,
        UnorderedElementsAre("no longer keeping the desktop in memory: Headroom is ending",
                             "no longer keeping org.example.front in memory: Headroom is ending",
                             "no longer keeping org.example.front in memory: Headroom is ending"));
}

TEST_F(Protection, IsExplainedForTheAppsOwnUnitsAlone)
{
    (void)short_of_memory();
    const auto said = [&](const AppId &app) {
        Lines lines = in_english(explain(desk.session, desk.config, app, desk.now));
        std::erase_if(lines, [](const std::string &line) { return !line.contains("protected"); });
        return lines;
    };
    EXPECT_THAT(said(desk.front.id), ElementsAre(testing::HasSubstr(desk.front.name)));
    EXPECT_THAT(said(desk.app("org.example.other").id), IsEmpty());
}

/// A container's cgroups, say, may have a slice of that name.
TEST_F(Protection, ASliceOfAnotherManagerIsNotTheSessions)
{
    desk.happens(event::UnitGone{session_slice});
    const UnitId foreign = desk.unit_at("/session.slice");
    const UnitId again{9000};
    desk.happens(event::UnitAppeared{again, std::format("{}/session.slice", manager)});
    desk.needs = {{foreign, 60 * mib}, {again, 40 * mib}};
    desk.load = hanging();
    (void)desk.goes_on(1s);
    EXPECT_FALSE(desk.session.protections.contains(foreign));
    EXPECT_EQ(desk.session.protections.at(again).bytes, 40 * mib);
}

TEST_F(Protection, OfASliceIsExactlyWhatIsInIt)
{
    (void)short_of_memory();
    EXPECT_EQ(desk.session.protections.at(app_slice).bytes, 50 * mib);
}

/// The rule alone, with a judgement of the test's, where 50 MiB of the app in front are protected.
class ProtectionInForce : public Protection {
protected:
    TimePoint calm_since;

    ProtectionInForce()
    {
        (void)short_of_memory();
        desk.session.level = Level::Calm;
        calm_since = desk.session.level_since = desk.now;
    }

    /// MiB of the app in front. Zero: nothing.
    std::uint64_t wanted(Level level, Resource resource, Duration later = {})
    {
        Wanted all;
        protect_front(
            desk.session, desk.config,
            {.level = level, .now = level, .resource = resource, .in_front = true, .because = {}},
            calm_since + later, all);
        look_again = all.again_at;
        const auto found = all.protections.find(desk.front.unit);
        return found == all.protections.end() ? 0 : found->second.bytes / mib;
    }
    std::optional<TimePoint> look_again;
};

TEST_F(ProtectionInForce, EndsWhenCalmHasLastedAndLooksThen)
{
    const Duration lingers = desk.config.nap_lingers;
    EXPECT_EQ(wanted(Level::Calm, Resource::Memory, lingers - 1us), 50U);
    EXPECT_EQ(look_again, calm_since + lingers);
    EXPECT_EQ(wanted(Level::Calm, Resource::Memory, lingers), 0U);
}

TEST_F(ProtectionInForce, StaysWhileAnythingIsShort)
{
    const Duration later = desk.config.nap_lingers;
    EXPECT_EQ(wanted(Level::Uneasy, Resource::Cpu, later), 50U);
    EXPECT_EQ(wanted(Level::High, Resource::Io, later), 50U);
    desk.session.level = Level::Uneasy; // not reported yet that it is over
    EXPECT_EQ(wanted(Level::Calm, Resource::Memory, later), 50U);
    EXPECT_EQ(look_again, std::nullopt) << "the change of level is an event";
}

TEST_F(ProtectionInForce, BeginsAnewOnlyForMemory)
{
    desk.session.protections.clear();
    EXPECT_EQ(wanted(Level::Uneasy, Resource::Cpu), 0U);
    EXPECT_EQ(wanted(Level::Calm, Resource::Memory), 0U);
    desk.session.level = Level::High;
    EXPECT_EQ(wanted(Level::Calm, Resource::Memory), 0U) << "the judgement is newer";
    EXPECT_EQ(wanted(Level::Uneasy, Resource::Memory), 50U);
}

TEST_F(ProtectionInForce, BoundsOfNearlyRight)
{
    const auto with = [&](std::uint64_t bytes) {
        desk.session.protections.at(desk.front.unit).bytes = 64 * mib;
        desk.session.needs[desk.front.unit] = {bytes, 0, {}};
        return wanted(Level::High, Resource::Memory);
    };
    EXPECT_EQ(with(32 * mib), 64U);
    EXPECT_EQ(with(31 * mib), 31U);
    EXPECT_EQ(with(79 * mib), 64U);
    EXPECT_EQ(with(79 * mib + 1), 80U) << "a quarter more";
}

TEST_F(ProtectionInForce, AQuarterMoreIsExactThatOfALargeAppToo)
{
    desk.config.protection.share = desk.config.protection.front_share = 80;
    const auto with = [&](std::uint64_t needs) {
        desk.session.protections.at(desk.front.unit).bytes = 404 * mib;
        desk.session.needs[desk.front.unit] = {needs * mib, 0, {}};
        return wanted(Level::High, Resource::Memory);
    };
    EXPECT_EQ(with(504), 404U);
    EXPECT_EQ(with(505), 505U);
}

TEST_F(ProtectionInForce, WhatCameBackIsAddedToTheByte)
{
    desk.session.protections.clear();
    const auto with = [&](std::uint64_t bytes, std::uint64_t back) {
        desk.session.needs[desk.front.unit] = {bytes, back, {}};
        return wanted(Level::High, Resource::Memory);
    };
    EXPECT_EQ(with(50 * mib, 0), 50U);
    EXPECT_EQ(with(50 * mib, 1), 51U);
    EXPECT_EQ(with(50 * mib, 20 * mib), 70U);
}

/// Konsole is in front, with two tabs inside its unit. The rule alone, after two samples that
/// differ by a few bytes.
class TabsOfTheFront : public testing::Test {
protected:
    PressedDesk desk;
    UnitId konsole = desk.unit("app.slice/app-org.kde.konsole-1.scope");
    UnitId hog = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(42).scope");
    UnitId editor = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(43).scope");

    TabsOfTheFront()
    {
        has_focus(konsole, "konsole");
        desk.can(Capability::Protect);
        desk.config.freezing.least_growth = 1;
    }

    void has_focus(UnitId unit, const std::string &program)
    {
        desk.happens(event::FocusMoved{desk.window(desk.process(unit, program), program)});
    }

    void sampled(std::uint64_t of_hog, std::uint64_t of_editor)
    {
        desk.passes(1s);
        PressureSample sample;
        sample.memory = desk.load.memory;
        UnitUse use{};
        use.unit = hog;
        use.held = of_hog;
        sample.units.push_back(use);
        use.unit = editor;
        use.held = of_editor;
        sample.units.push_back(use);
        desk.happens(event::PressureSampled{sample});
    }

    /// What each of the two takes. Only Konsole's need is known.
    Wanted after(std::uint64_t by_hog, std::uint64_t by_editor)
    {
        desk.passes(1min); // older samples don't count after such a gap
        sampled(100, 100);
        sampled(100 + by_hog, 100 + by_editor);
        desk.session.needs[konsole] = {190 * mib + 1, 0, {}};
        Wanted wanted;
        wanted.sample_every = 100ms;
        protect_front(desk.session, desk.config,
                      {.level = Level::High,
                       .now = Level::High,
                       .resource = Resource::Memory,
                       .in_front = true,
                       .because = {}},
                      desk.now, wanted);
        return wanted;
    }

    std::set<UnitId> left_out(std::uint64_t by_hog, std::uint64_t by_editor)
    {
        const Wanted wanted = after(by_hog, by_editor);
        std::set<UnitId> tabs;
        for (const UnitId tab : {hog, editor}) {
            if (wanted.needs.contains(tab))
                tabs.insert(tab);
        }
        return tabs;
    }
};

TEST_F(TabsOfTheFront, AQuarterOfWhatIsTakenIsAGoodPart)
{
    EXPECT_EQ(left_out(750, 250), (std::set{hog, editor}));
    EXPECT_EQ(left_out(751, 249), std::set{hog});
}

TEST_F(TabsOfTheFront, NoneIsLeftOutWhereThereIsNoCulprit)
{
    desk.config.freezing.least_growth = 1000;
    EXPECT_THAT(left_out(750, 250), IsEmpty());
}

/// A program in it has a window of its own.
TEST_F(TabsOfTheFront, TheOneThatTheUserWorksInIsNotLeftOut)
{
    has_focus(hog, "mpv");
    ASSERT_EQ(desk.session.focused_unit(), hog);
    EXPECT_EQ(left_out(750, 250), std::set{editor});
}

TEST_F(TabsOfTheFront, NothingIsSubtractedForOneWhoseNeedIsNotKnown)
{
    const Wanted wanted = after(1000, 0);
    ASSERT_TRUE(wanted.needs.contains(hog));
    ASSERT_TRUE(wanted.protections.contains(konsole));
    EXPECT_EQ(wanted.protections.at(konsole).bytes, 191 * mib);
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/ask_first.h"
#include "policy/difference.h"
#include "pressed.h"

#include <variant>

// An app that listens is asked to free memory before pressure naps or freezes it.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::StartsWith;

class AskFirst : public testing::Test {
protected:
    PressedDesk desk;
    App hog = listener("hog", {.grows = 80 * mib});

    AskFirst()
    {
        desk.cannot(Capability::CpuWeight); // naps have their own tests
        desk.cannot(Capability::IoWeight);
        desk.uses(hog, 300 * mib);
        desk.load = hanging();
    }

    App listener(const AppId &id, Appetite appetite = {})
    {
        App app = desk.background(id, appetite);
        app.process = desk.process(app.unit, id);
        desk.happens(event::ListenerSeen{app.process});
        return app;
    }

    /// Questions, freezes and thaws.
    Lines acts_in(Duration time, Duration step = 50ms)
    {
        Lines acts = desk.acts_in(time, step);
        std::erase_if(acts, [](const std::string &line) {
            return !line.starts_with("ask") && !line.starts_with("freeze")
                && !line.starts_with("thaw");
        });
        return acts;
    }

    /// Turns without a sample or another event.
    Lines acts_after(Duration time)
    {
        desk.passes(time);
        return desk.turns();
    }

    /// Until the app is asked. Samples arrive at the times that the policy requests at this level.
    void until_asked(const App &app)
    {
        for (int i = 0; i < 100 && !desk.session.asked.contains(app.id); ++i)
            all = acts_in(50ms);
        ASSERT_EQ(all, Lines{"ask " + app.name});
        ASSERT_EQ(desk.session.asked.at(app.id).at, desk.now);
    }

    /// The app gives back so much at once, and no longer grows.
    void gives_back(const App &app, std::uint64_t bytes)
    {
        desk.appetites[app.unit] = {};
        desk.uses(app, *desk.session.held_by(app.id) - bytes);
    }

    Lines all;
};

/// The same where weights work, so it is napped before it is frozen.
class AskFirstAtTheNap : public AskFirst {
protected:
    AskFirstAtTheNap()
    {
        desk.can(Capability::CpuWeight);
        desk.load = hanging();
        desk.load.ui_memory_some = desk.load.system_memory_some = 0.05; // uneasy
    }

    /// Also naps.
    Lines acts_while(const Load &load, Duration time)
    {
        desk.load = load;
        return desk.acts_in(time, 50ms);
    }
};

TEST_F(AskFirstAtTheNap, IsAskedBeforeItIsSlowedDownForMemory)
{
    until_asked(hog);
    EXPECT_THAT(desk.session.last_reason.at(hog.id).in_english(),
                StartsWith("asked hog to free memory: it is hidden and used "));
    EXPECT_EQ(desk.again_at, desk.now + 100ms);
    EXPECT_EQ(acts_while(desk.load, 50ms), Lines{});
    EXPECT_EQ(acts_while(desk.load, 50ms), Lines{"nap " + hog.name});
    EXPECT_EQ(acts_while(desk.load, 30s), Lines(3, "ask " + hog.name))
        << "it goes on growing, and the nap goes on";
}

TEST_F(AskFirstAtTheNap, AReaderIsSlowedDownAfterThreeTenthsOfASecond)
{
    until_asked(hog);
    desk.happens(event::QuestionRead{hog.process});
    EXPECT_EQ(acts_while(desk.load, 250ms), Lines{});
    EXPECT_EQ(acts_while(desk.load, 50ms), Lines{"nap " + hog.name});
}

/// It may free little on a share of a processor that is meant to be small.
TEST_F(AskFirstAtTheNap, OneThatIsNappedIsNotWhileItIsToAnswer)
{
    desk.appetites[hog.unit] = {.processors = 8};
    acts_while({.ui_cpu_some = 0.5}, 3s);
    ASSERT_EQ(desk.session.weights.at(hog.unit).kind, WeightKind::Nap);
    desk.appetites[hog.unit] = {.grows = 80 * mib};
    Lines acts;
    for (int i = 0; i < 100 && !desk.session.asked.contains(hog.id); ++i)
        acts = acts_while(hanging(), 50ms);
    EXPECT_EQ(acts, (Lines{"wake " + hog.name, "ask " + hog.name}));
    EXPECT_FALSE(desk.session.weights.contains(hog.unit));
    acts = acts_while(hanging(), 100ms);
    EXPECT_THAT(acts, Contains("nap " + hog.name));
    EXPECT_THAT(acts, Contains("freeze " + hog.name));
}

TEST_F(AskFirstAtTheNap, ANapInForceGoesOnUntilAFreezeIsDue)
{
    const auto is_napped = [&](bool is_due) {
        Wanted wanted;
        desk.session.weights[hog.unit] = {hog.id, desk.config.napped, WeightKind::Nap};
        wanted.weights[hog.unit] = {desk.config.napped, WeightKind::Nap, hog.id, {}, {}};
        wanted.endangered[hog.id] = say("a test", "it grows");
        if (is_due)
            wanted.frozen[hog.unit] = {FreezeCause::Pressure, {}};
        ask_first(desk.session, desk.config, {}, desk.now, wanted);
        EXPECT_TRUE(wanted.asks.contains(hog.id));
        return wanted.weights.contains(hog.unit);
    };
    EXPECT_TRUE(is_napped(false));
    EXPECT_FALSE(is_napped(true));
}

/// The foreground waits for the CPU more than for memory, but memory stalls have begun.
TEST_F(AskFirstAtTheNap, ACulpritIsAskedAtTheFirstStallWhileMemoryMayBecomeLow)
{
    const Load scarce{.ui_cpu_some = 0.3,
                      .memory = {.total = 1000 * mib,
                                 .available = 300 * mib,
                                 .active_file = 80 * mib,
                                 .swap_total = 0,
                                 .swap_free = 0}};
    EXPECT_THAT(acts_while(scarce, 3s), testing::Each(StartsWith("nap ")));
    EXPECT_TRUE(desk.session.asked.empty());
    desk.trigger();
    EXPECT_EQ(acts_while(scarce, 3s), Lines{"ask " + hog.name});
    EXPECT_THAT(desk.session.last_reason.at(hog.id).in_english(),
                testing::MatchesRegex("asked hog to free memory: it is using .* and growing by "
                                      ".* a second, 100 % of what all apps took lately"));
}

TEST_F(AskFirstAtTheNap, TheReasonWhyANapEndsIsTheQuestion)
{
    desk.session.weights = {{hog.unit, {hog.id, desk.config.napped, WeightKind::Nap}}};
    Wanted wanted;
    const auto reason = [&] {
        const auto actions = difference(desk.session, wanted);
        return actions.at(0).reason.in_english();
    };
    EXPECT_EQ(reason(), "no longer slowing down hog: the resource it uses is no longer short");
    desk.session.level = Level::Uneasy;
    EXPECT_EQ(reason(), "no longer slowing down hog: it may no longer be slowed down");
    wanted.awaited.insert(hog.id);
    EXPECT_EQ(reason(), "no longer slowing down hog: it was asked to free memory");
}

TEST_F(AskFirstAtTheNap, TheFreezeThatFollowsDoesNotWaitAgain)
{
    acts_while(desk.load, 1s);
    ASSERT_TRUE(desk.session.asked.contains(hog.id));
    const TimePoint asked = desk.session.asked.at(hog.id).at;
    EXPECT_EQ(acts_while(hanging(), 1s), (Lines{"freeze " + hog.name, "warn of hog"}));
    EXPECT_EQ(desk.session.asked.at(hog.id).at, asked);
}

TEST_F(AskFirstAtTheNap, ThatIsShortOfSomethingElseIsNoQuestion)
{
    desk.appetites[hog.unit].processors = 8;
    EXPECT_EQ(acts_while({.ui_cpu_some = 0.5}, 3s), Lines{"nap " + hog.name});
    EXPECT_TRUE(desk.session.asked.empty());
}

TEST_F(AskFirstAtTheNap, OneThatCannotBeAskedIsNapped)
{
    desk.happens(event::ListenerGone{hog.process});
    EXPECT_EQ(acts_while(desk.load, 3s), Lines{"nap " + hog.name});
    EXPECT_TRUE(desk.session.asked.empty());
}

TEST_F(AskFirstAtTheNap, NeitherOneThatWasJustAskedNorOneThatIsPaused)
{
    const auto asks = [&] {
        Wanted wanted;
        wanted.weights[hog.unit] = {
            desk.config.napped, WeightKind::Nap, hog.id, {}, Resource::Memory};
        ask_first(desk.session, desk.config, {}, desk.now, wanted);
        return wanted.asks.contains(hog.id);
    };
    EXPECT_TRUE(asks());
    desk.session.asked[hog.id].at = desk.now - 10s + 1us;
    EXPECT_FALSE(asks());
    desk.session.asked[hog.id].at = desk.now - 10s;
    EXPECT_TRUE(asks());
    desk.happens(event::FreezeAsked{hog.id, 0s});
    desk.turns();
    ASSERT_TRUE(desk.session.is_paused(hog.id));
    EXPECT_FALSE(asks());
}

/// One that is napped and would be frozen in the same turn is asked once, for the worse of both.
TEST_F(AskFirstAtTheNap, TheFreezeIsTheReasonIfBothBeginAtOnce)
{
    Wanted wanted;
    wanted.weights[hog.unit] = {desk.config.napped, WeightKind::Nap, hog.id, say("a test", "nap"),
                                Resource::Memory};
    wanted.frozen[hog.unit] = {FreezeCause::Pressure, say("a test", "freeze")};
    ask_first(desk.session, desk.config, {}, desk.now, wanted);
    EXPECT_EQ(wanted.asks.at(hog.id).reason.in_english(), "freeze");
    EXPECT_EQ(wanted.awaited, std::set{hog.id});
    EXPECT_TRUE(wanted.frozen.empty());
}

TEST_F(AskFirstAtTheNap, ABoostStaysWhileTheAnswerIsAwaited)
{
    const App second = listener("second");
    Wanted wanted;
    wanted.weights[hog.unit] = {desk.config.napped, WeightKind::Nap, hog.id, {}, Resource::Memory};
    wanted.weights[second.unit] = {desk.config.napped, WeightKind::Boost, second.id, {}};
    wanted.frozen[second.unit] = {FreezeCause::Pressure, {}};
    ask_first(desk.session, desk.config, {}, desk.now, wanted);
    EXPECT_FALSE(wanted.weights.contains(hog.unit));
    EXPECT_TRUE(wanted.weights.contains(second.unit));
    EXPECT_EQ(wanted.awaited, (std::set{hog.id, second.id}));
    EXPECT_EQ(wanted.again_at, desk.now + 100ms);
}

TEST_F(AskFirst, IsAskedOnceAndFrozenAfterATenthOfASecond)
{
    until_asked(hog);
    EXPECT_EQ(desk.again_at, desk.now + 100ms);
    EXPECT_EQ(acts_after(100ms - 1us), Lines{});
    EXPECT_EQ(desk.again_at, desk.now + 1us);
    EXPECT_THAT(acts_after(1us), Contains("freeze " + hog.name));
    EXPECT_EQ(desk.session.leases.at(hog.unit).cause, FreezeCause::Pressure);
    EXPECT_TRUE(desk.session.leases.at(hog.unit).grew);
}

TEST_F(AskFirst, WhatIsAskedAndSaid)
{
    const ProcessId second = desk.process(hog.unit, "helper");
    desk.happens(event::ListenerSeen{second});
    const App other = listener("other");
    until_asked(hog);
    const Sentence &reason = desk.session.last_reason.at(hog.id);
    EXPECT_THAT(reason.in_english(), StartsWith("asked hog to free memory: it is using "));
    EXPECT_TRUE(desk.session.leases.empty());
    const Question &question = desk.session.asked.at(hog.id);
    EXPECT_EQ(question.held, desk.session.held_by(hog.id));
    EXPECT_FALSE(desk.session.asked.contains(other.id));
    desk.session.asked.clear();
    desk.turn();
    ASSERT_EQ(desk.actions.size(), 1U);
    EXPECT_EQ(std::get<action::Ask>(desk.actions[0].what).listeners,
              (std::vector{hog.process, second}));
    EXPECT_EQ(desk.actions[0].unit, hog.unit);
}

TEST_F(AskFirst, SamplesComeOftenWhileTheAnswerIsDue)
{
    until_asked(hog);
    desk.turn();
    EXPECT_EQ(decide(desk.session, desk.config, desk.now).sample_every,
              desk.config.limits.sample_critical);
}

TEST_F(AskFirst, NobodyIsWarnedMeanwhile)
{
    until_asked(hog);
    EXPECT_FALSE(desk.session.notice);
    desk.passes(100ms);
    desk.turns();
    ASSERT_TRUE(desk.session.notice);
    EXPECT_TRUE(desk.session.notice->frozen);
}

TEST_F(AskFirst, WithoutAListenerAsBefore)
{
    desk.happens(event::ListenerGone{hog.process});
    EXPECT_THAT(acts_in(2s), testing::ElementsAre("freeze " + hog.name));
    EXPECT_TRUE(desk.session.asked.empty());
}

TEST_F(AskFirst, OneThatNoLongerListensIsNotWaitedFor)
{
    until_asked(hog);
    desk.happens(event::ListenerGone{hog.process});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
}

TEST_F(AskFirst, WhatIsNoLongerWantedIsNotDone)
{
    until_asked(hog);
    gives_back(hog, 250 * mib);
    EXPECT_EQ(acts_in(5s), Lines{}) << "it no longer is what grows";
    desk.load = {};
    EXPECT_EQ(acts_in(5s), Lines{});
}

struct Fall {
    std::uint64_t first;
    std::uint64_t then;
    bool is_frozen;
    const char *what;
};

/// 60 ms and 120 ms after the question.
TEST_F(AskFirst, OneThatGoesOnFreeingMemoryIsWaitedFor)
{
    const Fall rows[] = {
        {0, 16 * mib, false, "so much counts"},
        {0, 16 * mib - 1, true, "a little less doesn't"},
        {20 * mib, 20 * mib, true, "it no longer falls"},
        {20 * mib, 20 * mib + 1, false, "it still falls"},
        {30 * mib, 20 * mib, true, "it grows again"},
    };
    until_asked(hog);
    const PressedDesk before = desk;
    for (const Fall &row : rows) {
        Session session = before.session;
        const std::uint64_t held = *session.held_by(hog.id);
        Question &question = session.asked.at(hog.id);
        question.before = held - row.first;
        question.now = held - row.then;
        const auto decision = decide(session, before.config, before.now + 100ms);
        const bool freezes = std::ranges::any_of(decision.actions, [](const Action &action) {
            return std::holds_alternative<action::Freeze>(action.what);
        });
        EXPECT_EQ(freezes, row.is_frozen) << row.what;
    }
}

TEST_F(AskFirst, AReaderHasThreeTenthsOfASecond)
{
    until_asked(hog);
    acts_after(100ms - 1us);
    desk.happens(event::QuestionRead{hog.process});
    EXPECT_EQ(acts_after(1us), Lines{});
    EXPECT_EQ(desk.again_at, desk.now + 200ms);
    EXPECT_EQ(acts_after(200ms - 1us), Lines{});
    EXPECT_THAT(acts_after(1us), Contains("freeze " + hog.name)) << "it has freed nothing";
}

TEST_F(AskFirst, WhatAnotherAppReadsDoesNotCount)
{
    const App other = listener("other");
    until_asked(hog);
    desk.happens(event::QuestionRead{other.process});
    desk.happens(event::QuestionRead{ProcessId{4711, 1}});
    EXPECT_FALSE(desk.session.asked.at(hog.id).was_read);
    EXPECT_THAT(acts_after(100ms), Contains("freeze " + hog.name));
}

/// Whether an app that keeps freeing memory is frozen at this level, after some time.
bool is_frozen_after(const PressedDesk &desk, const AppId &app, Duration time)
{
    Session session = desk.session;
    Question &question = session.asked.at(app);
    question.before = *question.held - 20 * mib;
    question.now = *question.held - 30 * mib;
    const auto decision = decide(session, desk.config, desk.now + time);
    return std::ranges::any_of(decision.actions, [](const Action &action) {
        return std::holds_alternative<action::Freeze>(action.what);
    });
}

TEST_F(AskFirst, ForASecondAtMost)
{
    until_asked(hog);
    EXPECT_FALSE(is_frozen_after(desk, hog.id, 1s - 1us));
    EXPECT_TRUE(is_frozen_after(desk, hog.id, 1s));
}

TEST_F(AskFirst, AtCriticalForATenthOfASecondInAnyCase)
{
    desk.load = full();
    desk.happens(event::HoldTaken{hog.id, ":1.7", "it burns a disc"});
    acts_in(1s);
    ASSERT_EQ(desk.session.level, Level::Critical);
    desk.happens(event::HoldReleased{hog.id, ":1.7"});
    until_asked(hog);
    desk.happens(event::QuestionRead{hog.process});
    EXPECT_FALSE(is_frozen_after(desk, hog.id, 100ms - 1us));
    EXPECT_TRUE(is_frozen_after(desk, hog.id, 100ms));
}

TEST_F(AskFirst, UnknownAmountsAreNoReasonToWait)
{
    until_asked(hog);
    Question &question = desk.session.asked.at(hog.id);
    question.before = *question.held - 20 * mib;
    question.now = *question.held - 30 * mib;
    question.held.reset();
    EXPECT_THAT(acts_after(100ms), Contains("freeze " + hog.name));
}

TEST_F(AskFirst, IsAskedAgainAfterTenSeconds)
{
    until_asked(hog);
    const TimePoint asked = desk.now;
    const auto again = [&](Duration time) {
        const auto decision = decide(desk.session, desk.config, asked + time);
        Lines lines;
        for (const Action &action : decision.actions)
            lines.push_back(said(action));
        return lines;
    };
    desk.session.asked.at(hog.id).at = asked - 10s + 1us;
    EXPECT_THAT(again(0s), Contains("freeze " + hog.name));
    desk.session.asked.at(hog.id).at = asked - 10s;
    EXPECT_EQ(again(0s), Lines{"ask " + hog.name});
}

TEST_F(AskFirst, FreezesInTurnAreAskedForToo)
{
    desk.appetites[hog.unit] = {};
    desk.load = full();
    desk.session.units.at(hog.unit).appeared = TimePoint{};
    const Lines acts = acts_in(5s);
    EXPECT_EQ(acts, (Lines{"ask " + hog.name, "freeze " + hog.name}));
    EXPECT_TRUE(desk.session.leases.at(hog.unit).in_turn);
}

TEST_F(AskFirst, RequestsDoNotWait)
{
    desk.load = {};
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
    EXPECT_TRUE(desk.session.asked.empty());
}

TEST_F(AskFirst, NorDoThoseForTheCulprit)
{
    until_asked(hog);
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
}

TEST_F(AskFirst, ThawsDoNotWait)
{
    until_asked(hog);
    acts_after(100ms);
    ASSERT_TRUE(desk.session.is_paused(hog.id));
    desk.happens(event::ThawAsked{hog.id});
    EXPECT_THAT(desk.turns(), Contains("thaw " + hog.name));
}

TEST_F(AskFirst, AnExemptAppIsNotAsked)
{
    desk.happens(event::HoldTaken{hog.id, ":1.7", "it burns a disc"});
    EXPECT_EQ(acts_in(3s), Lines{});
}

TEST_F(AskFirst, WhatItHoldsIsFollowedForASecond)
{
    until_asked(hog);
    const auto held = [&] { return desk.session.asked.at(hog.id).now; };
    const auto then = held();
    desk.session.asked.at(hog.id).at = desk.now - 1s + 10ms;
    desk.goes_on(10ms, 10ms);
    EXPECT_NE(held(), then);
    const auto last = held();
    desk.uses(hog, 7 * mib);
    desk.goes_on(10ms, 10ms);
    EXPECT_EQ(desk.session.held_by(hog.id), 7 * mib);
    EXPECT_EQ(held(), last);
}

TEST_F(AskFirst, ListenersAreForgottenAndBounded)
{
    EXPECT_EQ(desk.session.listeners_of(hog.id), std::vector{hog.process});
    EXPECT_TRUE(desk.session.listeners_of("nobody").empty());
    for (std::int32_t pid = 0; pid < 300; ++pid)
        desk.happens(event::ListenerSeen{{20000 + pid, 1}});
    EXPECT_EQ(desk.session.listeners.size(), 256U);
    desk.happens(event::ListenerGone{hog.process});
    EXPECT_TRUE(desk.session.listeners_of(hog.id).empty());
}

TEST(Question, WhatItHoldsLessIsWhatItHasFreed)
{
    Question question{.at = {}, .held = 300 * mib, .before = {}, .now = {}};
    EXPECT_EQ(question.freed(), std::nullopt) << "no sample has come yet";
    question.now = 290 * mib;
    EXPECT_EQ(question.freed(), 10 * mib);
    for (const std::uint64_t now : {300 * mib, 310 * mib}) {
        question.now = now;
        EXPECT_EQ(question.freed(), 0U) << "it has freed nothing";
    }
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/explain.h"

#include "seen.h"

namespace headroom {

namespace {

using namespace seen;

TEST(Explain, KnowsNoAppThatIsNotThere)
{
    Desk desk;
    EXPECT_EQ(in_english(explain(desk.session, desk.config, "org.kde.kate", desk.now)), Lines{});
    EXPECT_EQ(in_english(explain(desk.session, desk.config, "", desk.now)), Lines{});
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::WindowGone{kate.window});
    EXPECT_FALSE(in_english(explain(desk.session, desk.config, "org.kde.kate", desk.now)).empty())
        << "it has a unit";
    desk.happens(event::UnitGone{kate.unit});
    EXPECT_EQ(in_english(explain(desk.session, desk.config, "org.kde.kate", desk.now)), Lines{});
    desk.happens(event::FreezeAsked{"org.kde.kate", 0s});
    EXPECT_EQ(in_english(explain(desk.session, desk.config, "org.kde.kate", desk.now)), Lines{});
}

TEST(Explain, SaysWhenNothingIsInForce)
{
    Desk desk;
    desk.app("org.kde.kate");
    EXPECT_EQ(in_english(explain(desk.session, desk.config, "org.kde.kate", desk.now)),
              (Lines{"Headroom does nothing to org.kde.kate now.",
                     "It would not be paused when memory runs short: org.kde.kate is visible."}));
}

TEST(Explain, SaysWhichWeightsItHas)
{
    for (const auto &[cpu, io, sentence] : std::vector<std::tuple<bool, bool, std::string>>{
             {true, true, "{} has CPU weight 500 and I/O weight 500 instead of the usual 100."},
             {true, false, "{} has CPU weight 500 instead of the usual 100."},
             {false, true, "{} has I/O weight 500 instead of the usual 100."},
         }) {
        Desk desk;
        if (!cpu)
            desk.cannot(Capability::CpuWeight);
        if (!io)
            desk.cannot(Capability::IoWeight);
        const App kate = desk.app("org.kde.kate");
        desk.focus(kate);
        desk.turns();
        const Lines lines = in_english(explain(desk.session, desk.config, kate.id, desk.now));
        ASSERT_EQ(lines.size(), 3U);
        EXPECT_EQ(lines[0], kate.name + sentence.substr(2));
        EXPECT_EQ(lines[1], "Last act: boosted org.kde.kate: org.kde.kate is the active app.");
        EXPECT_EQ(
            lines[2],
            "It would not be paused even on request: org.kde.kate is the active app, which is "
            "never paused.");
    }
}

TEST(Explain, SaysSinceWhenItIsFrozen)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::FreezeAsked{kate.id, 0s});
    desk.turns();
    EXPECT_EQ(in_english(explain(desk.session, desk.config, kate.id, desk.now)).front(),
              "Pausing " + kate.name + " has taken 0 s so far.");
    desk.happens(event::FreezerSettled{kate.unit, true});
    desk.passes(61s);
    EXPECT_EQ(in_english(explain(desk.session, desk.config, kate.id, desk.now)),
              (Lines{kate.name + " has been paused for 61 s.",
                     "Last act: paused org.kde.kate: you requested it."}));
}

TEST(Explain, SaysWhyTheFocusGaveNoBoost)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.happens(
        event::ActRefused{kate.unit, {}, Act::Boost, "another program has set its weights"});
    const Lines lines = in_english(explain(desk.session, desk.config, kate.id, desk.now));
    EXPECT_EQ(lines.front(), "org.kde.kate is the active app but has no boost.");
    EXPECT_THAT(
        lines,
        testing::Contains(kate.name + " was not boosted: another program has set its weights."));
}

TEST(Explain, NamesWhatHasFailed)
{
    const std::pair<Act, std::string> rows[] = {
        {Act::Adopt, " was not moved to a unit of its own: why."},
        {Act::Boost, " was not boosted: why."},
        {Act::Close, " was not asked to quit: why."},
        {Act::Freeze, " was not paused: why."},
        {Act::Nap, " was not slowed down: why."},
        {Act::Rejoin, " was not put back into the terminal's unit: why."},
    };
    for (const auto &[act, sentence] : rows) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        desk.session.unit_refusals[kate.unit][act] = {.why = Sentence{"why"s}};
        EXPECT_THAT(in_english(explain(desk.session, desk.config, kate.id, desk.now)),
                    testing::Contains(kate.name + sentence));
    }
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.session.unit_refusals[kate.unit][Act::Reclaim] = {.why = Sentence{"why"s}};
    EXPECT_THAT(in_english(explain(desk.session, desk.config, kate.id, desk.now)),
                testing::Contains("Memory of " + kate.name + " was not pushed out: why."));
}

TEST(Explain, AnswersForEveryAppThatIsListed)
{
    Desk desk;
    desk.app("org.kde.kate");
    desk.frozen("firefox");
    desk.window(std::nullopt, "a window's own word");
    desk.window(desk.process(desk.unit("session.slice/dbus.service"), "gnome-maps"));
    EXPECT_EQ(desk.session.app_ids(),
              (std::vector<AppId>{"a window's own word", "firefox", "gnome-maps", "org.kde.kate"}));
    for (const AppId &app : desk.session.app_ids()) {
        const Lines lines = in_english(explain(desk.session, desk.config, app, desk.now));
        EXPECT_FALSE(lines.empty()) << app;
        for (const std::string &line : lines)
            EXPECT_TRUE(line.ends_with('.') && !line.ends_with("..")) << line;
    }
}

TEST(Explain, ThatAnotherAppIsFrozenIsNotItsOwn)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.frozen("firefox");
    EXPECT_EQ(in_english(explain(desk.session, desk.config, kate.id, desk.now)).front(),
              "Headroom does nothing to org.kde.kate now.");
}

TEST(Explain, WhatCantBeFrozenAtAllIsNotSaidTwice)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.config.response = Response::Warn;
    const auto of_pressure = testing::Contains(testing::HasSubstr("when memory runs short"));
    const auto lines = [&] {
        return in_english(explain(desk.session, desk.config, kate.id, desk.now));
    };
    EXPECT_THAT(lines(), of_pressure);
    desk.focus(kate);
    EXPECT_THAT(lines(), testing::Not(of_pressure));
}

TEST(Explain, ACulpritInFrontIsPausedOnRequest)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    const auto states_refusal = testing::Contains(testing::HasSubstr("even on request"));
    EXPECT_THAT(in_english(explain(desk.session, desk.config, kate.id, desk.now)), states_refusal);
    desk.session.notice = Notice{.app = kate.id, .title = {}, .text = {}};
    EXPECT_THAT(in_english(explain(desk.session, desk.config, kate.id, desk.now)),
                testing::Not(states_refusal))
        << "it is minimised first";
}

TEST(Explain, WhatWouldDisconnectItIsNotSaidTwice)
{
    Desk desk;
    desk.happens(event::WindowSourceChanged{"sway", true});
    const App kate = desk.app("org.kde.kate");
    desk.passes(1h);
    EXPECT_EQ(in_english(explain(desk.session, desk.config, kate.id, desk.now)),
              (Lines{"Headroom does nothing to org.kde.kate now.",
                     "It would not be paused even on request: a window of org.kde.kate may be "
                     "visible, and the "
                     "compositor would disconnect it."}));
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/difference.h"

#include "seen.h"

namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;

TEST(Difference, OfNothingIsNothing)
{
    Desk desk;
    desk.app("org.kde.kate");
    EXPECT_TRUE(difference(desk.session, {}).empty());
}

TEST(Difference, WhatIsInForceAndWantedIsLeftAlone)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    Wanted wanted;
    wanted.weights[kate.unit] = {{500, std::nullopt}, WeightKind::Boost, kate.id, "because"s};
    wanted.frozen[kate.unit] = {FreezeCause::Asked, "because"s};
    for (const Action &action : difference(desk.session, wanted))
        desk.session.note(action, desk.now);
    EXPECT_TRUE(difference(desk.session, wanted).empty());
    wanted.frozen[kate.unit].reason = "another reason is no other freeze"s;
    wanted.weights[kate.unit].reason = "nor another boost"s;
    EXPECT_TRUE(difference(desk.session, wanted).empty());
}

/// The sentences are for users. The menu calls it "Text Editor", not org.gnome.TextEditor.
TEST(Difference, AnActNamesTheAppAsTheMenuDoes)
{
    Desk desk;
    const App editor = desk.app("org.gnome.TextEditor");
    desk.happens(event::AppDescribed{
        .app = editor.id, .name = "Text Editor", .terminal = false, .never_frozen = {}});
    Wanted wanted;
    wanted.weights[editor.unit] = {{500, 500}, WeightKind::Boost, editor.id, "because"s};
    wanted.frozen[editor.unit] = {FreezeCause::Asked, "because"s};
    const auto all = [](const std::vector<Action> &actions) {
        Lines reasons;
        for (const Action &action : actions) {
            EXPECT_EQ(action.app, "org.gnome.TextEditor") << "programs read the id";
            reasons.push_back(action.reason.in_english());
        }
        return reasons;
    };
    EXPECT_THAT(all(difference(desk.session, wanted)),
                testing::UnorderedElementsAre("boosted Text Editor: because",
                                              "paused Text Editor: because"));
    for (const Action &action : difference(desk.session, wanted))
        desk.session.note(action, desk.now);
    wanted = {};
    wanted.thaws[editor.unit] = ThawCause::Asked;
    EXPECT_THAT(
        all(difference(desk.session, wanted)),
        testing::UnorderedElementsAre(testing::StartsWith("no longer boosting Text Editor: "),
                                      testing::StartsWith("resumed Text Editor: ")));
}

TEST(Difference, OtherWeightsAreSetAnew)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.session.weights[kate.unit] = {kate.id, {500, std::nullopt}};
    Wanted wanted;
    wanted.weights[kate.unit] = {{500, 500}, WeightKind::Boost, kate.id, "because"s};
    const auto actions = difference(desk.session, wanted);
    ASSERT_EQ(actions.size(), 1U);
    EXPECT_EQ(std::get<action::SetWeights>(actions[0].what).weights, (Weights{500, 500}));
}

TEST(Difference, Invariant2ThawsComeFirstAndTheOneFreezeLast)
{
    Desk desk;
    const App a = desk.app("a");
    const App b = desk.app("b");
    const App c = desk.app("c");
    const App d = desk.app("d");
    desk.session.leases[d.unit] = {d.id, desk.now};
    desk.session.weights[c.unit] = {c.id, {500, 500}};
    Wanted wanted;
    wanted.frozen = {{a.unit, {FreezeCause::Asked, "because"s}},
                     {b.unit, {FreezeCause::Asked, "because"s}}};
    wanted.weights[b.unit] = {{500, 500}, WeightKind::Boost, b.id, "because"s};
    wanted.moves.push_back({action::Adopt{{7, 7}}, b.unit, b.name, "x", "because"s});
    thaw_the_rest(desk.session, desk.config, desk.now, wanted);
    Lines lines;
    for (const Action &action : difference(desk.session, wanted))
        lines.push_back(said(action));
    EXPECT_EQ(lines,
              (Lines{"thaw " + d.name, "boost " + b.name, "unboost " + c.name,
                     "adopt 7 from " + b.name, "freeze " + a.name}))
        << "invariant 4, too";
}

TEST(Difference, EachActionNamesUnitAppAndReason)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    Wanted wanted;
    wanted.weights[kate.unit] = {{500, 500}, WeightKind::Boost, kate.id, "why"s};
    wanted.frozen[kate.unit] = {FreezeCause::Asked, "why"s};
    const auto there = difference(desk.session, wanted);
    for (const Action &action : there)
        desk.session.note(action, desk.now);
    Wanted nothing;
    thaw_the_rest(desk.session, desk.config, desk.now, nothing);
    auto all = difference(desk.session, nothing);
    all.insert(all.end(), there.begin(), there.end());
    EXPECT_EQ(all.size(), 4U);
    for (const Action &action : all) {
        EXPECT_EQ(action.unit, kate.unit);
        EXPECT_EQ(action.name, kate.name);
        EXPECT_EQ(action.app, kate.id);
        EXPECT_TRUE(action.reason.in_english().contains(kate.id)) << action.reason;
    }
}

TEST(Difference, AtTheEndThatIsWhyABoostIsOver)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.happens(event::Ending{});
    ASSERT_EQ(desk.turn(), Lines{"unboost " + kate.name});
    EXPECT_EQ(desk.actions[0].reason, "no longer boosting org.kde.kate: Headroom is ending");
}

TEST(Difference, WhileItIsDisabledThatIsWhyAllIsOver)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App build = desk.app("build");
    desk.session.weights = {{kate.unit, {kate.id, {}, WeightKind::Boost}},
                            {build.unit, {build.id, {}, WeightKind::Nap}}};
    desk.session.protections = {{kate.unit, {kate.id, 1 * mib}}};
    Wanted wanted;
    wanted.is_disabled = true;
    std::vector<std::string> reasons;
    for (const Action &action : difference(desk.session, wanted))
        reasons.push_back(action.reason.in_english());
    EXPECT_THAT(reasons,
                testing::UnorderedElementsAre(
                    "no longer boosting org.kde.kate: you have paused Headroom",
                    "no longer slowing down build: you have paused Headroom",
                    "no longer keeping org.kde.kate in memory: you have paused Headroom"));
}

TEST(Difference, SaysWhyTheDesktopIsBoosted)
{
    Desk desk;
    const UnitId slice = desk.unit("session.slice");
    const auto reason = [&](const Wanted &wanted) {
        const auto actions = difference(desk.session, wanted);
        return actions.size() == 1 ? actions[0].reason.in_english() : "";
    };
    Wanted wanted;
    wanted.weights[slice] = {{500, std::nullopt}, WeightKind::Boost, {}, "why"s};
    EXPECT_EQ(reason(wanted), "boosted the desktop: why");
    desk.session.weights[slice] = {{}, {500, std::nullopt}};
    wanted.weights.clear();
    EXPECT_EQ(reason(wanted),
              "no longer boosting the desktop: the active app no longer takes what is short");
    wanted.is_disabled = true;
    EXPECT_EQ(reason(wanted), "no longer boosting the desktop: you have paused Headroom");
}

/// A nap that ends while the resource is short, or is about to be, ends for another reason.
TEST(Difference, SaysWhyANapEnds)
{
    const std::string ends = "no longer slowing down build: ";
    const auto reason = [&](Level now, Level next) {
        Desk desk;
        const App build = desk.app("build");
        desk.session.weights[build.unit] = {build.id, {20, 20}, WeightKind::Nap};
        desk.session.level = now;
        Wanted wanted;
        wanted.level = next;
        for (const Action &action : difference(desk.session, wanted)) {
            if (action.unit == build.unit)
                return action.reason.in_english();
        }
        return ""s;
    };
    EXPECT_EQ(reason(Level::Calm, Level::Calm), ends + "the resource it uses is no longer short");
    EXPECT_EQ(reason(Level::Calm, Level::Uneasy), ends + "it may no longer be slowed down");
    EXPECT_EQ(reason(Level::Uneasy, Level::Calm), ends + "it may no longer be slowed down");
}

TEST(Difference, SaysOfWhomAndWhyMemoryIsKept)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const UnitId session_slice = desk.unit("session.slice");
    const auto reasons = [&](const Wanted &wanted) {
        std::map<UnitId, std::string> found;
        for (const Action &action : difference(desk.session, wanted))
            found[action.unit] = action.reason.in_english();
        return found;
    };
    Wanted wanted;
    wanted.protections[kate.unit] = {50 * mib, kate.id};
    wanted.protections[session_slice] = {60 * mib, {}};
    EXPECT_EQ(reasons(wanted),
              (std::map<UnitId, std::string>{
                  {kate.unit,
                   "keeping 50 MiB of org.kde.kate in memory: it is the active app, and memory is "
                   "short"},
                  {session_slice, "keeping 60 MiB of the desktop in memory: memory is short"}}));
    desk.session.protections[kate.unit] = {kate.id, 50 * mib};
    desk.session.protections[session_slice] = {{}, 60 * mib};
    const std::string desktop =
        "no longer keeping the desktop in memory: memory is no longer short";
    const std::string app = "no longer keeping org.kde.kate in memory: ";
    desk.focus(kate);
    EXPECT_EQ(reasons({})[kate.unit], app + "memory is no longer short");
    EXPECT_EQ(reasons({})[session_slice], desktop);
    desk.focus(desk.app("org.example.Other"));
    EXPECT_EQ(reasons({})[kate.unit], app + "it is no longer the active app");
    EXPECT_EQ(reasons({})[session_slice], desktop);
}

} // namespace

} // namespace headroom

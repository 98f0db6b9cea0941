// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

#include <format>

// Which app is shown as the cause of a shortage, after which acts.
namespace headroom {

namespace {

using namespace seen;

/// Two apps on a machine at a level, and acts on them. The reason of each act is its name.
class Scene {
public:
    Desk desk;

    Scene()
    {
        for (const char *app : {"a", "b"}) {
            m_units[app] = {desk.unit(std::format("app.slice/app-{}-1.scope", app)),
                            desk.unit(std::format("app.slice/app-{}-2.scope", app))};
        }
        at(Level::High);
    }

    void at(Level level) { done("", {}, action::ChangeLevel{level, {}}, "level"); }
    void nap(const AppId &app, Resource resource = Resource::Cpu)
    {
        on_all(app, action::SetWeights{{.cpu = 20, .io = 20}, WeightKind::Nap, resource}, "nap");
    }
    void boost(const AppId &app)
    {
        on_all(app, action::SetWeights{{.cpu = 500, .io = 500}, WeightKind::Boost}, "boost");
    }
    void wake(const AppId &app) { on_all(app, action::UnsetWeights{WeightKind::Nap}, "wake"); }
    void freeze(const AppId &app)
    {
        on_all(app, action::Freeze{.cause = FreezeCause::Pressure}, "freeze");
    }
    void freeze_in_turn(const AppId &app)
    {
        on_all(app, action::Freeze{.cause = FreezeCause::Pressure, .in_turn = true}, "in turn");
    }
    void freeze_asked(const AppId &app)
    {
        on_all(app, action::Freeze{.cause = FreezeCause::Asked}, "asked");
    }
    void thaw(const AppId &app) { on_all(app, action::Thaw{ThawCause::Asked}, "thaw"); }
    void thaw_one_unit(const AppId &app)
    {
        done(app, m_units.at(app)[0], action::Thaw{ThawCause::Calm}, "thaw");
    }
    void warn(const AppId &app, bool frozen)
    {
        const Notice notice{.app = app, .frozen = frozen, .title = {}, .text = "text of " + app};
        done(app, {}, action::Notify{notice}, "warn");
    }
    void unwarn(const AppId &app) { done(app, {}, action::Unnotify{}, "unwarn"); }
    void ends(const AppId &app)
    {
        for (const UnitId unit : m_units.at(app))
            desk.happens(event::UnitGone{unit});
    }
    void is_refused(const AppId &app, Act act)
    {
        for (const UnitId unit : m_units.at(app))
            desk.happens(event::ActRefused{unit, {}, act, "no such unit"});
    }

    [[nodiscard]] std::string shown() const
    {
        const NamedCulprit *culprit = desk.session.culprit_to_show();
        if (!culprit)
            return "none";
        return std::format("{}: {}, {}{}", culprit->app, culprit->sentence.in_english(),
                           culprit->resource ? name_of(*culprit->resource) : "unknown",
                           desk.session.is_paused(culprit->app) ? ", paused" : "");
    }

private:
    void on_all(const AppId &app, decltype(Action::what) what, const std::string &reason)
    {
        for (const UnitId unit : m_units.at(app))
            done(app, unit, what, reason);
    }
    void done(const AppId &app, UnitId unit, decltype(Action::what) what, const std::string &reason)
    {
        desk.session.note({std::move(what), unit, {}, app, reason}, desk.now);
    }

    std::map<AppId, std::vector<UnitId>> m_units;
};

struct Row {
    const char *what;
    void (*acts)(Scene &at);
    const char *shown;
};

const Row rows[] = {
    {"nothing was done", [](Scene &) {}, "none"},
    {"a boost", [](Scene &at) { at.boost("a"); }, "none"},

    {"slowed down", [](Scene &at) { at.nap("a"); }, "a: nap, cpu"},
    {"for the disk", [](Scene &at) { at.nap("a", Resource::Io); }, "a: nap, io"},
    {"the last one slowed down", [](Scene &at) { at.nap("a"), at.nap("b"); }, "b: nap, cpu"},
    {"no longer slowed down", [](Scene &at) { at.nap("a"), at.wake("a"); }, "none"},
    {"in front now", [](Scene &at) { at.nap("a"), at.boost("a"); }, "none"},
    {"another one no longer", [](Scene &at) { at.nap("a"), at.wake("b"); }, "a: nap, cpu"},
    {"could not be slowed down", [](Scene &at) { at.nap("a"), at.is_refused("a", Act::Nap); },
     "none"},

    {"paused", [](Scene &at) { at.freeze("a"); }, "a: freeze, memory, paused"},
    {"slowed down, then paused", [](Scene &at) { at.nap("a"), at.freeze("a"); },
     "a: freeze, memory, paused"},
    {"the last one paused", [](Scene &at) { at.freeze("a"), at.freeze("b"); },
     "b: freeze, memory, paused"},
    {"what is paused outranks what is slowed down later",
     [](Scene &at) { at.freeze("a"), at.nap("b"); }, "a: freeze, memory, paused"},
    {"paused, and no longer slowed down",
     [](Scene &at) { at.nap("a"), at.freeze("a"), at.wake("a"); }, "a: freeze, memory, paused"},
    {"resumed", [](Scene &at) { at.freeze("a"), at.thaw("a"); }, "none"},
    {"resumed, and still slowed down", [](Scene &at) { at.nap("a"), at.freeze("a"), at.thaw("a"); },
     "none"},
    {"resumed in part", [](Scene &at) { at.freeze("a"), at.thaw_one_unit("a"); },
     "a: freeze, memory, paused"},
    {"another one resumed", [](Scene &at) { at.freeze("a"), at.freeze("b"), at.thaw("a"); },
     "b: freeze, memory, paused"},
    {"could not be paused", [](Scene &at) { at.freeze("a"), at.is_refused("a", Act::Freeze); },
     "none"},
    {"it has ended", [](Scene &at) { at.freeze("a"), at.ends("a"); }, "none"},

    {"paused by the user", [](Scene &at) { at.freeze_asked("a"); }, "a: asked, unknown, paused"},
    {"at the lowest level for that", [](Scene &at) { at.at(Level::Uneasy), at.freeze_asked("a"); },
     "none"},
    {"while it was slowed down", [](Scene &at) { at.nap("a"), at.freeze_asked("a"); },
     "a: nap, cpu, paused"},
    {"while another one was slowed down", [](Scene &at) { at.nap("a"), at.freeze_asked("b"); },
     "b: asked, unknown, paused"},

    {"named by the notification", [](Scene &at) { at.warn("a", false); }, "a: text of a, memory"},
    {"of an app that is paused already", [](Scene &at) { at.freeze("a"), at.warn("a", true); },
     "a: freeze, memory, paused"},
    {"of no app", [](Scene &at) { at.warn("", false); }, "none"},
    {"another notification", [](Scene &at) { at.warn("a", false), at.warn("b", false); },
     "b: text of b, memory"},
    {"one of no app follows", [](Scene &at) { at.warn("a", false), at.warn("", false); }, "none"},
    {"withdrawn", [](Scene &at) { at.warn("a", false), at.unwarn("a"); }, "none"},
    {"withdrawn while it is slowed down",
     [](Scene &at) { at.nap("a"), at.warn("a", false), at.unwarn("a"); }, "a: text of a, memory"},
    {"paused by the user from there", [](Scene &at) { at.warn("a", false), at.freeze_asked("a"); },
     "a: asked, memory, paused"},
    {"paused by the user while it was slowed down and named there",
     [](Scene &at) { at.warn("a", false), at.nap("a"), at.freeze_asked("a"); },
     "a: nap, cpu, paused"},

    {"uneasy", [](Scene &at) { at.nap("a"), at.at(Level::Uneasy); }, "a: nap, cpu"},
    {"calm", [](Scene &at) { at.freeze("a"), at.at(Level::Calm); }, "none"},
    {"unknown", [](Scene &at) { at.freeze("a"), at.at(Level::Unknown); }, "none"},
    {"short again", [](Scene &at) { at.freeze("a"), at.at(Level::Calm), at.at(Level::High); },
     "a: freeze, memory, paused"},
    {"paused by the user long after it was slowed down",
     [](Scene &at) {
         at.nap("a"), at.wake("a"), at.at(Level::Calm), at.freeze_asked("a"), at.at(Level::High);
     },
     "none"},
};

TEST(NamedCulpritTest, TheTable)
{
    for (const Row &row : rows) {
        Scene scene;
        row.acts(scene);
        EXPECT_EQ(scene.shown(), row.shown) << row.what;
    }
}

TEST(NamedCulpritTest, WhatRanShortInWords)
{
    EXPECT_EQ(ran_short(Resource::Memory), "memory ran short");
    EXPECT_EQ(ran_short(Resource::Io), "the disk was busy");
    EXPECT_EQ(ran_short(Resource::Cpu), "the CPU was busy");
}

TEST(NamedCulpritTest, PolicyNamesWhatIsShort)
{
    PressedDesk desk;
    const App hog = desk.background("hog", {.grows = 80 * mib});
    desk.load = hanging();
    desk.goes_on(2s);
    const NamedCulprit *culprit = desk.session.culprit_to_show();
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->app, hog.id);
    EXPECT_EQ(culprit->resource, Resource::Memory);
    EXPECT_TRUE(desk.session.is_paused(hog.id));

    PressedDesk busy;
    const App build = busy.background("build", {.processors = 2});
    busy.load.ui_cpu_some = 0.9;
    busy.goes_on(5s);
    culprit = busy.session.culprit_to_show();
    ASSERT_TRUE(culprit);
    EXPECT_EQ(culprit->app, build.id);
    EXPECT_EQ(culprit->resource, Resource::Cpu);
    EXPECT_FALSE(busy.session.is_paused(build.id));
}

TEST(NamedCulprit, OneThatIsPausedInTurnIsNotTheCause)
{
    Scene scene;
    scene.freeze_in_turn("b");
    EXPECT_EQ(scene.shown(), "none");
    scene.freeze("a");
    const std::string named = scene.shown();
    scene.freeze_in_turn("b");
    EXPECT_EQ(scene.shown(), named);
}

} // namespace

} // namespace headroom

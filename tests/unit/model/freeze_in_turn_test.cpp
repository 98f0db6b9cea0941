// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

#include "policy/rank_culprits.h"

#include <format>
#include <functional>

// Many apps of medium size, with no culprit among them. They are frozen one after the other, and
// thawed in reverse order.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Medium {
public:
    PressedDesk desk;
    std::vector<App> apps; ///< the one that left the front first comes first

    explicit Medium(std::size_t count)
    {
        desk.cannot(Capability::CpuWeight); // naps have their own tests
        desk.cannot(Capability::IoWeight);
        // Names sort differently from the order of use.
        for (std::size_t i = 0; i < count; ++i)
            apps.push_back(hidden(std::format("app{}", count - i)));
        for (const App &app : apps) {
            desk.focus(app);
            desk.turns();
            desk.passes(1min);
        }
        desk.focus(desk.front);
        desk.turns();
        for (const App &app : apps)
            desk.changes(app.window, [](Window &w) { w.hidden = true; });
        desk.passes(1min);
    }

    App hidden(const AppId &id)
    {
        App app = desk.app(id);
        desk.appetites[app.unit] = {};
        desk.uses(app, 120 * mib);
        return app;
    }

    Lines frozen_in(Duration time)
    {
        Lines acts = desk.acts_in(time, 50ms);
        std::erase_if(acts, [](const std::string &line) {
            return !line.starts_with("freeze") && !line.starts_with("thaw");
        });
        return acts;
    }
};

TEST(FreezeInTurn, LeastRecentlyUsedFirstUntilWhatIsInFrontNoLongerStalls)
{
    Medium at{4};
    at.desk.load = full();
    EXPECT_EQ(at.frozen_in(900ms), Lines{}) << "policy looks for a culprit first";
    EXPECT_EQ(at.frozen_in(200ms), Lines{"freeze " + at.apps[0].name});
    const TimePoint first = at.desk.session.leases.at(at.apps[0].unit).since;
    EXPECT_EQ(at.frozen_in(600ms), Lines{"freeze " + at.apps[1].name});
    EXPECT_GE(at.desk.session.leases.at(at.apps[1].unit).since - first,
              at.desk.config.freezing.between_freezes + at.desk.config.limits.short_window);
    at.desk.load.ui_memory_full = at.desk.load.system_memory_full = 0;
    EXPECT_EQ(at.frozen_in(500ms), Lines{"freeze " + at.apps[2].name})
        << "it still stalls, though it doesn't hang";
    at.desk.load = hanging();
    at.desk.load.ui_memory_some = 0;
    EXPECT_EQ(at.frozen_in(3s), Lines{}) << "the app in front doesn't stall";
}

/// It lacks what the others have.
TEST(FreezeInTurn, GoesOnThoughTheAppInFrontReadsMostBack)
{
    for (const bool has_most : {false, true}) {
        Medium at{3};
        at.desk.uses(at.desk.front, (has_most ? 900 : 150) * mib);
        at.desk.appetites[at.desk.front.unit] = {.refaults = 6000};
        for (const App &app : at.apps)
            at.desk.appetites[app.unit] = {.refaults = 1000};
        at.desk.load = full();
        EXPECT_EQ(at.frozen_in(5s).size(), has_most ? 0U : 3U);
        EXPECT_EQ(rank_culprits(at.desk.session, at.desk.config, at.desk.now).empty(), !has_most);
        at.frozen_in(15s);
        EXPECT_EQ(rank_culprits(at.desk.session, at.desk.config, at.desk.now).empty(), !has_most)
            << "what is frozen has taken nothing for longer than growth is kept";
    }
}

TEST(FreezeInTurn, GoesOnInReverseOrder)
{
    Medium at{3};
    at.desk.load = full();
    EXPECT_EQ(at.frozen_in(5s).size(), 3U);
    at.desk.load = {};
    std::vector<std::pair<TimePoint, std::string>> thawed;
    for (int i = 0; i < 600 && thawed.size() < 3; ++i) {
        for (const std::string &line : at.frozen_in(50ms))
            thawed.emplace_back(at.desk.now, line);
    }
    ASSERT_EQ(thawed.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(thawed[i].second, "thaw " + at.apps[2 - i].name);
    EXPECT_GE(thawed[1].first - thawed[0].first, 5s);
    EXPECT_GE(thawed[2].first - thawed[1].first, 5s);
}

TEST(FreezeInTurn, GoesOnBeforeACulpritDoes)
{
    Medium at{2};
    at.desk.load = full();
    at.frozen_in(3500ms);
    ASSERT_EQ(at.desk.session.leases.size(), 2U);
    const App hog = at.desk.background("hog", {.grows = 80 * mib});
    EXPECT_THAT(at.frozen_in(2s), Contains("freeze " + hog.name));
    at.desk.load = {};
    Lines thawed;
    for (int i = 0; i < 600 && thawed.size() < 3; ++i)
        std::ranges::copy(at.frozen_in(50ms), std::back_inserter(thawed));
    EXPECT_THAT(
        thawed,
        ElementsAre("thaw " + at.apps[1].name, "thaw " + at.apps[0].name, "thaw " + hog.name));
}

struct Case {
    const char *what;
    /// Changes a desk on which the first of two apps would be frozen.
    std::function<void(Medium &)> made;
};

TEST(FreezeInTurn, NobodyWithoutNeed)
{
    const Case cases[] = {
        {"there is enough memory", [](Medium &at) { at.desk.load.memory.available = 500 * mib; }},
        {"it stalls without hanging",
         [](Medium &at) { at.desk.load.ui_memory_full = at.desk.load.system_memory_full = 0.3; }},
        {"only what is behind waits",
         [](Medium &at) { at.desk.load.ui_memory_some = at.desk.load.ui_memory_full = 0; }},
        {"somebody is to blame who is in front",
         [](Medium &at) { at.desk.appetites[at.desk.front.unit] = {.grows = 80 * mib}; }},
        {"nobody knows what is visible",
         [](Medium &at) { at.desk.happens(event::WindowSourceChanged{"xattr", false}); }},
        {"warn only", [](Medium &at) { at.desk.config.response = Response::Warn; }},
        {"something plays, nobody knows who",
         [](Medium &at) {
             at.desk.happens(event::StreamSeen{Stream{.id = 7,
                                                      .process = {},
                                                      .app_hint = {},
                                                      .kind = StreamKind::Playback,
                                                      .running = true}});
         }},
    };
    for (const Case &row : cases) {
        Medium at{2};
        at.desk.load = full();
        row.made(at);
        EXPECT_EQ(at.frozen_in(10s), Lines{}) << row.what;
    }
    Medium twin{2};
    twin.desk.load = full();
    EXPECT_EQ(twin.frozen_in(10s).size(), 2U);
}

TEST(FreezeInTurn, NotThatApp)
{
    const Case cases[] = {
        {"it is visible",
         [](Medium &at) {
             at.desk.changes(at.apps[0].window, [](Window &w) { w.hidden = false; });
         }},
        {"it is a terminal",
         [](Medium &at) {
             at.desk.happens(event::AppDescribed{.app = at.apps[0].id,
                                                 .name = "x",
                                                 .terminal = true,
                                                 .never_frozen = "x is a terminal"s});
         }},
        {"a rule", [](Medium &at) { at.desk.config.rules[at.apps[0].id] = AppRule::Never; }},
        {"a hold",
         [](Medium &at) { at.desk.happens(event::HoldTaken{at.apps[0].id, ":1.7", "it plays"}); }},
        {"it holds next to nothing", [](Medium &at) { at.desk.uses(at.apps[0], 20 * mib); }},
        {"what it holds isn't known", [](Medium &at) { at.desk.appetites.erase(at.apps[0].unit); }},
        {"it has just closed its window", [](Medium &at) { at.desk.closes(at.apps[0].window); }},
        {"one of its units is marked",
         [](Medium &at) {
             App second = at.apps[0];
             second.unit = at.desk.unit("app.slice/app-" + second.id + "-second.scope");
             at.desk.appetites[second.unit] = {};
             at.desk.uses(second, mib);
             at.desk.is_marked(second);
         }},
    };
    for (const Case &row : cases) {
        Medium at{2};
        row.made(at);
        at.desk.load = full();
        EXPECT_EQ(at.frozen_in(4s), Lines{"freeze " + at.apps[1].name}) << row.what;
    }
}

TEST(FreezeInTurn, WhatHasNoWindowComesLast)
{
    Medium at{1};
    const App service = at.desk.background("service");
    at.desk.session.units.at(service.unit).appeared = TimePoint{};
    at.desk.load = full();
    EXPECT_EQ(at.frozen_in(5s), (Lines{"freeze " + at.apps[0].name, "freeze " + service.name}));
}

TEST(FreezeInTurn, ACulpritIsFrozenInstead)
{
    Medium at{2};
    const App hog = at.desk.background("hog", {.grows = 80 * mib});
    at.desk.load = full();
    EXPECT_EQ(at.frozen_in(500ms), Lines{"freeze " + hog.name});
}

TEST(FreezeInTurn, WaitsForOneThatHasNotComeToAStop)
{
    Medium at{2};
    at.desk.settles = false;
    at.desk.load = full();
    EXPECT_EQ(at.frozen_in(2900ms), Lines{"freeze " + at.apps[0].name});
    EXPECT_EQ(at.frozen_in(500ms), Lines{"freeze " + at.apps[1].name}) << "two seconds are enough";
}

TEST(FreezeInTurn, AllOfThemAreToldOfOnce)
{
    Medium at{3};
    at.desk.load = full();
    const Lines acts = at.desk.acts_in(5s, 50ms);
    EXPECT_EQ(std::ranges::count_if(
                  acts, [](const std::string &line) { return line.starts_with("warn"); }),
              1);
    ASSERT_TRUE(at.desk.session.notice);
    EXPECT_EQ(at.desk.session.notice->app, at.apps[0].id);
    EXPECT_THAT(at.desk.session.notice->text.in_english(), HasSubstr("no app alone was the cause"));
    EXPECT_TRUE(at.desk.session.notice->frozen) << "its button resumes";
}

TEST(FreezeInTurn, WhoComesNextIsInspectedBeforeItIsCritical)
{
    Medium at{5};
    at.desk.load = hanging();
    at.desk.inspect.clear();
    at.frozen_in(1s);
    for (std::size_t i = 0; i < at.apps.size(); ++i)
        EXPECT_EQ(at.desk.inspect.contains(at.apps[i].unit), i < 3) << i;
}

} // namespace

} // namespace headroom

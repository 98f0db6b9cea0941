// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/rank_culprits.h"
#include "pressed.h"

#include <array>
#include <format>

namespace headroom {

namespace {

using namespace seen;

struct Row {
    const char *what;
    std::vector<Appetite> appetites;
    std::vector<std::size_t> named; ///< indices, worst first
};

const Row rows[] = {
    {"nobody grows", {{}, {}}, {}},
    {"one grows", {{.grows = 50 * mib}, {}}, {0}},
    {"one has more than half",
     {{.grows = 30 * mib}, {.grows = 51 * mib}, {.grows = 20 * mib}},
     {1}},
    {"exactly half is not more",
     {{.grows = 50 * mib},
      {.grows = 20 * mib},
      {.grows = 10 * mib},
      {.grows = 10 * mib},
      {.grows = 10 * mib}},
     {}},
    {"two hogs", {{.grows = 50 * mib}, {.grows = 50 * mib}}, {0, 1}},
    {"two have it together, each a quarter",
     {{.grows = 30 * mib},
      {.grows = 25 * mib},
      {.grows = 15 * mib},
      {.grows = 15 * mib},
      {.grows = 15 * mib}},
     {0, 1}},
    {"the second has less than a quarter",
     {{.grows = 40 * mib}, {.grows = 20 * mib}, {.grows = 20 * mib}, {.grows = 20 * mib}},
     {}},
    {"ten tabs", std::vector<Appetite>(10, Appetite{.grows = 20 * mib}), {}},
    {"growth that is nothing", {{.grows = 3 * mib}, {}}, {}},
    {"thrashing at a standstill", {{.refaults = 5000}, {.refaults = 1000}}, {0}},
    {"two who thrash are each other's victims", {{.refaults = 5000}, {.refaults = 5000}}, {}},
    {"a few pages wanted back", {{.refaults = 900}, {}}, {}},
    {"reading much is no growth", {{.reads = 500 * mib}, {}}, {}},
};

TEST(RankCulprits, TheTable)
{
    for (const Row &row : rows) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        desk.load.ui_memory_some = 0.05;
        std::vector<App> apps;
        for (const Appetite &appetite : row.appetites)
            apps.push_back(desk.background(std::format("app{}", apps.size()), appetite));
        desk.goes_on(2100ms);
        std::vector<AppId> named;
        for (const Culprit &culprit : rank_culprits(desk.session, desk.config, desk.now))
            named.push_back(culprit.app);
        std::vector<AppId> expected;
        for (const std::size_t i : row.named)
            expected.push_back(apps[i].id);
        EXPECT_EQ(named, expected) << row.what;
    }
}

TEST(RankCulprits, WhatGrowsOutsideAllAppsIsNobodysFault)
{
    // A system service takes 200 MiB while an app takes 20. If the loss of room didn't count, the
    // app would appear to have taken all of it.
    for (const auto &[lost, expected] : {std::pair{38U, 1U}, std::pair{45U, 0U}}) {
        PressedDesk desk;
        desk.background("app", {.grows = 10 * mib});
        desk.goes_on(100ms);
        for (int i = 0; i < 20; ++i) {
            desk.load.memory.available -= lost * mib / 20;
            desk.goes_on(100ms);
        }
        EXPECT_EQ(rank_culprits(desk.session, desk.config, desk.now).size(), expected)
            << lost << " MiB lost, 20 taken";
    }
}

/// Memory of thirty processes. Each grows for three to six seconds and ends, and another follows.
/// tests/seat/loads.py creates such a load.
class Thirty {
public:
    std::uint64_t after(double seconds, double each_a_second)
    {
        double held = 0;
        for (Process &process : m_processes) {
            for (; seconds >= process.ends; m_turn = (m_turn + 7) % 31)
                process = {.begins = process.ends, .ends = process.ends + 3 + 0.1 * m_turn};
            held += each_a_second * (seconds - process.begins);
        }
        return static_cast<std::uint64_t>(held) * mib;
    }

private:
    struct Process {
        double begins = 0;
        double ends = 0;
    };
    std::array<Process, 30> m_processes;
    int m_turn = 0;
};

TEST(RankCulprits, AUnitOfShortLivedProcessesIsSeenThoughItGivesBackAsMuch)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    const App hog = desk.background("thirty");
    const App slow = desk.background("slow", {.grows = 2 * mib});
    Thirty thirty;
    int seen = 0;
    for (int i = 1; i <= 100; ++i) {
        desk.uses(hog, 100 * mib + thirty.after(0.1 * i, 3));
        desk.goes_on(100ms);
        const auto culprits = rank_culprits(desk.session, desk.config, desk.now);
        seen += culprits.size() == 1 && culprits[0].app == hog.id ? 1 : 0;
    }
    EXPECT_GE(seen, 95)
        << "of a hundred looks in ten seconds: at first the app has taken next to nothing";
}

/// As when each process is killed for lack of memory: together they take a tenth of it again and
/// again.
TEST(RankCulprits, WhoTakesATenthOfAllMemoryOverAndOverIsSeenInEachClimb)
{
    for (const auto &[amount, is_seen] : {std::pair{120U, true}, std::pair{90U, false}}) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        const App hog = desk.background("hog");
        for (int i = 0; i < 300; ++i) {
            desk.uses(hog, (100 + amount * static_cast<unsigned>(i % 10) / 9) * mib);
            desk.goes_on(100ms);
            const auto culprits = rank_culprits(desk.session, desk.config, desk.now);
            if (i > 20 && i % 10 == 9) {
                EXPECT_EQ(!culprits.empty(), is_seen) << amount << " MiB of 1000, look " << i;
            }
        }
    }
}

TEST(RankCulprits, WhoTakesAndGivesBackIsNoCulpritOnceItHasGivenBack)
{
    for (const int period : {2, 5, 13, 20}) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        const App encoder = desk.background("encoder");
        for (int i = 0; i < 300; ++i) {
            desk.uses(
                encoder,
                (300 + 40U * static_cast<unsigned>(i % period) / static_cast<unsigned>(period - 1))
                    * mib);
            desk.goes_on(100ms);
            if (i > period) {
                EXPECT_EQ(rank_culprits(desk.session, desk.config, desk.now).size(), 0U)
                    << period << " samples, look " << i;
                EXPECT_EQ(app_shares(desk.session, desk.config, Resource::Memory, desk.now)
                              .at(encoder.id),
                          0)
                    << "nor is it napped for it";
            }
        }
    }
}

/// The counterpart: it takes and gives back, but each time it keeps something.
TEST(RankCulprits, WhoKeepsSomethingOfWhatItTakesIsACulprit)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    const App app = desk.background("app");
    for (unsigned i = 0; i < 100; ++i) {
        desk.uses(app, (100 + 2 * i + 20 * (i % 2)) * mib);
        desk.goes_on(100ms);
    }
    const auto culprits = rank_culprits(desk.session, desk.config, desk.now);
    ASSERT_EQ(culprits.size(), 1U);
    EXPECT_NEAR(static_cast<double>(culprits[0].grows.value_or(0)) / mib, 20, 25) << "per second";
}

TEST(RankCulprits, WhatItGivesBackIsKnownBeyondTheLastFreeze)
{
    PressedDesk desk;
    const App encoder = desk.background("encoder");
    const App hog = desk.background("hog", {.grows = 200 * mib});
    desk.load.memory = {.total = 4000 * mib,
                        .available = 120 * mib,
                        .active_file = 80 * mib,
                        .swap_total = 0,
                        .swap_free = 0};
    const auto breathes = [&](int i) {
        desk.uses(encoder, (300 + 40U * static_cast<unsigned>(i % 20) / 19) * mib);
    };
    for (int i = 0; i < 40; ++i) {
        breathes(i);
        if (i == 35)
            desk.load.ui_memory_some = 0.5;
        desk.goes_on(100ms);
    }
    EXPECT_TRUE(desk.session.leases.contains(hog.unit));
    for (int i = 40; i < 100; ++i) { // the encoder alone, in the middle of its next climb
        breathes(i);
        desk.goes_on(100ms);
        EXPECT_FALSE(desk.session.leases.contains(encoder.unit));
    }
}

TEST(RankCulprits, TheUnitsOfAnAppAreOne)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    const App browser = desk.background("browser", {.grows = 15 * mib});
    const App other = desk.background("other", {.grows = 20 * mib});
    const UnitId second = desk.unit("app.slice/app-browser-2.scope");
    desk.appetites[second] = {.grows = 16 * mib};
    desk.goes_on(2100ms);
    const auto culprits = rank_culprits(desk.session, desk.config, desk.now);
    ASSERT_EQ(culprits.size(), 1U);
    EXPECT_EQ(culprits[0].app, browser.id);
    EXPECT_EQ(culprits[0].held,
              desk.session.pressure.use(browser.unit)->held.value()
                  + desk.session.pressure.use(second)->held.value());
    EXPECT_EQ(culprits[0].unit, browser.unit) << "the one that holds most";
    EXPECT_NEAR(culprits[0].share, 31.0 / 51, 0.01);
}

TEST(RankCulprits, WhatNoAppTakesIsSaidToBeThePartOfTheSystem)
{
    struct Case {
        std::uint64_t by_app, lost; ///< MiB a second
        bool elsewhere;
    };
    for (const auto &[by_app, lost, elsewhere] :
         {Case{10, 100, true}, Case{60, 100, false}, Case{0, 20, false}, Case{0, 60, true},
          Case{0, 0, false}}) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        desk.load.memory = {.total = 4000 * mib,
                            .available = 1000 * mib,
                            .active_file = 0,
                            .swap_total = 0,
                            .swap_free = 0};
        desk.background("app", {.grows = by_app * mib});
        desk.goes_on(100ms);
        for (int i = 0; i < 20; ++i) {
            desk.load.memory.available -= lost * mib / 10;
            desk.goes_on(100ms);
        }
        const auto told = lost_to_no_app(desk.session, desk.config, desk.now);
        ASSERT_EQ(told.has_value(), elsewhere) << lost << " lost, " << by_app << " of it by an app";
        if (told) {
            EXPECT_NEAR(static_cast<double>(*told) / mib, static_cast<double>(lost - by_app), 1);
        }
    }
}

TEST(RankCulprits, GrowthIsCountedFromTheLastFreeze)
{
    PressedDesk desk;
    const App first = desk.background("first", {.grows = 60 * mib});
    const App second = desk.background("second", {.grows = 40 * mib});
    desk.load = hanging();
    EXPECT_THAT(desk.acts_in(400ms), testing::Contains("freeze " + first.name));
    EXPECT_THAT(desk.acts_in(2s), testing::Contains("freeze " + second.name));
}

TEST(RankCulprits, SaysItInWords)
{
    EXPECT_EQ(in_words(130 * mib), "130 MiB");
    EXPECT_EQ(in_words(1023 * mib), "1023 MiB");
    EXPECT_EQ(in_words(1024 * mib), "1.0 GiB");
    EXPECT_EQ(in_words(100 * 1024 * mib), "100.0 GiB");
    EXPECT_EQ(describe(Culprit{
                  .unit = {}, .app = "a", .share = 1, .grows = 130 * mib, .held = 6349 * mib}),
              "is using 6.2 GiB and growing by 130 MiB a second");
    EXPECT_EQ(describe(Culprit{.unit = {}, .app = "a", .share = 1, .grows = {}, .held = 200 * mib}),
              "is using 200 MiB and keeps reading it back into memory");
    EXPECT_EQ(
        describe(Culprit{.unit = {}, .app = "a", .share = 1, .grows = mib, .held = 200 * mib}),
        "is using 200 MiB and growing by 1 MiB a second");
    EXPECT_EQ(
        describe(Culprit{.unit = {}, .app = "a", .share = 1, .grows = mib - 1, .held = 200 * mib}),
        "has grown to 200 MiB")
        << "not \"growing by 0 MiB a second\"";
}

/// Two samples that differ by a few bytes, so that an error of one byte shows.
class ExactFigures : public testing::Test {
protected:
    Desk desk;
    UnitId one = desk.unit("app.slice/app-one-1.scope");
    UnitId two = desk.unit("app.slice/app-two-1.scope");

    ExactFigures()
    {
        desk.config.freezing.least_growth = 1;
        desk.config.freezing.least_refaults = 1;
        desk.config.freezing.least_elsewhere = 1;
    }

    void sampled(std::vector<UnitUse> uses, std::optional<std::uint64_t> available = {},
                 std::optional<std::uint64_t> compressed = {})
    {
        PressureSample sample;
        sample.units = std::move(uses);
        if (available)
            sample.memory = MemoryLevel{.total = 1000 * mib,
                                        .available = *available,
                                        .active_file = 0,
                                        .swap_total = 0,
                                        .swap_free = 0,
                                        .compressed = compressed};
        desk.happens(event::PressureSampled{sample});
    }

    static UnitUse holds(UnitId unit, std::optional<std::uint64_t> held,
                         std::optional<std::uint64_t> refaults = {})
    {
        return {
            .unit = unit, .held = held, .scanned = {}, .refaults = refaults, .cpu = {}, .io = {}};
    }

    [[nodiscard]] std::vector<Culprit> culprits() const
    {
        return rank_culprits(desk.session, desk.config, desk.now);
    }
    [[nodiscard]] std::map<AppId, double> taken(Resource of) const
    {
        return app_shares(desk.session, desk.config, of, desk.now);
    }
};

using testing::ElementsAre;
using testing::Pair;

/// What is swapped out to zram takes memory there. Its owners still hold it, so nothing is lost.
TEST_F(ExactFigures, WhatWasOnlySwappedOutToMemoryIsLostToNobody)
{
    const auto lost = [&](std::optional<std::uint64_t> before, std::optional<std::uint64_t> after) {
        desk.passes(1min);
        sampled({holds(one, 100, 0)}, 500, before);
        desk.passes(1s);
        sampled({holds(one, 100, 50)}, 400, after);
        return lost_to_no_app(desk.session, desk.config, desk.now).value_or(0);
    };
    EXPECT_EQ(lost({}, {}), 100U);
    EXPECT_EQ(lost(10, {}), 100U) << "not known at both ends";
    EXPECT_EQ(lost({}, 10), 100U);
    EXPECT_EQ(lost(10, 10), 100U);
    EXPECT_EQ(lost(10, 70), 40U);
    EXPECT_EQ(lost(30, 10), 120U) << "what came back to memory was there already";
    EXPECT_EQ(lost(10, 110), 0U);
    EXPECT_EQ(culprits().size(), 1U) << "it thrashes, and is no victim";
}

TEST_F(ExactFigures, SharesAreOfAllThatTheAppsTookWhereNobodyKnowsWhatIsLeft)
{
    sampled({holds(one, 100), holds(two, 100)});
    desk.passes(1s);
    sampled({holds(one, 130), holds(two, 110)});
    EXPECT_THAT(taken(Resource::Memory), ElementsAre(Pair("one", 0.75), Pair("two", 0.25)));
    ASSERT_EQ(culprits().size(), 1U);
    EXPECT_EQ(culprits()[0].share, 0.75);
    EXPECT_EQ(culprits()[0].grows, 30U) << "per second";
}

TEST_F(ExactFigures, SharesOfTheDiskHaveNothingToDoWithMemory)
{
    const auto reads = [](UnitId unit, std::uint64_t io) {
        return UnitUse{
            .unit = unit, .held = {}, .scanned = {}, .refaults = {}, .cpu = {}, .io = io};
    };
    sampled({reads(one, 0), reads(two, 0)}, 500 * mib);
    desk.passes(1s);
    sampled({reads(one, 30), reads(two, 10)}, 400 * mib);
    EXPECT_THAT(taken(Resource::Io), ElementsAre(Pair("one", 0.75), Pair("two", 0.25)));
}

TEST_F(ExactFigures, WhoShrinksHasTakenNothing)
{
    sampled({holds(one, 100), holds(two, 100)}, 500 * mib);
    desk.passes(1s);
    sampled({holds(one, 110), holds(two, 90)}, 500 * mib - 30);
    EXPECT_THAT(taken(Resource::Memory), ElementsAre(Pair("one", 10.0 / 30), Pair("two", 0.0)));
    EXPECT_EQ(lost_to_no_app(desk.session, desk.config, desk.now), 20U)
        << "and offsets no other app's use";
}

TEST_F(ExactFigures, WhatIsNotToldOfAnAppIsNotHeldAgainstTheSystem)
{
    sampled({holds(one, {}, 1), holds(two, 100)}, 500 * mib);
    desk.passes(1s);
    sampled({holds(one, {}, 2), holds(two, 110)}, 500 * mib - 30);
    EXPECT_EQ(lost_to_no_app(desk.session, desk.config, desk.now), 20U);
}

TEST_F(ExactFigures, ACulpritHoldsWhatIsToldOfItsUnits)
{
    desk.unit("app.slice/app-one-0.scope"); // no sample contains it
    const UnitId untold = desk.unit("app.slice/app-one-2.scope");
    sampled({holds(one, 100), holds(untold, {}, 1)});
    desk.passes(1s);
    sampled({holds(one, 130), holds(untold, {}, 2)});
    ASSERT_EQ(culprits().size(), 1U);
    EXPECT_EQ(culprits()[0].held, 130U);
    EXPECT_EQ(culprits()[0].unit, one);
    EXPECT_EQ(culprits()[0].grows, 30U) << "the climb of the other unit isn't known";
}

TEST_F(ExactFigures, ThePaceIsThatOfTheLastSecond)
{
    sampled({holds(one, 100), holds(two, 100)});
    desk.passes(1s);
    sampled({holds(one, 130), holds(two, 100)});
    desk.passes(1s);
    sampled({holds(one, 130), holds(two, 101)});
    ASSERT_EQ(culprits().size(), 1U);
    EXPECT_EQ(culprits()[0].app, "one");
    EXPECT_EQ(culprits()[0].grows, 0U) << "it has stopped";
    desk.passes(3s);
    EXPECT_EQ(culprits().at(0).grows, 0U) << "no sample since";
}

TEST_F(ExactFigures, WhatIsStoppedInTurnIsNoCulpritForWhatItTakesUntilItStandsStill)
{
    const UnitId still = desk.unit("app.slice/app-one-2.scope");
    desk.session.leases[still] = {.app = "one", .since = desk.now, .in_turn = true};
    desk.session.leases[two] = {.app = "two", .since = desk.now, .in_turn = true};
    sampled({holds(one, 100, 0), holds(still, 100, 0), holds(two, 100, 0)});
    desk.passes(1s);
    sampled({holds(one, 130, 10), holds(still, 150, 20), holds(two, 200, 30)});
    ASSERT_EQ(culprits().size(), 1U);
    EXPECT_EQ(culprits()[0].share, 1.0);
    EXPECT_EQ(culprits()[0].grows, 30U);
    desk.config.freezing.least_growth = 1000;
    ASSERT_EQ(culprits().size(), 1U);
    EXPECT_EQ(culprits()[0].app, "one") << "nor for what it rereads";
    EXPECT_EQ(culprits()[0].share, 1.0);
}

TEST_F(ExactFigures, TwoMustHaveMoreThanHalfTogetherHoweverLittleIsAsked)
{
    desk.config.freezing.least_share = 10;
    std::vector<UnitUse> uses;
    for (const std::uint64_t grows : {30U, 15U, 14U, 14U, 14U, 13U})
        uses.push_back(
            holds(desk.unit(std::format("app.slice/app-many{}-1.scope", uses.size())), grows));
    std::vector<UnitUse> before = uses;
    for (UnitUse &use : before)
        use.held = 0;
    sampled(before);
    desk.passes(1s);
    sampled(uses);
    EXPECT_TRUE(culprits().empty()) << "45 % of 100";
}

/// A container takes all memory. The app that gets least of it back is a victim.
TEST(RankCulprits, WhatThrashesForAServiceIsNoCulprit)
{
    for (const bool is_lost : {true, false}) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        desk.load.ui_memory_some = 0.05;
        desk.background("victim", {.refaults = 6000});
        desk.background("other", {.refaults = 1000});
        desk.goes_on(100ms);
        for (int i = 0; i < 20; ++i) {
            desk.load.memory.available -= is_lost ? 10 * mib : 0;
            desk.goes_on(100ms);
        }
        EXPECT_EQ(rank_culprits(desk.session, desk.config, desk.now).empty(), is_lost);
    }
}

/// The hog is stopped. A hidden app has mail to fetch, and reads back what it needs for that.
TEST(RankCulprits, WhatReadsItselfBackIsNoCulpritWhileTheForegroundRuns)
{
    for (const bool in_front : {true, false}) {
        PressedDesk desk;
        const App hog = desk.background("hog", {.grows = 80 * mib});
        const App mail = desk.background("mail");
        desk.load = hanging();
        EXPECT_THAT(desk.acts_in(1s), testing::Contains("freeze " + hog.name));
        desk.load.ui_memory_some = in_front ? 0.2 : 0;
        desk.load.system_memory_some = 0.2;
        desk.acts_in(1s);
        desk.appetites[mail.unit] = {.refaults = 5000};
        const Lines acts = desk.acts_in(3s);
        EXPECT_EQ(std::ranges::contains(acts, "freeze " + mail.name), in_front);
    }
}

/// Emacs runs as a service, and is an app from its first window on. What it holds is not new.
TEST(RankCulprits, AnOldUnitThatBecomesAnAppHasNotGrownByAllThatItHolds)
{
    for (const bool is_old : {true, false}) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        const App hog = desk.background("hog", {.grows = 50 * mib});
        UnitId emacs;
        if (is_old)
            emacs = desk.unit("app.slice/emacs.service");
        desk.passes(2min);
        desk.goes_on(2s);
        emacs = desk.unit("app.slice/emacs.service");
        desk.uses({.unit = emacs}, 3000 * mib);
        desk.appetites[emacs] = {};
        desk.window(desk.process(emacs, "emacs"), "emacs");
        desk.goes_on(200ms);
        const auto culprits = rank_culprits(desk.session, desk.config, desk.now);
        ASSERT_EQ(culprits.size(), 1U);
        EXPECT_EQ(culprits[0].app, is_old ? hog.id : "emacs");
    }
}

TEST_F(ExactFigures, AUnitIsOldOnceItIsOlderThanAMinute)
{
    const App hog = desk.app("hog");
    const UnitId old = desk.unit("app.slice/app-old-1.scope");
    desk.passes(1us);
    const UnitId young = desk.unit("app.slice/app-young-1.scope");
    desk.passes(1min);
    sampled({holds(hog.unit, 100)});
    desk.passes(1s);
    sampled({holds(hog.unit, 150), holds(old, 3000), holds(young, 3000)});
    const auto shares = taken(Resource::Memory);
    EXPECT_TRUE(shares.contains("young")) << "it began a minute ago, and with nothing";
    EXPECT_FALSE(shares.contains("old")) << "what it held before is unknown";
}

TEST_F(ExactFigures, AUnitThatHoldsNothingIsKnownForWhatElseItTakes)
{
    const App app = desk.app("app");
    desk.passes(1h);
    for (const Duration total : {1s, 3s}) {
        desk.passes(1s);
        UnitUse use = holds(app.unit, 0);
        use.cpu = total;
        sampled({use});
    }
    EXPECT_EQ(taken(Resource::Cpu), (std::map<AppId, double>{{app.id, 1.0}}));
}

} // namespace

} // namespace headroom

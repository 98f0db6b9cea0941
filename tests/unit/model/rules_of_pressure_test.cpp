// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_while_windowless.h"
#include "policy/freeze_background.h"
#include "policy/nap_background.h"
#include "policy/stays_true.h"
#include "policy/thaw_wanted.h"
#include "pressed.h"

// Single rules of what is done under pressure, each broken alone.
namespace headroom {

namespace {

using namespace seen;

using testing::HasSubstr;

class Hog : public HiddenHog {
protected:
    Hog() : HiddenHog("hog") {}

    Wanted at(Level level)
    {
        Wanted wanted;
        freeze_background(
            desk.session, desk.config,
            {.level = level, .now = level, .resource = Resource::Memory, .because = {}}, desk.now,
            wanted);
        return wanted;
    }
    std::optional<ThawCause> thaw()
    {
        return thaw_wanted(desk.session, desk.config, hog.unit, desk.now);
    }
};

TEST_F(Hog, IsLetBeWhereTheUserWantsNoFreezeOrAMarkSaysSo)
{
    desk.load = {};
    desk.goes_on(200ms);
    EXPECT_EQ(why(), std::nullopt);
    desk.config.response = Response::Warn;
    EXPECT_THAT(why().value_or(""), HasSubstr("nothing is paused"));
    desk.config.response = Response::Freeze;
    desk.is_marked(hog);
    desk.goes_on(200ms);
    EXPECT_THAT(why().value_or(""), HasSubstr("is marked as exempt"));
}

TEST_F(Hog, IsFrozenFromHighOn)
{
    desk.load = {};
    desk.goes_on(2s);
    desk.happens(event::UnitInspected{hog.unit, {}, true});
    EXPECT_FALSE(at(Level::Uneasy).frozen.contains(hog.unit));
    EXPECT_TRUE(at(Level::High).frozen.contains(hog.unit));
}

TEST_F(Hog, IsThawedOnceItMayNoLongerBeFrozen)
{
    desk.load = {};
    desk.goes_on(200ms);
    desk.session.level = Level::High;
    desk.session.leases[hog.unit] = {.app = hog.id,
                                     .since = desk.now,
                                     .state = FreezerState::Frozen,
                                     .cause = FreezeCause::Pressure};
    EXPECT_EQ(thaw(), std::nullopt);
    desk.config.response = Response::Warn;
    EXPECT_EQ(thaw(), ThawCause::NoLongerAllowed);
    desk.config.response = Response::Freeze;
    desk.config.rules[hog.id] = AppRule::Never;
    EXPECT_EQ(thaw(), ThawCause::NoLongerAllowed);
    desk.config.rules.clear();
    EXPECT_EQ(thaw(), std::nullopt);
    desk.cannot(Capability::Freeze);
    EXPECT_EQ(thaw(), ThawCause::NoLongerAllowed);
}

/// Two hidden apps that use the CPU, one of them for so many of 10,000 µs.
struct Naps {
    Desk desk;
    App one = desk.app("one");
    App other = desk.app("other");
    Judgement judgement{
        .level = Level::Uneasy, .now = Level::Uneasy, .resource = Resource::Cpu, .because = {}};

    explicit Naps(Duration of_one)
    {
        for (const App &app : {one, other})
            desk.changes(app.window, [](Window &window) { window.hidden = true; });
        desk.passes(1h);
        sampled(0us, 0us);
        desk.passes(1s);
        sampled(of_one, 10ms - of_one);
    }

    void sampled(Duration of_one, Duration of_other)
    {
        PressureSample sample;
        for (const auto &[unit, cpu] :
             {std::pair{one.unit, of_one}, std::pair{other.unit, of_other}})
            sample.units.push_back(
                {.unit = unit, .held = {}, .scanned = {}, .refaults = {}, .cpu = cpu, .io = {}});
        desk.happens(event::PressureSampled{sample});
    }

    [[nodiscard]] bool is_napped() const
    {
        Wanted wanted;
        nap_background(desk.session, desk.config, judgement, desk.now, wanted);
        return wanted.weights.contains(one.unit);
    }
};

TEST(NapBackground, OfWhoTakesATenthOfWhatIsShort)
{
    EXPECT_TRUE(Naps{1000us}.is_napped());
    EXPECT_FALSE(Naps{996us}.is_napped());
}

TEST(NapBackground, NotWhereItIsOffOrAtTheEndOrWithoutWeights)
{
    Naps at{1000us};
    at.desk.session.ending = true;
    EXPECT_FALSE(at.is_napped());
    at.desk.session.ending = false;
    at.desk.config.response = Response::Off;
    EXPECT_FALSE(at.is_napped());
    at.desk.config.response = Response::Freeze;
    ASSERT_TRUE(at.is_napped());
    at.desk.cannot(Capability::CpuWeight);
    at.desk.cannot(Capability::IoWeight);
    EXPECT_FALSE(at.is_napped());
}

/// Helpers of a browser in front may be in the unit of the messenger in which it was opened.
TEST(NapBackground, NotWhereAPartOfAnotherAppMayBe)
{
    Naps at{1000us};
    at.desk.happens(event::UnitTied{at.one.unit, {{at.other.unit, TieKind::Unreadable}}});
    EXPECT_FALSE(at.is_napped());
}

TEST(NapBackground, LastsWhileWhatWasReportedIsNotCalm)
{
    Naps at{0us};
    at.judgement.level = Level::Calm;
    at.desk.session.weights[at.one.unit] = {at.one.id, at.desk.config.napped, WeightKind::Nap};
    at.desk.session.level_since = at.desk.now - at.desk.config.nap_lingers;
    EXPECT_FALSE(at.is_napped());
    at.desk.session.level = Level::Uneasy;
    EXPECT_TRUE(at.is_napped());
}

/// A new app is no longer starting once it holds much. What isn't known of its units is nothing.
TEST(StartingApp, HoldsMuchFromATenthOfAllMemoryOn)
{
    const auto is_starting = [](std::uint64_t held) {
        Desk desk;
        const UnitId unit = desk.unit("app.slice/app-new-1.scope");
        const UnitId untold = desk.unit("app.slice/app-new-2.scope");
        desk.unit("app.slice/app-new-3.scope"); // no sample contains it
        PressureSample sample;
        sample.memory = MemoryLevel{.total = 100 * mib,
                                    .available = 50 * mib,
                                    .active_file = 0,
                                    .swap_total = 0,
                                    .swap_free = 0};
        for (const auto &[of, bytes] : {std::pair{unit, std::optional{held}},
                                        std::pair{untold, std::optional<std::uint64_t>{}}})
            sample.units.push_back(
                {.unit = of, .held = bytes, .scanned = {}, .refaults = 1, .cpu = {}, .io = {}});
        desk.happens(event::PressureSampled{sample});
        return exempt_while_windowless(desk.session, desk.config, "new", desk.now).has_value();
    };
    EXPECT_TRUE(is_starting(10 * mib - 1));
    EXPECT_FALSE(is_starting(10 * mib));
}

TEST(StaysTrue, IsAskedOnlyWhereNoEarlierAnswerSaysIt)
{
    int asked = 0;
    StaysTrue late{[&](TimePoint at) {
        ++asked;
        return at >= TimePoint{10s};
    }};
    EXPECT_FALSE(late.at(TimePoint{5s}));
    EXPECT_FALSE(late.at(TimePoint{5s}));
    EXPECT_FALSE(late.at(TimePoint{4s}));
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(late.at(TimePoint{12s}));
    EXPECT_TRUE(late.at(TimePoint{12s}));
    EXPECT_TRUE(late.at(TimePoint{13s}));
    EXPECT_EQ(asked, 2);
    EXPECT_TRUE(late.at(TimePoint{11s}));
    EXPECT_EQ(asked, 3);
}

} // namespace

} // namespace headroom

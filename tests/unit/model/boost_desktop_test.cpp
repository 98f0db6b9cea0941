// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/desktop_first.h"
#include "pressed.h"

// While the app in front takes all memory, the desktop through which the user can end it gets the
// CPU.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class DesktopBoost : public testing::Test {
protected:
    PressedDesk desk;
    UnitId session_slice = desk.unit("session.slice");

    DesktopBoost() { desk.appetites[desk.front.unit] = {.grows = 80 * mib}; }

    /// What is done to the slice.
    Lines acts_in(Duration time)
    {
        Lines lines = desk.goes_on(time);
        std::erase_if(
            lines, [](const std::string &line) { return !line.ends_with("boost session.slice"); });
        return lines;
    }

    [[nodiscard]] std::optional<Weights> weights() const
    {
        const auto found = desk.session.weights.find(session_slice);
        return found == desk.session.weights.end() ? std::nullopt
                                                   : std::optional{found->second.weights};
    }
};

TEST_F(DesktopBoost, LastsAsLongAsTheShortage)
{
    desk.trigger();
    EXPECT_THAT(acts_in(1s), IsEmpty()) << "sampled, but calm";
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    EXPECT_EQ(weights(), (Weights{.cpu = desk.config.boosted.cpu, .io = std::nullopt}));
    desk.load = {};
    EXPECT_THAT(acts_in(30s), ElementsAre("unboost session.slice"));
    EXPECT_EQ(weights(), std::nullopt);
}

TEST_F(DesktopBoost, IsThereBeforeTheLevelIsHigh)
{
    desk.load = hanging();
    desk.load.ui_memory_some = desk.load.system_memory_some = 0.06; // less than a tenth of the time
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    EXPECT_EQ(desk.session.level, Level::Uneasy);
}

/// Which one is larger may change with each sample.
TEST_F(DesktopBoost, StaysBesideAnEquallyLargeAppBehind)
{
    desk.config.response = Response::Warn;
    const App other = desk.background("org.example.hog", {.grows = 80 * mib});
    desk.load = hanging();
    Lines lines;
    for (int i = 0; i < 20; ++i) {
        desk.appetites[other.unit].grows = (i % 2 == 0 ? 60 : 101) * mib;
        std::ranges::copy(acts_in(200ms), std::back_inserter(lines));
    }
    EXPECT_THAT(lines, ElementsAre("boost session.slice"));
}

TEST_F(DesktopBoost, IsNotForAnAppBehind)
{
    desk.appetites.clear();
    desk.background("org.example.hog", {.grows = 80 * mib});
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), IsEmpty()) << "the app in front would wait for the shell instead";
}

TEST_F(DesktopBoost, EndsWhenAnotherAppIsInFront)
{
    const App other = desk.app("org.example.other");
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    desk.focus(other);
    EXPECT_THAT(acts_in(1s), ElementsAre("unboost session.slice"));
}

TEST_F(DesktopBoost, StaysWhileAMenuIsOpen)
{
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    const UnitId shell = desk.unit("session.slice/plasma-plasmashell.service");
    const WindowId menu =
        desk.window(desk.process(shell, "plasmashell"), "plasmashell", WindowKind::Shell);
    desk.happens(event::FocusMoved{menu});
    EXPECT_THAT(acts_in(2s), IsEmpty());
    EXPECT_NE(weights(), std::nullopt);
}

TEST_F(DesktopBoost, StaysWhileItIsUnknownWhatIsInFront)
{
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    desk.happens(event::FocusMoved{desk.window(std::nullopt)}); // without a process or a class
    ASSERT_EQ(desk.session.focused_app(), std::nullopt);
    EXPECT_THAT(acts_in(2s), IsEmpty());
    EXPECT_NE(weights(), std::nullopt);
}

TEST_F(DesktopBoost, StaysWhileNoAppCanBeNamed)
{
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    desk.appetites[desk.front.unit] = {};
    EXPECT_THAT(acts_in(5s), IsEmpty());
    EXPECT_NE(weights(), std::nullopt);
}

TEST_F(DesktopBoost, IsAsStrongAsTheUserWantsABoost)
{
    desk.config.boosted = {.cpu = 250, .io = 300};
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    EXPECT_EQ(weights(), (Weights{.cpu = 250, .io = std::nullopt}));
}

TEST_F(DesktopBoost, HasNothingToDoWithTheResponse)
{
    desk.config.response = Response::Off;
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
}

TEST_F(DesktopBoost, AShortageOfCpuIsNoReason)
{
    desk.load.ui_cpu_some = 0.9;
    EXPECT_THAT(acts_in(3s), IsEmpty());
    EXPECT_EQ(desk.session.level, Level::Uneasy);
}

TEST_F(DesktopBoost, NothingIsSetWhereItWouldHaveNoEffect)
{
    desk.cannot(Capability::CpuWeight);
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), IsEmpty());
}

TEST_F(DesktopBoost, AnotherProgramsWeightStays)
{
    desk.happens(event::ActRefused{session_slice, {}, Act::Boost, "its weights are not ours"});
    desk.load = hanging();
    EXPECT_THAT(acts_in(2s), IsEmpty());
}

TEST_F(DesktopBoost, EndsWithHeadroom)
{
    desk.load = hanging();
    ASSERT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    desk.happens(event::Ending{});
    EXPECT_THAT(desk.turns(), Contains("unboost session.slice"));
}

TEST_F(DesktopBoost, EndsWhenTheUserDisablesHeadroom)
{
    desk.load = hanging();
    ASSERT_THAT(acts_in(2s), ElementsAre("boost session.slice"));
    desk.happens(event::DisabledFor{1h});
    EXPECT_THAT(acts_in(1s), ElementsAre("unboost session.slice"));
}

/// The rule alone. Of 1,000 bytes, the app in front takes some, and one behind the rest.
TEST_F(DesktopBoost, BeginsForTheLargestPartAndStaysForAQuarter)
{
    desk.config.freezing.least_growth = 1;
    const App other = desk.background("org.example.hog");
    const auto sampled = [&](std::uint64_t in_front, std::uint64_t behind) {
        desk.passes(1s);
        PressureSample sample;
        UnitUse use{};
        use.unit = desk.front.unit;
        use.held = in_front;
        sample.units.push_back(use);
        use.unit = other.unit;
        use.held = behind;
        sample.units.push_back(use);
        desk.happens(event::PressureSampled{sample});
    };
    const auto is_first = [&](std::uint64_t takes, bool was_first) {
        desk.passes(1min); // older samples don't count after such a gap
        sampled(100, 100);
        sampled(100 + takes, 1100 - takes);
        desk.session.weights.clear();
        if (was_first)
            desk.session.weights[session_slice] = {{}, desk.config.boosted, WeightKind::Boost};
        return desktop_first(desk.session, desk.config, desk.now);
    };
    EXPECT_TRUE(is_first(600, false));
    EXPECT_FALSE(is_first(400, false));
    EXPECT_TRUE(is_first(250, true));
    EXPECT_FALSE(is_first(249, true));
}

} // namespace

} // namespace headroom

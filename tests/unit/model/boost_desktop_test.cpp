// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

#include <variant>

// While memory is short, what draws the desktop outranks what uses all of the CPU.
namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class DesktopBoost : public testing::Test {
protected:
    PressedDesk desk;
    UnitId session_slice = desk.unit("session.slice");

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

TEST_F(DesktopBoost, BeginsWithTheShortageAndEndsSomeTimeAfterIt)
{
    desk.trigger();
    EXPECT_THAT(acts_in(1s), IsEmpty()) << "sampled, but calm";
    desk.load = hanging();
    EXPECT_THAT(acts_in(1s), ElementsAre("boost session.slice"));
    EXPECT_EQ(weights(), (Weights{.cpu = desk.config.boosted.cpu, .io = std::nullopt}));
    desk.load = {};
    EXPECT_THAT(acts_in(30s), IsEmpty()) << "it is what keeps things calm";
    EXPECT_THAT(acts_in(10s), ElementsAre("unboost session.slice"));
    EXPECT_EQ(weights(), std::nullopt);
}

TEST_F(DesktopBoost, IsAsStrongAsTheUserWantsABoost)
{
    desk.config.boosted = {.cpu = 250, .io = 300};
    desk.load = hanging();
    EXPECT_THAT(acts_in(1s), ElementsAre("boost session.slice"));
    EXPECT_EQ(weights(), (Weights{.cpu = 250, .io = std::nullopt}));
}

TEST_F(DesktopBoost, HasNothingToDoWithTheResponse)
{
    desk.can(Capability::Protect); // so there are samples
    desk.config.response = Response::Off;
    desk.load = hanging();
    EXPECT_THAT(acts_in(1s), ElementsAre("boost session.slice"));
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
    EXPECT_THAT(acts_in(1s), IsEmpty());
}

TEST_F(DesktopBoost, AnotherProgramsWeightStays)
{
    desk.happens(event::ActRefused{session_slice, {}, Act::Boost, "its weights are not ours"});
    desk.load = hanging();
    EXPECT_THAT(acts_in(1s), IsEmpty());
}

TEST_F(DesktopBoost, EndsWithHeadroom)
{
    desk.load = hanging();
    (void)acts_in(1s);
    desk.happens(event::Ending{});
    EXPECT_THAT(desk.turns(), Contains("unboost session.slice"));
}

TEST_F(DesktopBoost, EndsWhenTheUserDisablesHeadroom)
{
    desk.load = hanging();
    (void)acts_in(1s);
    desk.happens(event::DisabledFor{1h});
    EXPECT_THAT(acts_in(1s), ElementsAre("unboost session.slice"));
}

} // namespace

} // namespace headroom

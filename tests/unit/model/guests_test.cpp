// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/guests.h"

#include "pressed.h"

// Apps in the units of others: a game in Steam's, an editor that a file manager has started. What
// is done to the unit is done to them.
namespace headroom {

namespace {

using namespace seen;
using testing::ElementsAre;
using testing::Optional;
using testing::UnorderedElementsAre;

class Guests : public HiddenHog {
protected:
    Guests() : HiddenHog("steam")
    {
        const ProcessId game = desk.process(hog.unit, "portal2_linux");
        guest = desk.window(game, "steam_app_620");
        desk.changes(guest, [](Window &window) { window.hidden = true; });
        desk.passes(15s);
    }

    WindowId guest;
};

TEST_F(Guests, HaveIdsOfTheirOwn)
{
    EXPECT_THAT(ids_with_guests(desk.session, "steam"),
                UnorderedElementsAre("steam", "steam_app_620"));
    desk.closes(guest);
    EXPECT_THAT(ids_with_guests(desk.session, "steam"), ElementsAre("steam"));
}

TEST_F(Guests, ARuleForThemExemptsTheirHost)
{
    EXPECT_EQ(why(), std::nullopt);
    desk.config.rules["steam_app_620"] = AppRule::Never;
    EXPECT_THAT(why(), Optional(std::string{"your rule for steam_app_620 exempts it"}));
}

TEST_F(Guests, SoDoesAHold)
{
    desk.happens(event::HoldTaken{"steam_app_620", ":1.7", "a match"});
    EXPECT_THAT(why(), Optional(std::string{"steam_app_620 is held: a match"}));
}

TEST_F(Guests, SoDoesWhatTheyAre)
{
    desk.happens(event::AppDescribed{.app = "steam_app_620",
                                     .name = "Installer",
                                     .terminal = false,
                                     .never_frozen = "Installer installs software"s});
    EXPECT_THAT(why(), Optional(std::string{"Installer installs software"}));
}

TEST_F(Guests, ARuleBoostsTheirUnit)
{
    desk.turns();
    desk.config.rules["steam_app_620"] = AppRule::Foreground;
    EXPECT_EQ(desk.turns(), Lines{"boost " + hog.name});
}

} // namespace

} // namespace headroom

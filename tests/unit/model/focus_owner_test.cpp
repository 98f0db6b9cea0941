// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

// Whose window has the focus, also in the moment between a launcher's popup and the next window.
namespace headroom {

namespace {

using namespace seen;
using testing::Optional;

/// An app, and a launcher whose popup has the focus.
struct Popup {
    Desk desk;
    App editor = desk.app("org.kde.kate");
    ProcessId shell = desk.process(desk.unit("session.slice/plasma-plasmashell.service"), "shell");
    WindowId popup = desk.window(shell, {}, WindowKind::Shell);

    Popup() { moves_to(popup); }
    void moves_to(std::optional<WindowId> window) { desk.happens(event::FocusMoved{window}); }
    [[nodiscard]] std::optional<ProcessId> owner() const
    {
        return desk.session.focus_owner(desk.now);
    }
};

TEST(FocusOwner, IsTheProcessOfTheWindowThatHasTheFocus)
{
    Popup at;
    EXPECT_THAT(at.owner(), Optional(at.shell)) << "a window of any kind";
    at.desk.passes(1h);
    EXPECT_THAT(at.owner(), Optional(at.shell));
    at.moves_to(at.editor.window);
    EXPECT_THAT(at.owner(), Optional(at.editor.process));
}

TEST(FocusOwner, IsTheLastOneForASecondAfterTheFocusMovedToNothing)
{
    Popup at;
    at.moves_to(std::nullopt);
    at.desk.passes(1s);
    EXPECT_THAT(at.owner(), Optional(at.shell));
    at.moves_to(std::nullopt); // reported twice, it begins no second moment
    at.desk.passes(1us);
    EXPECT_EQ(at.owner(), std::nullopt);
    at.moves_to(at.editor.window);
    EXPECT_THAT(at.owner(), Optional(at.editor.process));
}

TEST(FocusOwner, IsTheLastOneWhenItsWindowHasClosed)
{
    Popup at;
    at.desk.closes(at.popup);
    EXPECT_THAT(at.owner(), Optional(at.shell)) << "the focus hasn't been reported yet";
    at.desk.passes(1s);
    at.moves_to(std::nullopt);
    EXPECT_THAT(at.owner(), Optional(at.shell));
    at.desk.passes(1us);
    EXPECT_EQ(at.owner(), std::nullopt) << "a second since it has closed";
}

TEST(FocusOwner, IsTheAppsThatClosedItsWindowNotTheLaunchersBefore)
{
    Popup at;
    at.moves_to(at.editor.window);
    at.desk.closes(at.popup);
    EXPECT_THAT(at.owner(), Optional(at.editor.process)) << "another window has closed";
    at.desk.closes(at.editor.window);
    at.moves_to(std::nullopt);
    EXPECT_THAT(at.owner(), Optional(at.editor.process));
}

TEST(FocusOwner, IsUnknownIfTheWindowOrItsProcessIs)
{
    Popup at;
    at.moves_to("not reported");
    EXPECT_EQ(at.owner(), std::nullopt);
    at.moves_to(std::nullopt);
    EXPECT_EQ(at.owner(), std::nullopt) << "the launcher was not the last one";
    at.moves_to(at.desk.window(std::nullopt, "org.example.X"));
    EXPECT_EQ(at.owner(), std::nullopt);
    at.moves_to(std::nullopt);
    EXPECT_EQ(at.owner(), std::nullopt);
}

TEST(FocusOwner, IsUnknownToANewWindowSource)
{
    Popup at;
    at.moves_to(std::nullopt);
    at.desk.happens(event::WindowSourceChanged{"sway", true});
    EXPECT_EQ(at.owner(), std::nullopt);
}

} // namespace
} // namespace headroom

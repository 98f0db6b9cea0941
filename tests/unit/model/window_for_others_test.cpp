// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

// A window whose process only has the connection. The compositor opens some for other programs, as
// GNOME Shell does for Files. An X server owns its clients' windows. The owner of the bus name that
// equals the window's app id owns the window.
namespace headroom {

namespace {

using namespace seen;
using testing::ElementsAre;
using testing::IsEmpty;

const AppId files = "org.gnome.Nautilus";

/// GNOME with an editor in front, and with Files, which has no window yet.
struct Gnome {
    Desk desk;
    ProcessId shell =
        desk.process(desk.unit("session.slice/org.gnome.Shell@wayland.service"), "gnome-shell");
    App editor = desk.app("org.gnome.TextEditor");
    UnitId unit = desk.unit("app.slice/app-headroom-org.gnome.Nautilus-1.scope");
    ProcessId nautilus = desk.process(unit, "nautilus");

    Gnome()
    {
        desk.happens(event::WindowSourceChanged{"gnome-shell", true});
        desk.window(editor.process, editor.id); // a new source reports all windows again
        desk.happens(event::CompositorSeen{shell});
        desk.turns();
    }
    void owned(std::optional<ProcessId> owner) { desk.happens(event::AppIdOwned{files, owner}); }
};

TEST(WindowForOthers, BelongsToWhoOwnsTheNameThatIsItsAppId)
{
    Gnome gnome;
    const WindowId window = gnome.desk.window(gnome.shell, files);
    gnome.desk.happens(event::FocusMoved{window});
    EXPECT_EQ(gnome.desk.session.focused_app(), std::nullopt);
    EXPECT_THAT(gnome.desk.session.app_ids_in_doubt(), ElementsAre(files)) << "so the bus is asked";
    gnome.owned(gnome.nautilus);
    EXPECT_EQ(gnome.desk.session.focused_app(), files);
    EXPECT_EQ(gnome.desk.session.focused_unit(), gnome.unit);
    EXPECT_THAT(gnome.desk.turns(), ElementsAre("boost app-headroom-org.gnome.Nautilus-1.scope"));
    EXPECT_THAT(gnome.desk.session.windows_of(files), testing::SizeIs(1));
}

TEST(WindowForOthers, TheFocusThawsIt)
{
    Gnome gnome;
    const WindowId window = gnome.desk.window(gnome.shell, files);
    gnome.owned(gnome.nautilus);
    gnome.desk.turns();
    gnome.desk.happens(event::FreezeAsked{files});
    EXPECT_THAT(gnome.desk.turns(), ElementsAre("freeze app-headroom-org.gnome.Nautilus-1.scope"));
    gnome.desk.happens(event::WindowSeen{gnome.desk.session.unowned_windows.at(window)});
    EXPECT_THAT(gnome.desk.turns(), IsEmpty()) << "reported again, it is not a new window";
    gnome.desk.happens(event::FocusMoved{window});
    EXPECT_THAT(gnome.desk.turns(),
                testing::Contains("thaw app-headroom-org.gnome.Nautilus-1.scope"));
}

TEST(WindowForOthers, WithoutAnOwnerItIsTheCompositorsOwn)
{
    Gnome gnome;
    const WindowId window = gnome.desk.window(gnome.shell, files);
    const auto kind = [&] { return gnome.desk.session.windows.at(window).kind; };
    EXPECT_EQ(kind(), WindowKind::Shell);
    gnome.owned(gnome.shell);
    EXPECT_EQ(kind(), WindowKind::Shell)
        << "the Shell itself owns the name, so it is the Shell's window";
    gnome.owned(ProcessId{47, 11});
    EXPECT_EQ(kind(), WindowKind::Shell) << "an unknown process";
    gnome.owned(gnome.nautilus);
    EXPECT_EQ(kind(), WindowKind::Normal);
    gnome.desk.happens(event::FocusMoved{window});
    gnome.owned(std::nullopt);
    EXPECT_EQ(kind(), WindowKind::Shell);
    EXPECT_FALSE(gnome.desk.session.focus);
}

TEST(WindowForOthers, OnlyThatAppsWindowsAreInDoubt)
{
    Gnome gnome;
    gnome.desk.window(gnome.shell, "");
    gnome.desk.window(gnome.shell, files, WindowKind::Shell);
    gnome.desk.window(gnome.nautilus, files);
    EXPECT_THAT(gnome.desk.session.app_ids_in_doubt(), IsEmpty());
    const WindowId one = gnome.desk.window(std::nullopt, "org.example.X");
    const WindowId other =
        gnome.desk.window(gnome.desk.process(gnome.unit, "xwayland-satellite"), "org.example.Y");
    EXPECT_THAT(gnome.desk.session.app_ids_in_doubt(),
                ElementsAre("org.example.X", "org.example.Y"));
    gnome.desk.closes(one);
    gnome.desk.closes(other);
    EXPECT_THAT(gnome.desk.session.app_ids_in_doubt(), IsEmpty());
}

TEST(WindowForOthers, OneOfAnXServersClientsIsFoundInTheSameWay)
{
    Gnome gnome;
    const ProcessId satellite =
        gnome.desk.process(gnome.desk.unit("session.slice/niri.service"), "xwayland-satellite");
    for (const std::optional<ProcessId> told :
         {std::optional<ProcessId>{}, std::optional{satellite}}) {
        const WindowId window = gnome.desk.window(told, files);
        gnome.owned(gnome.nautilus);
        gnome.desk.happens(event::FocusMoved{window});
        EXPECT_EQ(gnome.desk.session.focused_unit(), gnome.unit);
        gnome.desk.closes(window);
        gnome.owned(std::nullopt);
    }
}

TEST(WindowForOthers, ASourceThatTellsNoProcessesGoesByNames)
{
    Gnome gnome;
    gnome.desk.happens(event::WindowSourceChanged{"labwc", false});
    gnome.desk.window(std::nullopt, files);
    EXPECT_THAT(gnome.desk.session.app_ids_in_doubt(), IsEmpty());
}

TEST(WindowForOthers, AnotherSourceBeginsAnew)
{
    Gnome gnome;
    gnome.desk.window(gnome.shell, files);
    gnome.desk.happens(event::WindowSourceChanged{});
    EXPECT_THAT(gnome.desk.session.app_ids_in_doubt(), IsEmpty());
    gnome.owned(gnome.nautilus);
    EXPECT_THAT(gnome.desk.session.windows, IsEmpty());
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/wayland_windows.h"

#include "parts/fake_toplevels.h"
#include "parts/heard_windows.h"

#include <gmock/gmock.h>
#include <memory>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::FakeToplevels;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto active = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED;
constexpr auto minimised = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED;
constexpr auto maximised = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED;
constexpr auto fullscreen = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN;

class WaylandWindowsTest : public seen::HeardWindows {
protected:
    std::unique_ptr<WaylandWindows> windows;

    [[nodiscard]] std::string socket(int number)
    {
        scratch.dir("run");
        return scratch.path("run/wayland-" + std::to_string(number));
    }

    void start(const std::string &display = "")
    {
        scratch.dir("run");
        windows = std::make_unique<WaylandWindows>(scratch.path("run"), display, processes, sources,
                                                   emit);
        windows->start();
    }
};

TEST_F(WaylandWindowsTest, AllThereIsComesWithTheSourceThenWhatChanges)
{
    FakeToplevels labwc{socket(0)};
    labwc.shows("foot", {maximised, active});
    labwc.shows("org.gnome.Calculator", {minimised});
    testing::internal::CaptureStderr();
    start();
    hears({"source wayland blind", "1 foot", "2 org.gnome.Calculator hidden", "focus 1"});
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                HasSubstr("the compositor's own stalls are not measured: that process is Headroom"))
        << "the process that listens is looked at, and here that is our own";
    labwc.shows("foot", {maximised});
    labwc.shows("org.gnome.Calculator", {active});
    hears({"2 org.gnome.Calculator", "focus 2"});
    labwc.shows("org.gnome.Calculator");
    labwc.shows("mpv", {active, fullscreen});
    hears({"3 mpv full", "focus 3"});
    labwc.closes("mpv");
    hears({"3 gone"});
    EXPECT_TRUE(comes_true([&] { return labwc.handles() == 2; })) << "the client destroys it";
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(said, IsEmpty());
}

TEST_F(WaylandWindowsTest, NothingHoldsBeforeItIsDone)
{
    FakeToplevels labwc{socket(0)};
    labwc.shows("foot", {active});
    start();
    hears({"source wayland blind", "1 foot", "focus 1"});
    labwc.half_told("foot", {minimised});
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(said, IsEmpty());
    labwc.shows("foot", {minimised});
    hears({"1 foot hidden", "focus nobody"});
}

TEST_F(WaylandWindowsTest, OfTwoSeatsTheOtherOnesIsInFrontWhenOneLeaves)
{
    FakeToplevels labwc{socket(0)};
    labwc.shows("foot", {active});
    start();
    hears({"source wayland blind", "1 foot", "focus 1"});
    labwc.shows("mpv", {active});
    hears({"2 mpv", "focus 2"});
    labwc.shows("mpv");
    hears({"focus 1"});
}

TEST_F(WaylandWindowsTest, AWindowIsClosedByTheCompositor)
{
    FakeToplevels labwc{socket(0)};
    labwc.shows("foot");
    labwc.shows("mpv");
    start();
    hears({"source wayland blind", "1 foot", "2 mpv", "focus nobody"});
    EXPECT_TRUE(sources.close({"2"}));
    EXPECT_TRUE(comes_true([&] { return !labwc.asked_to_close().empty(); }));
    EXPECT_THAT(labwc.asked_to_close(), ElementsAre("mpv"));
    EXPECT_FALSE(sources.close({"7"})) << "no window has that name";
}

TEST_F(WaylandWindowsTest, ANameThatIsNoneIsNobodys)
{
    FakeToplevels labwc{socket(0)};
    labwc.shows("no/such name\n");
    start();
    hears({"source wayland blind", "1 ", "focus nobody"});
}

TEST_F(WaylandWindowsTest, OneThatCantSayWhatFillsAScreenIsNotAsked)
{
    FakeToplevels old{socket(0), 1};
    old.shows("foot", {active});
    start();
    EXPECT_TRUE(comes_true([&] { return old.clients_seen() == 1 && old.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(said, IsEmpty());
}

TEST_F(WaylandWindowsTest, OfANewerOneOnlyWhatIsNeeded)
{
    FakeToplevels labwc{socket(0), 3};
    start();
    hears({"source wayland blind", "focus nobody"});
    EXPECT_EQ(labwc.version(), 2) << "version 3 adds parents, which the daemon doesn't use";
}

TEST_F(WaylandWindowsTest, TheNextOneSaysEverythingAnew)
{
    auto labwc = std::make_unique<FakeToplevels>(socket(0));
    labwc->shows("foot", {active});
    start("wayland-0");
    hears({"source wayland blind", "1 foot", "focus 1"});
    labwc.reset();
    hears({"source "});
    EXPECT_TRUE(becomes_quiet()) << "there is no polling for the next one";
    FakeToplevels next{socket(0)};
    next.shows("mpv", {active});
    hears({"source wayland blind", "1 mpv", "focus 1"});
}

TEST_F(WaylandWindowsTest, OneThatTellsNoMoreIsNoSource)
{
    FakeToplevels labwc{socket(0)};
    labwc.shows("foot", {active});
    start();
    hears({"source wayland blind", "1 foot", "focus 1"});
    labwc.finishes();
    hears({"source "});
    EXPECT_FALSE(sources.close({"1"}));
}

TEST_F(WaylandWindowsTest, WhatIsInAWindowOfAnotherCompositorIsNotAsked)
{
    const seen::FakeWayland cosmic{socket(0)};
    FakeToplevels within{socket(1)};
    start("wayland-0");
    EXPECT_TRUE(comes_true([&] { return cosmic.clients_seen() == 1 && cosmic.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(within.clients_seen(), 0)
        << "focus in the nested compositor is not the session's focus";
    EXPECT_THAT(said, IsEmpty());
}

/// A source that sees more, as sway's own socket does.
struct SeesMore : WindowSource {
    void start_reporting() override {}
    void stop_reporting() override {}
};

TEST_F(WaylandWindowsTest, WhereSomebodySeesMoreItIsNotListenedTo)
{
    FakeToplevels sway{socket(1)};
    sway.shows("foot", {active});
    SeesMore by_its_socket;
    start("wayland-1");
    hears({"source wayland blind", "1 foot", "focus 1"});
    sources.offer(by_its_socket, WindowSources::Rank::Socket);
    EXPECT_TRUE(comes_true([&] { return sway.clients() == 0; }))
        << "each title would wake the daemon";
    sources.withdraw(by_its_socket);
    hears({"source "});
    sources.offer(by_its_socket, WindowSources::Rank::Socket);
    FakeToplevels next{socket(2)}; // a new socket: all are asked again
    EXPECT_TRUE(comes_true([&] { return sway.clients_seen() == 2 && sway.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(said, IsEmpty());
    sources.withdraw(by_its_socket);
}

TEST_F(WaylandWindowsTest, TheOnlyOneIsTheSessionsWhateverItWasCalledBefore)
{
    close(seen::FakeWayland::listen_at(socket(1))); // left over from a killed compositor
    scratch.file("run/wayland-proxy-4711", "");
    FakeToplevels labwc{socket(0)};
    start("wayland-1");
    hears({"source wayland blind", "focus nobody"});
}

TEST_F(WaylandWindowsTest, OfTwoThatMayBeTheSessionsNeitherIsAsked)
{
    FakeToplevels one{socket(0)};
    FakeToplevels other{socket(1)};
    start();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(one.clients_seen() + other.clients_seen(), 0);
}

} // namespace

} // namespace headroom

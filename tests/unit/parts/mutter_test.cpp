// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/mutter.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <cerrno>
#include <cstring>
#include <gmock/gmock.h>
#include <sys/xattr.h>

namespace headroom {

namespace {

using seen::comes_true;
using seen::Scratch;

struct OtherSource : WindowSource {
    OtherSource(const char *called, Emit to) : name(called), emit(std::move(to)) {}
    void start_reporting() override { emit(event::WindowSourceChanged{name, true}); }
    void stop_reporting() override {}
    const char *name;
    Emit emit;
};

/// The part of mutter that matters here, on a tree of plain directories. The watch's events are
/// recorded in `said` as a unit's name, "nobody", or a source's name.
class Mutter : public testing::Test {
protected:
    Scratch scratch;
    std::vector<std::string> said;
    std::map<UnitId, std::string> names;
    Result<CgroupDirs> dirs{(scratch.dir("m/app.slice"),
                             scratch.dir("m/session.slice/dbus.service"),
                             CgroupDirs::open(scratch.path()))};
    Emit emit = [this](const Event &event) { hear(event); };
    UnitWatch units{*dirs, "/m", emit};
    WindowSources sources{emit};
    guint loss_settles = MutterFocus::loss_settles_ms;
    std::unique_ptr<MutterFocus> focus;

    void SetUp() override
    {
        ASSERT_TRUE(units.start());
        focus = std::make_unique<MutterFocus>(units, *dirs, sources, emit, loss_settles);
    }

    void hear(const Event &event)
    {
        if (const auto *unit = std::get_if<event::UnitAppeared>(&event))
            names[unit->unit] = std::filesystem::path{unit->path}.filename();
        if (const auto *front = std::get_if<event::UnitFocused>(&event))
            said.push_back(front->unit ? names.at(*front->unit) : "nobody");
        if (const auto *source = std::get_if<event::WindowSourceChanged>(&event))
            said.push_back(std::format("source {} {}", source->name, source->reports_visibility));
    }

    void unit(const std::string &below)
    {
        scratch.dir("m/" + below);
        const std::string name = std::filesystem::path{below}.filename();
        ASSERT_TRUE(comes_true([&] {
            return std::ranges::any_of(names,
                                       [&](const auto &known) { return known.second == name; });
        }));
    }

    void mark(const std::string &below, const std::string &value) const
    {
        ASSERT_EQ(setxattr(scratch.path("m/" + below).c_str(), "user.xdg.inactive-since",
                           value.data(), value.size(), 0),
                  0)
            << std::strerror(errno);
    }

    void move(const std::string &from, const std::string &to) const
    {
        mark(from, "123456789");
        mark(to, "-1");
    }

    void hears(const std::vector<std::string> &all)
    {
        EXPECT_TRUE(comes_true([&] { return said.size() >= all.size(); }));
        EXPECT_EQ(said, all);
        said.clear();
    }

    /// Nothing is pending, so what the test does next is all that can be recorded.
    void hears_nothing_until_told()
    {
        scratch.dir("m/app.slice/app-last-1.scope");
        EXPECT_TRUE(comes_true([&] {
            return std::ranges::any_of(
                names, [](const auto &known) { return known.second == "app-last-1.scope"; });
        }));
        EXPECT_EQ(said, std::vector<std::string>{});
    }
};

TEST_F(Mutter, TellsWhoIsInFrontAtTheStart)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-b-1.scope", "-1");
    mark("app.slice/app-a-1.scope", "5");
    focus->compositor_appeared();
    hears({"source mutter false", "app-b-1.scope"});
}

TEST_F(Mutter, FollowsTheFocusThroughNestedSlices)
{
    unit("app.slice/app-a-1.scope");
    focus->compositor_appeared();
    mark("app.slice/app-a-1.scope", "-1");
    hears({"source mutter false", "app-a-1.scope"});
    unit("app.slice/app-graphical.slice");
    unit("app.slice/app-graphical.slice/app-b-1.scope");
    move("app.slice/app-a-1.scope", "app.slice/app-graphical.slice/app-b-1.scope");
    hears({"app-b-1.scope"});
    move("app.slice/app-graphical.slice/app-b-1.scope", "session.slice/dbus.service");
    hears({"dbus.service"});
}

TEST_F(Mutter, ANewUnitMayBeInFrontAlready)
{
    focus->compositor_appeared();
    hears({"source mutter false"});
    // All of it before the slice is watched.
    scratch.dir("m/app.slice/app-x.slice/app-y.scope");
    mark("app.slice/app-x.slice/app-y.scope", "-1");
    hears({"app-y.scope"});
}

class PatientMutter : public Mutter {
protected:
    PatientMutter() { loss_settles = 3'600'000; }
};

TEST_F(PatientMutter, AGapBetweenTwoAppsIsNone)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    mark("app.slice/app-a-1.scope", "7");
    unit("app.slice/app-c-1.scope"); // by now the loss has been read
    mark("app.slice/app-b-1.scope", "-1");
    hears({"app-b-1.scope"});
}

/// As GNOME Shell's unit does when Files is closed while it has the focus.
TEST_F(PatientMutter, AMarkThatWasLeftBehindIsWrittenAgain)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    mark("app.slice/app-b-1.scope", "-1"); // a's window was closed, and a lives on
    hears({"app-b-1.scope"});
    mark("app.slice/app-a-1.scope", "-1");
    hears_nothing_until_told();
    mark("app.slice/app-b-1.scope", "7");
    mark("app.slice/app-a-1.scope", "-1"); // unchanged, and yet a new event
    hears({"app-a-1.scope"});
}

TEST_F(PatientMutter, OurMarksOnAUnitWithAnOldMarkAreNoNews)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    mark("app.slice/app-b-1.scope", "-1");
    hears({"app-b-1.scope"});
    mark("app.slice/app-b-1.scope", "7");
    const std::string a = scratch.path("m/app.slice/app-a-1.scope");
    ASSERT_EQ(setxattr(a.c_str(), "user.headroom.weights", "cpu=50", 6, 0), 0);
    unit("app.slice/app-c-1.scope"); // by now both have been read
    ASSERT_EQ(removexattr(a.c_str(), "user.headroom.weights"), 0);
    hears_nothing_until_told();
    mark("app.slice/app-a-1.scope", "-1");
    hears({"app-a-1.scope"});
}

TEST_F(Mutter, NobodyIsToldOfAfterAWhile)
{
    unit("app.slice/app-a-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    mark("app.slice/app-a-1.scope", "7");
    hears({"nobody"});
    mark("app.slice/app-a-1.scope", "-1");
    hears({"app-a-1.scope"});
}

TEST_F(Mutter, OtherAttributesAreNoNews)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    for (const char *below :
         {"m/app.slice/app-a-1.scope", "m/app.slice/app-b-1.scope", "m/app.slice"})
        ASSERT_EQ(setxattr(scratch.path(below).c_str(), "user.headroom.weights", "cpu=500", 7, 0),
                  0);
    hears_nothing_until_told();
}

TEST_F(Mutter, OfTwoMarksAtTheStartNobodyKnowsWhichIsStale)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    mark("app.slice/app-b-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false"});
    mark("app.slice/app-b-1.scope", "9"); // it loses the focus, so it had it
    unit("app.slice/app-c-1.scope");
    mark("app.slice/app-c-1.scope", "-1");
    hears({"app-c-1.scope"});
}

TEST_F(Mutter, AMarkOfAMutterThatIsGoneIsStale)
{
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    focus->compositor_gone();
    hears({"source  false"});
    focus->compositor_appeared();
    hears({"source mutter false"});
    mark("app.slice/app-b-1.scope", "-1");
    hears({"app-b-1.scope"});
    mark("app.slice/app-b-1.scope", "10");
    mark("app.slice/app-a-1.scope", "-1"); // unchanged, and yet a new event
    hears({"app-a-1.scope"});
}

TEST_F(Mutter, WhatTheKernelCouldNotQueueIsFound)
{
    std::ifstream limit{"/proc/sys/fs/inotify/max_queued_events"};
    int most = 0;
    ASSERT_TRUE(limit >> most);
    unit("app.slice/app-a-1.scope");
    unit("app.slice/app-b-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    // Two events each. The kernel can't merge them, because they alternate.
    for (int i = 0; i < most / 2 + 100; ++i)
        move(i % 2 == 0 ? "app.slice/app-a-1.scope" : "app.slice/app-b-1.scope",
             i % 2 == 0 ? "app.slice/app-b-1.scope" : "app.slice/app-a-1.scope");
    move("app.slice/app-a-1.scope", "app.slice/app-b-1.scope");
    EXPECT_TRUE(comes_true([&] { return !said.empty() && said.back() == "app-b-1.scope"; }));
}

TEST_F(Mutter, IsNotHeardWhileSomebodySeesMore)
{
    OtherSource reporter{"gnome-shell", emit};
    unit("app.slice/app-a-1.scope");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false", "app-a-1.scope"});
    sources.offer(reporter, WindowSources::Rank::Reports);
    hears({"source gnome-shell true"});
    mark("app.slice/app-a-1.scope", "7");
    mark("app.slice/app-a-1.scope", "-1");
    hears_nothing_until_told();
    sources.withdraw(reporter);
    hears({"source mutter false", "app-a-1.scope"});
}

/// Phosh and Budgie own the name org.gnome.Shell.
TEST_F(Mutter, WithoutAMarkAnyOtherSourceIsBetter)
{
    OtherSource toplevels{"wayland", emit};
    unit("app.slice/app-a-1.scope");
    focus->compositor_appeared();
    hears({"source mutter false"});
    sources.offer(toplevels, WindowSources::Rank::XServer);
    hears({"source wayland true"});
    mark("app.slice/app-a-1.scope", "7");
    hears_nothing_until_told();
    mark("app.slice/app-a-1.scope", "-1");
    hears({"source mutter false", "app-a-1.scope"});
    focus->compositor_gone();
    hears({"source wayland true"});
    mark("app.slice/app-a-1.scope", "7");
    mark("app.slice/app-a-1.scope", "-1");
    focus->compositor_appeared();
    hears({"source mutter false"});
}

TEST_F(Mutter, AMarkIsNoNewsWhileAReporterIsThere)
{
    OtherSource reporter{"gnome-shell", emit};
    unit("app.slice/app-a-1.scope");
    sources.offer(reporter, WindowSources::Rank::Reports);
    focus->compositor_appeared();
    hears({"source gnome-shell true"});
    mark("app.slice/app-a-1.scope", "-1");
    hears_nothing_until_told();
    sources.withdraw(reporter);
    hears({"source mutter false", "app-a-1.scope"});
}

} // namespace

} // namespace headroom

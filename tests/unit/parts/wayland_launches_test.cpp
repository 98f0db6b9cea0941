// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/wayland_launches.h"

#include "parts/fake_launches.h"
#include "parts/main_context.h"
#include "parts/scratch.h"

#include <gmock/gmock.h>
#include <memory>
#include <set>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::FakeLaunches;
using seen::Scratch;
using testing::ElementsAre;
using testing::IsEmpty;

class WaylandLaunchesTest : public testing::Test {
protected:
    Scratch scratch;
    std::vector<std::string> told;
    const Emit note = [this](const Event &event) {
        const auto *starting = std::get_if<event::AppStarting>(&event);
        told.push_back(starting ? starting->app : "something else");
    };
    std::set<AppId> doubted; ///< apps whose starts may be forged
    const WaylandLaunches::Doubted doubt = [this](const AppId &id) {
        return doubted.contains(id) ? id : AppId{};
    };
    WaylandLaunches launches{scratch.path(), "", doubt, note};

    [[nodiscard]] std::string socket(int number) const
    {
        return scratch.path() + "/wayland-" + std::to_string(number);
    }

    static void begins(const FakeLaunches &compositor)
    {
        EXPECT_TRUE(comes_true([&] { return compositor.listeners() == 1; }));
    }
    void comes_to(std::size_t many)
    {
        EXPECT_TRUE(comes_true([&] { return told.size() == many; }));
    }
};

TEST_F(WaylandLaunchesTest, EachStartIsToldOnceAndIsGivenBack)
{
    FakeLaunches kwin{socket(0)};
    launches.start();
    begins(kwin);
    kwin.starts("org.kde.kate");
    kwin.starts("firefox");
    comes_to(2);
    EXPECT_TRUE(comes_true([&] { return kwin.activations() == 0; }));
    kwin.finish();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("org.kde.kate", "firefox"));
}

TEST_F(WaylandLaunchesTest, AStartThatMayBeForgedIsToldOnce)
{
    FakeLaunches kwin{socket(0)};
    launches.start();
    begins(kwin);
    doubted = {"org.kde.kate", "org.kde.dolphin"};
    for (const char *name :
         {"org.kde.kate", "org.kde.kate", "org.kde.dolphin", "firefox", "org.kde.kate", "firefox"})
        kwin.starts(name);
    comes_to(4);
    EXPECT_THAT(told, ElementsAre("org.kde.kate", "org.kde.dolphin", "firefox", "firefox"));
    doubted.clear();
    kwin.starts("org.kde.kate");
    comes_to(5);
}

TEST_F(WaylandLaunchesTest, AReportOfTheExtensionOnlyThawsAndOnce)
{
    doubted = {"org.gnome.TextEditor", "org.gnome.Calculator"};
    for (const char *name :
         {"firefox", "org.gnome.TextEditor", "org.gnome.TextEditor", "org.gnome.Calculator"})
        launches.reported(name);
    EXPECT_THAT(told, ElementsAre("org.gnome.TextEditor", "org.gnome.Calculator"));
}

TEST_F(WaylandLaunchesTest, WhatEndsAsItIsToldHarmsNobody)
{
    FakeLaunches kwin{socket(0)};
    launches.start();
    begins(kwin);
    for (int i = 0; i < 3; ++i) {
        kwin.starts("org.kde.kate");
        kwin.finish(); // before the client destroys it
        kwin.starts_and_ends_without_a_name();
        kwin.starts_without_a_name();
    }
    kwin.starts("firefox");
    comes_to(4);
    EXPECT_EQ(told.back(), "firefox");
    EXPECT_TRUE(comes_true([&] { return kwin.activations() == 0; }))
        << "starts without a name are not kept for ever";
}

TEST_F(WaylandLaunchesTest, ItIsCalledByItsId)
{
    FakeLaunches kwin{socket(0)};
    launches.start();
    begins(kwin);
    for (const char *name :
         {"org.kde.kate.desktop", "/usr/share/applications/org.kde.kate.desktop", "org.kde.kate"})
        kwin.starts(name);
    comes_to(3);
    EXPECT_THAT(told, testing::Each("org.kde.kate"));
}

TEST_F(WaylandLaunchesTest, WhatIsNoIdIsNoApplication)
{
    FakeLaunches kwin{socket(0)};
    launches.start();
    begins(kwin);
    for (const std::string &name :
         {std::string{}, std::string{".desktop"}, std::string{"/"},
          std::string{"/usr/share/applications/"}, std::string{"a\nb"}, std::string{"a\xff"},
          std::string(256, 'x'), std::string(3000, 'x') + ".desktop"})
        kwin.starts(name);
    kwin.starts(std::string(255, 'x'));
    comes_to(1);
    EXPECT_THAT(told, ElementsAre(std::string(255, 'x')));
}

TEST_F(WaylandLaunchesTest, WhileNothingStartsNothingWakes)
{
    FakeLaunches kwin{socket(0)};
    launches.start();
    begins(kwin);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(kwin.clients(), 1);
}

TEST_F(WaylandLaunchesTest, WhoDoesntTellIsLeft)
{
    FakeLaunches other{socket(0), FakeLaunches::Tells::Nobody};
    launches.start();
    EXPECT_TRUE(comes_true([&] { return other.clients_seen() == 1 && other.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(other.clients_seen(), 1);
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(WaylandLaunchesTest, ACompositorInTheSessionsWindowIsNotAsked)
{
    FakeLaunches own{socket(0), FakeLaunches::Tells::Nobody};
    FakeLaunches within{socket(1)};
    WaylandLaunches of_session{scratch.path(), "wayland-0", doubt, note};
    of_session.start();
    EXPECT_TRUE(comes_true([&] { return own.clients_seen() == 1 && own.clients() == 0; }));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_EQ(within.clients_seen(), 0);
}

TEST_F(WaylandLaunchesTest, OneThatComesLaterIsFound)
{
    launches.start();
    EXPECT_TRUE(becomes_quiet());
    FakeLaunches kwin{socket(0)};
    begins(kwin);
    kwin.starts("org.kde.kate");
    comes_to(1);
}

TEST_F(WaylandLaunchesTest, ANewCompositorBehindTheSameSocketIsFound)
{
    const int kept = seen::FakeWayland::listen_at(socket(0)); // as KWin's wrapper does
    auto kwin = std::make_unique<FakeLaunches>(kept);
    launches.start();
    begins(*kwin);
    EXPECT_TRUE(becomes_quiet());
    // A compositor is asked again at once only if it has reported for a second. One that ends the
    // connection immediately may do so again.
    g_usleep(1'100'000);
    kwin.reset();
    FakeLaunches next{kept};
    begins(next);
    next.starts("org.kde.kate");
    comes_to(1);
    close(kept);
}

} // namespace

} // namespace headroom

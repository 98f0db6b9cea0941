// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/flatpak.h"

#include "parts/scratch.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

constexpr int caller = 4711, first = 4700;
constexpr const char *player = "org.example.Player";

std::string info(const std::string &app, const std::string &instance)
{
    return "[Application]\nname=" + app + "\n[Instance]\ninstance-id=" + instance + "\n";
}

/// A flatpak outside of all apps' units, with flatpak's own note about it.
struct Flatpak : testing::Test {
    Flatpak()
    {
        scratch.process(caller, 1, "player", "/session-1.scope");
        scratch.process(first, 1, "bwrap", "/session-1.scope");
        claims(info(player, "17"));
        scratch.file("run/.flatpak/17/info", info(player, "17"));
        scratch.file("run/.flatpak/17/pid", std::to_string(first));
    }

    void claims(const std::string &text) const
    {
        scratch.file("proc/4711/root/.flatpak-info", text);
    }
    [[nodiscard]] AppId claimed() const { return flatpak_app(scratch.path("proc"), caller); }
    [[nodiscard]] AppId noted() const
    {
        return noted_flatpak_app(scratch.path("proc"), scratch.path("run"), caller);
    }

    seen::Scratch scratch;
};

TEST_F(Flatpak, IsClaimedByTheFileInItsRoot)
{
    EXPECT_EQ(claimed(), player);
    claims("name=org.example.Player\n");
    EXPECT_EQ(claimed(), "");
    std::filesystem::remove(scratch.path("proc/4711/root/.flatpak-info"));
    EXPECT_EQ(claimed(), "");
}

/// The link is absolute, so it would be followed in our root.
TEST_F(Flatpak, IsNotFoundThroughALink)
{
    std::filesystem::remove(scratch.path("proc/4711/root/.flatpak-info"));
    scratch.link("proc/4711/root/.flatpak-info", scratch.path("run/.flatpak/17/info"));
    EXPECT_EQ(claimed(), "");
    EXPECT_EQ(noted(), "");
}

TEST_F(Flatpak, IsNotedOutsideOfTheSandbox)
{
    EXPECT_EQ(noted(), player);
    std::filesystem::remove(scratch.path("run/.flatpak/17/pid"));
    EXPECT_EQ(noted(), "");
}

TEST_F(Flatpak, OfAnInstanceThatIsUnknownIsMadeUp)
{
    for (const char *instance : {"18", "", "17/", "../.flatpak/17", "./17", "-17"}) {
        claims(info(player, instance));
        EXPECT_EQ(claimed(), player);
        EXPECT_EQ(noted(), "") << instance;
    }
}

TEST_F(Flatpak, OfTheInstanceOfAnotherAppIsMadeUp)
{
    claims(info("org.kde.kate", "17"));
    EXPECT_EQ(noted(), "");
}

/// The number is no secret.
TEST_F(Flatpak, ThatUsesTheNumberOfAnotherInstanceIsMadeUp)
{
    scratch.process(4800, 1, "bwrap", "/app.slice/app-flatpak-org.example.Player-4800.scope");
    scratch.file("run/.flatpak/17/pid", "4800");
    EXPECT_EQ(noted(), "");
    scratch.file("run/.flatpak/17/pid", "4801");
    EXPECT_EQ(noted(), "") << "it has ended";
}

} // namespace
} // namespace headroom

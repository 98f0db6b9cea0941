// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/sandbox.h"

#include "parts/scratch.h"

#include <unistd.h>

namespace headroom {
namespace {

constexpr std::int32_t pid = 4711;

/// A /proc with this process and one other, which shares its namespaces unless the test changes
/// that.
class Proc {
public:
    Proc()
    {
        for (const char *whose : {"self", "4711"}) {
            scratch.dir(std::format("{}/ns", whose));
            for (const char *kind : {"mnt", "user", "pid"})
                link(std::format("{}/ns/{}", whose, kind), std::format("{}:[1]", kind));
        }
        link("4711/exe", "/usr/bin/player");
    }

    void link(const std::string &at, const std::string &target) const
    {
        std::filesystem::remove(scratch.path(at));
        std::filesystem::create_symlink(target, scratch.path(at));
    }

    [[nodiscard]] Sandbox look(std::string_view label = {}) const
    {
        return sandbox_of(scratch.path(), pid, label);
    }

    seen::Scratch scratch;
};

TEST(Sandbox, IsNoneInOurOwnNamespaces)
{
    const Proc proc;
    EXPECT_EQ(proc.look().standing, Standing::Free);
    EXPECT_EQ(proc.look("unconfined").standing, Standing::Free);
    EXPECT_EQ(sandbox_of("/proc", getpid(), "").standing, Standing::Free);
}

TEST(Sandbox, IsANamespaceOfItsOwn)
{
    for (const auto &[kind, called] :
         {std::pair{"mnt", "mount"}, std::pair{"user", "user"}, std::pair{"pid", "PID"}}) {
        const Proc proc;
        proc.link(std::format("4711/ns/{}", kind), std::format("{}:[2]", kind));
        EXPECT_EQ(proc.look().standing, Standing::Sandboxed);
        EXPECT_EQ(proc.look().why, std::format("it has a {} namespace of its own", called));
        EXPECT_EQ(proc.look().has_own_files, std::string_view{kind} == "mnt");
    }
}

TEST(Sandbox, IsASnapByTheBusOrTheKernel)
{
    const Proc proc;
    EXPECT_EQ(proc.look("snap.firefox.geckodriver (enforce)").app, "firefox_geckodriver");
    EXPECT_EQ(proc.look("snap.firefox.geckodriver (enforce)").standing, Standing::Sandboxed);
    proc.scratch.file("4711/attr/current", "snap.vlc.vlc (complain)\n");
    EXPECT_EQ(proc.look().app, "vlc_vlc");
    EXPECT_EQ(proc.look().why, "it is a snap");
    proc.scratch.file("4711/attr/current", "snappy\n");
    EXPECT_EQ(proc.look().standing, Standing::Free);
}

TEST(Sandbox, IsBehindTheFilterOfTheBus)
{
    const Proc proc;
    proc.link("4711/exe", "/usr/bin/xdg-dbus-proxy");
    EXPECT_EQ(proc.look().standing, Standing::Sandboxed);
    proc.link("4711/exe", "/usr/bin/xdg-dbus-proxy (deleted)");
    EXPECT_EQ(proc.look().why, "it calls through xdg-dbus-proxy");
}

TEST(Sandbox, IsNotKnownWhereNothingCanBeRead)
{
    const Proc proc;
    std::filesystem::remove(proc.scratch.path("4711/ns/user"));
    EXPECT_EQ(proc.look().standing, Standing::Unidentified);
    EXPECT_EQ(proc.look().why, "its namespaces can't be read");
    std::filesystem::remove(proc.scratch.path("4711/exe"));
    EXPECT_EQ(proc.look().why, "its program can't be read");
    EXPECT_EQ(sandbox_of(proc.scratch.path(), 4712, "").standing, Standing::Unidentified);
}

TEST(FlatpakApp, IsWhatTheFileInItsRootSays)
{
    const Proc proc;
    EXPECT_EQ(flatpak_app(proc.scratch.path(), pid), "");
    proc.scratch.file("4711/root/.flatpak-info", "[Application]\nname=org.example.Player\n");
    EXPECT_EQ(flatpak_app(proc.scratch.path(), pid), "org.example.Player");
    proc.scratch.file("4711/root/.flatpak-info", "name=org.example.Player\n");
    EXPECT_EQ(flatpak_app(proc.scratch.path(), pid), "");
}

} // namespace
} // namespace headroom

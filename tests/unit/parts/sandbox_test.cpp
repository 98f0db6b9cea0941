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

    /// What the kernel shows of an undumpable process.
    void be_undumpable(const std::string &mount, const std::string &user_ids,
                       const std::string &pids) const
    {
        std::filesystem::remove(scratch.path("4711/exe"));
        std::filesystem::remove_all(scratch.path("4711/ns"));
        scratch.file("self/mountinfo", "22 27 0:21 / /proc rw - proc proc rw\n");
        scratch.file("self/uid_map", "0 0 4294967295\n");
        scratch.file("4711/mountinfo", mount + " 27 0:21 / /proc rw - proc proc rw\n");
        scratch.file("4711/uid_map", user_ids + "\n");
        scratch.file("4711/status", "Name:\tplayer\nNSpid:\t" + pids + "\nNSpgid:\t1\t2\n");
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
    proc.be_undumpable("22", "0 0 4294967295", "4711");
    EXPECT_EQ(proc.look("snap.firefox.geckodriver (enforce)").app, "firefox_geckodriver");
    EXPECT_EQ(proc.look("snap.firefox.geckodriver (enforce)").standing, Standing::Sandboxed);
}

TEST(Sandbox, IsFoundByWhatEverybodyMayRead)
{
    struct Case {
        const char *mount, *user_ids, *pids;
        Standing standing;
        const char *why;
    };
    for (const Case &each :
         {Case{"22", "0 0 4294967295", "4711", Standing::Undumpable, "its program can't be read"},
          Case{"220", "0 0 4294967295", "4711", Standing::Sandboxed,
               "it has a mount namespace of its own"},
          Case{"22", "1000 1000 1", "4711", Standing::Sandboxed,
               "it has a user namespace of its own"},
          Case{"22", "0 0 4294967295", "4711\t2", Standing::Sandboxed,
               "it has a PID namespace of its own"}}) {
        const Proc proc;
        proc.be_undumpable(each.mount, each.user_ids, each.pids);
        EXPECT_EQ(proc.look().standing, each.standing) << each.why;
        EXPECT_EQ(proc.look().why, each.why);
        EXPECT_EQ(is_outside(proc.look()), each.standing == Standing::Undumpable);
        for (const char *file : {"mountinfo", "uid_map", "status"}) {
            proc.be_undumpable(each.mount, each.user_ids, each.pids);
            std::filesystem::remove(proc.scratch.path(std::string{"4711/"} + file));
            EXPECT_EQ(proc.look().standing, Standing::Unidentified) << file;
            EXPECT_FALSE(is_outside(proc.look()));
        }
        proc.scratch.file("4711/status", "Name:\tplayer\nNSpid:\t4711");
        EXPECT_EQ(proc.look().standing, Standing::Unidentified) << "the text is incomplete";
    }
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

} // namespace
} // namespace headroom

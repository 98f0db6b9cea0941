// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/frozen_apps.h"

#include "parts/local_server.h"
#include "parts/main_context.h"
#include "parts/scratch.h"
#include "parts/tcp_server.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace headroom {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char *unit_path = "/app-x-1.scope";

/// An app in a cgroup of plain files. Its processes are real, and so is /proc.
class OfFrozenApps : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    UnitId unit;
    std::vector<std::string> told;
    std::optional<FrozenApps> frozen;
    std::vector<pid_t> children;
    std::vector<UniqueFd> pipes;
    std::map<UnitId, Lease> leases;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + unit_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        unit = dirs->open_unit(unit_path).value();
        std::filesystem::copy_file("/bin/sleep", scratch.path("app"));
        frozen.emplace(*dirs, "/proc", [this](const Event &event) {
            if (const auto *started = std::get_if<event::ProgramStarted>(&event);
                started && started->unit == unit)
                told.emplace_back("started");
            if (const auto *needed = std::get_if<event::UnitNeeded>(&event);
                needed && needed->unit == unit)
                told.emplace_back("needed");
        });
    }

    ~OfFrozenApps() override
    {
        frozen.reset();
        for (const pid_t child : children) {
            (void)kill(child, SIGKILL);
            (void)waitpid(child, nullptr, 0);
        }
    }

    pid_t start(std::vector<std::string> command)
    {
        std::vector<char *> arguments;
        for (std::string &word : command)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t pid = 0;
        EXPECT_EQ(posix_spawn(&pid, arguments.front(), nullptr, nullptr, arguments.data(), environ),
                  0)
            << command.front();
        children.push_back(pid);
        return pid;
    }

    /// Starts the app with this socket. The app is not this test program itself: ctest starts that
    /// for other tests meanwhile, which would count as a second start.
    pid_t start_with(const UniqueFd &socket)
    {
        EXPECT_EQ(fcntl(socket.get(), F_SETFD, 0), 0);
        return start({scratch.path("app"), "100"});
    }

    /// A script that waits at a pipe.
    void script(const std::string &name)
    {
        ASSERT_EQ(mkfifo(scratch.path(name + ".pipe").c_str(), 0600), 0);
        scratch.file(name, "#!/bin/sh\nread -r line <" + scratch.path(name + ".pipe") + "\n");
        std::filesystem::permissions(scratch.path(name), std::filesystem::perms::owner_all);
    }

    /// Waits until the script has started. Its shell opens it only after execve(), which would pass
    /// for a second start. open() returns once the shell reads from the pipe.
    void runs(const std::string &name)
    {
        pipes.emplace_back(open(scratch.path(name + ".pipe").c_str(), O_WRONLY | O_CLOEXEC));
        ASSERT_TRUE(pipes.back()) << name;
    }

    /// The app has these processes, and is frozen. Waits until its program is watched: a start
    /// before that would go unnoticed.
    void stands_still(std::initializer_list<pid_t> pids)
    {
        std::string text;
        for (const pid_t pid : pids)
            text += std::to_string(pid) + "\n";
        scratch.file(std::string{"root"} + unit_path + "/cgroup.procs", text);
        leases[unit] = {.app = "x", .state = FreezerState::Freezing};
        frozen->follow(leases);
        leases[unit].state = FreezerState::Frozen;
        frozen->follow(leases);
        ASSERT_TRUE(seen::comes_true([&] { return frozen->is_watching(); }));
    }

    void sees(const char *what)
    {
        EXPECT_TRUE(seen::comes_true([&] { return !told.empty(); })) << what;
    }

    void sees_nothing_of(pid_t child)
    {
        // Longer than the watch searches for the opener. Only time shows that nothing comes.
        bool over = false;
        g_timeout_add(
            1800,
            [](gpointer is_over) -> gboolean {
                return (*static_cast<bool *>(is_over) = true, G_SOURCE_REMOVE);
            },
            &over);
        ASSERT_TRUE(seen::comes_true([&] { return over; }));
        EXPECT_THAT(told, IsEmpty()) << child;
    }
};

TEST_F(OfFrozenApps, ItsProgramIsStartedAgain)
{
    stands_still({start({scratch.path("app"), "100"})});
    (void)start({scratch.path("app"), "100"});
    sees("the second start");
    EXPECT_EQ(told.front(), "started");
}

TEST_F(OfFrozenApps, ByAScriptAndGoneAtOnce)
{
    stands_still({start({scratch.path("app"), "100"})});
    (void)start({"/bin/sh", "-c", scratch.path("app") + " 0"});
    sees("who only leaves a message");
    EXPECT_THAT(told.front(), testing::AnyOf("started", "needed")) << "it is found in time, or not";
}

/// Which looks like a start that is over.
TEST_F(OfFrozenApps, ByOneThatOnlyReadsItsFile)
{
    stands_still({start({scratch.path("app"), "100"})});
    EXPECT_TRUE(UniqueFd{open(scratch.path("app").c_str(), O_RDONLY | O_CLOEXEC)});
    sees("a backup");
    EXPECT_EQ(told.front(), "needed");
}

TEST_F(OfFrozenApps, BeforeAnybodyWatched)
{
    const pid_t app = start({scratch.path("app"), "100"});
    scratch.file(std::string{"root"} + unit_path + "/cgroup.procs", std::to_string(app) + "\n");
    leases[unit] = {.app = "x", .state = FreezerState::Freezing};
    frozen->follow(leases);
    (void)start({scratch.path("app"), "100"});
    leases[unit].state = FreezerState::Frozen;
    frozen->follow(leases);
    sees("it was started while the freezer was still at work");
}

TEST_F(OfFrozenApps, AfterItWasReplaced)
{
    stands_still({start({scratch.path("app"), "100"})});
    std::filesystem::copy_file("/bin/sleep", scratch.path("app.new"));
    std::filesystem::rename(scratch.path("app.new"), scratch.path("app"));
    // The new file is watched soon, but no event marks that.
    for (int i = 0; i < 100 && told.empty(); ++i) {
        (void)start({scratch.path("app"), "100"});
        bool over = false;
        g_timeout_add(
            50,
            [](gpointer is_over) -> gboolean {
                return (*static_cast<bool *>(is_over) = true, G_SOURCE_REMOVE);
            },
            &over);
        ASSERT_TRUE(seen::comes_true([&] { return over; }));
    }
    EXPECT_FALSE(told.empty());
}

TEST_F(OfFrozenApps, AnotherProgramIsNotItsOwn)
{
    std::filesystem::copy_file("/bin/sleep", scratch.path("other"));
    stands_still({start({scratch.path("app"), "100"})});
    sees_nothing_of(start({scratch.path("other"), "100"}));
}

TEST_F(OfFrozenApps, OfAScriptTheScriptCounts)
{
    script("tool");
    script("other");
    const pid_t tool = start({scratch.path("tool")});
    runs("tool");
    stands_still({tool});
    sees_nothing_of(start({scratch.path("other")}));
    (void)start({scratch.path("tool")});
    sees("the script");
}

TEST_F(OfFrozenApps, NothingIsSeenOnceItGoesOn)
{
    stands_still({start({scratch.path("app"), "100"})});
    frozen->follow({});
    (void)start({scratch.path("app"), "100"});
    EXPECT_TRUE(seen::becomes_quiet()) << "no timer, no watch";
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(OfFrozenApps, SomebodyCallsAtItsSocket)
{
    const seen::LocalServer server{scratch.path("socket")};
    stands_still({start_with(server.listener)});
    const UniqueFd client = server.connect();
    sees("a client that waits for its connection to be accepted");
    EXPECT_EQ(told.front(), "needed");
}

TEST_F(OfFrozenApps, SomebodyCallsAtItsPort)
{
    const seen::TcpServer server{"127.0.0.1"};
    stands_still({start_with(server.listener)});
    const UniqueFd client = server.connect("127.0.0.1");
    sees("a client that waits for its connection to be accepted");
    EXPECT_EQ(told.front(), "needed");
}

} // namespace

} // namespace headroom

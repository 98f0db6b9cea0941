// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/scope.h"

#include "model/own_unit_name.h"
#include "parts/private_bus.h"
#include "parts/scratch.h"

#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

// A tab that is not split off after all leaves no name in its terminal's mark.
namespace headroom {

namespace {

constexpr const char *manager = "/user@1000.service";
constexpr const char *terminal_path = "/user@1000.service/app.slice/app-foot-1.scope";
constexpr const char *xml = R"xml(<node><interface name="org.freedesktop.systemd1.Manager">
  <method name="StartTransientUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="a(sv)" direction="in"/><arg type="a(sa(sv))" direction="in"/>
    <arg type="o" direction="out"/></method>
</interface></node>)xml";

/// A terminal with a shell, and a systemd that answers when the test tells it to.
class SplitRefused : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    UnitId terminal;
    pid_t child = 0;
    ProcessId shell;
    seen::PrivateBus bus;
    seen::FakeService systemd{bus, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", xml};
    ObjectPtr<GDBusConnection> connection = bus.connect();
    SystemdClient client{connection.get()};
    BusPeers peers{connection.get(), "/proc", scratch.path("run")};
    std::vector<Event> reports;
    Report report = [this](Event event) { reports.push_back(std::move(event)); };
    std::optional<TabRejoiner> rejoiner;
    std::optional<Adopter> adopter;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + terminal_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        terminal = dirs->open_unit(terminal_path).value_or(UnitId{});
        child = fork();
        if (child == 0) {
            while (true)
                pause();
        }
        ASSERT_GT(child, 0);
        shell = {child, 100};
        scratch.process(child, 1, "bash", terminal_path);
        const World world{.dirs = *dirs,
                          .manager_path = manager,
                          .runtime_dir = scratch.path("run"),
                          .table = ProcessTable{scratch.path("proc")},
                          .systemd = client,
                          .peers = peers};
        rejoiner.emplace(*dirs, report);
        adopter.emplace(world, *rejoiner, report);
    }
    void TearDown() override
    {
        if (child <= 0)
            return;
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }

    [[nodiscard]] std::string mark() const
    {
        return dirs->find(terminal)->mark(mark::split).value_or("");
    }
    void is_refused()
    {
        EXPECT_TRUE(seen::comes_true([&] { return !reports.empty(); }));
        ASSERT_EQ(reports.size(), 1U);
        EXPECT_EQ(std::get<event::ActRefused>(reports[0]).action, Act::Adopt);
        EXPECT_EQ(std::get<event::ActRefused>(reports[0]).process, shell);
    }
};

TEST_F(SplitRefused, BySystemd)
{
    adopter->split(shell, terminal, "foot");
    EXPECT_EQ(mark(), split_tab_scope_name("foot", child)) << "before systemd is called";
    ASSERT_TRUE(systemd.await_calls(1));
    systemd.fail(0, "no");
    is_refused();
    EXPECT_EQ(mark(), "");
}

TEST_F(SplitRefused, SinceTheShellHasGoneElsewhere)
{
    adopter->split(shell, terminal, "foot");
    scratch.process(child, 1, "", "/user@1000.service/app.slice/app-other-1.scope");
    is_refused();
    EXPECT_EQ(mark(), "");
    EXPECT_TRUE(systemd.calls.empty());
}

TEST_F(SplitRefused, WithoutAnAnswerTheScopeMayStillBeMade)
{
    adopter->split(shell, terminal, "foot");
    ASSERT_TRUE(systemd.await_calls(1));
    systemd.leave_unanswered(0);
    is_refused();
    EXPECT_EQ(mark(), split_tab_scope_name("foot", child)) << "the sweep finds the way back";
}

} // namespace

} // namespace headroom

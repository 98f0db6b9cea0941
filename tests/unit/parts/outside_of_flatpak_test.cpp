// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/reported_windows.h"

#include "parts/scratch.h"

#include <csignal>
#include <format>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

// The pid that KWin reports of an X11 client in a flatpak is that in the sandbox.
namespace headroom {

namespace {

using seen::Scratch;

constexpr const char *manager = "/user.slice/user-1000.slice/user@1000.service";

std::string at(const std::string &unit)
{
    return std::format("{}/app.slice/{}", manager, unit);
}

class OutsideOfFlatpak : public testing::Test {
protected:
    Scratch scratch;
    const AppId vlc = "org.videolan.VLC";
    const std::string scope = at("app-flatpak-org.videolan.VLC-77.scope");
    std::optional<ProcessId> owner; ///< of the last window
    Result<CgroupDirs> dirs{(scratch.dir("root" + at("")), CgroupDirs::open(scratch.path("root")))};
    Emit emit = [this](const Event &event) {
        if (const auto *window = std::get_if<event::WindowSeen>(&event))
            owner = window->window.process;
    };
    UnitWatch units{*dirs, manager, emit};
    ProcessWatch processes{ProcessTable{scratch.path("proc")}, units, emit};

    /// numbers: its pids, from ours to the innermost one.
    void runs(int pid, const std::string &in, const std::string &numbers)
    {
        scratch.process(pid, 1, "program", in);
        scratch.file(std::format("proc/{}/status", pid),
                     std::format("Name:\tx\nNSpid:\t{}\nVmPeak:\t1 kB\n", numbers));
        m_pids[in] += std::format("{}\n", pid);
        scratch.file("root" + in + "/cgroup.procs", m_pids[in]);
    }
    /// Looks at all units that there are.
    [[nodiscard]] std::int32_t outside(std::int32_t pid, const AppId &app)
    {
        EXPECT_TRUE(units.start());
        return processes.outside_of_flatpak(pid, app);
    }

private:
    std::map<std::string, std::string> m_pids;
};

TEST_F(OutsideOfFlatpak, AClientIsFoundByItsNumberInside)
{
    runs(4709, scope, "4709"); // what filters the bus
    runs(4710, scope, "4710\t1");
    runs(4711, scope, "4711\t2");
    runs(4712, scope + "/below", "4712\t9");
    EXPECT_EQ(outside(2, vlc), 4711);
    EXPECT_EQ(processes.outside_of_flatpak(9, vlc), 4712);
    EXPECT_EQ(processes.outside_of_flatpak(7, vlc), 7) << "none has that number";
    EXPECT_EQ(processes.outside_of_flatpak(0, vlc), 0);
}

TEST_F(OutsideOfFlatpak, AnothersProcessWithThatNumberIsNotMeant)
{
    runs(300, at("app-firefox-1.scope"), "300");
    runs(4711, scope, "4711\t300");
    EXPECT_EQ(outside(300, vlc), 4711);
    EXPECT_EQ(processes.outside_of_flatpak(300, "firefox"), 300) << "the window is its own";
    EXPECT_EQ(processes.outside_of_flatpak(300, ""), 300);
}

TEST_F(OutsideOfFlatpak, ANumberFromOutsideStays)
{
    runs(4711, scope, "4711\t2");
    runs(4712, scope, "4712\t4711");
    EXPECT_EQ(outside(4711, vlc), 4711) << "as of a Wayland client";
}

TEST_F(OutsideOfFlatpak, OfTwoWithThatNumberNoneIsMeant)
{
    runs(4711, scope, "4711\t2");
    runs(4712, scope, "4712\t5\t2");
    EXPECT_EQ(outside(2, vlc), 2);
}

TEST_F(OutsideOfFlatpak, OfTwoSandboxesNoneIsMeant)
{
    runs(4711, scope, "4711\t2");
    runs(4712, at("app-flatpak-org.videolan.VLC-78.scope"), "4712\t3");
    EXPECT_EQ(outside(2, vlc), 2);
}

TEST_F(OutsideOfFlatpak, OnlyWhatFlatpakHasNamedCounts)
{
    runs(4711, at("app-org.videolan.VLC-77.scope"), "4711\t2");
    EXPECT_EQ(outside(2, vlc), 2);
}

TEST_F(OutsideOfFlatpak, ALargeOneIsNotSearched)
{
    for (int i = 0; i < 128; ++i)
        runs(4711 + i, scope, std::format("{}\t{}", 4711 + i, 2 + i));
    EXPECT_EQ(outside(2, vlc), 4711);
    runs(4839, scope, "4839\t2");
    EXPECT_EQ(processes.outside_of_flatpak(2, vlc), 2) << "there may be a second one";
}

TEST_F(OutsideOfFlatpak, AReportedWindowIsThatProcesss)
{
    const pid_t child = fork();
    if (child == 0) {
        while (true)
            pause();
    }
    ASSERT_GT(child, 0);
    runs(child, scope, std::format("{}\t2", child));
    EXPECT_TRUE(units.start());
    WindowSources sources{emit};
    ReportedWindows windows{processes, sources, [](std::string_view) { return Result<void>{}; },
                            emit};
    EXPECT_EQ(windows
                  .report("kwin",
                          R"({"type":"snapshot","windows":[{"id":"1","pid":2,)"
                          R"("app":"org.videolan.VLC","kind":"normal","hidden":false,)"
                          R"("fullscreen":false}],"focus":"1"})")
                  .value_or("refused"),
              "");
    EXPECT_EQ(owner, (ProcessId{child, 100}));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

} // namespace

} // namespace headroom

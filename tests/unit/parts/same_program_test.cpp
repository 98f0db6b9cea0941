// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/same_program.h"

#include "parts/scratch.h"

#include <gmock/gmock.h>

namespace headroom {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A table of processes. 40 to 49 are the app's.
class Programs : public testing::Test {
protected:
    seen::Scratch scratch;
    std::set<int> pids;

    void runs(int pid, int parent, const std::string &program,
              const std::vector<std::string> &arguments = {}, int start = 100)
    {
        scratch.process(pid, parent, program, "/app.slice", start);
        std::string line = program + '\0';
        for (const std::string &argument : arguments)
            line += argument + '\0';
        scratch.file(std::format("proc/{}/cmdline", pid), line);
        if (pid >= 40 && pid < 50)
            pids.insert(pid);
    }

    [[nodiscard]] std::set<Program> launched() const
    {
        return launched_programs(scratch.path("proc"), pids);
    }

    /// "executable argument argument …"
    [[nodiscard]] std::vector<std::string> said() const
    {
        std::vector<std::string> result;
        for (const Program &program : launched()) {
            std::string text = program.executable;
            for (const std::string &word : program.script)
                text += " " + word;
            result.push_back(std::move(text));
        }
        return result;
    }

    [[nodiscard]] StartedAgain again(std::uint64_t since = 200) const
    {
        return started_again(scratch.path("proc"), launched(), pids, since);
    }
};

TEST_F(Programs, WhatALauncherStartsAndNotWhatThatStarts)
{
    runs(40, 1, "oosplash");
    runs(41, 40, "soffice.bin");
    EXPECT_THAT(said(), ElementsAre("/usr/bin/oosplash"));
}

TEST_F(Programs, TheWatchedFileIsTheExecutable)
{
    runs(40, 1, "kate");
    EXPECT_EQ(launched().begin()->watched, scratch.path("proc/40/exe"));
}

TEST_F(Programs, OneThatWasReplacedIsCalledAsItWas)
{
    runs(40, 1, "kate (deleted)");
    EXPECT_THAT(said(), ElementsAre("/usr/bin/kate"));
}

TEST_F(Programs, OfAnInterpreterTheScriptCounts)
{
    runs(40, 1, "python3.13", {"-s", "/usr/bin/qutebrowser", "--temp-basedir"});
    EXPECT_THAT(said(), ElementsAre("/usr/bin/python3.13 -s /usr/bin/qutebrowser"));
    scratch.file("proc/40/root/usr/bin/qutebrowser", "#!/usr/bin/python3\n");
    EXPECT_EQ(launched().begin()->watched, scratch.path("proc/40/root/usr/bin/qutebrowser"));
}

TEST_F(Programs, AScriptMayStandAboveTheProgram)
{
    runs(40, 1, "dash", {"/usr/bin/thing"});
    runs(41, 40, "thing-bin");
    runs(42, 41, "thing-helper");
    EXPECT_THAT(said(), ElementsAre("/usr/bin/dash /usr/bin/thing", "/usr/bin/thing-bin"));
}

TEST_F(Programs, AShellAtAPromptIsNoApp)
{
    runs(40, 1, "bash");
    runs(41, 40, "make");
    runs(43, 1, "zsh", {"-c", "make"});
    runs(44, 43, "make");
    EXPECT_THAT(said(), IsEmpty());
}

TEST_F(Programs, SandboxesAreLookedInto)
{
    runs(40, 1, "bwrap", {"--args", "40", "thing"});
    runs(41, 40, "bwrap", {"--args", "40", "thing"});
    runs(42, 41, "thing");
    runs(43, 1, "xdg-dbus-proxy");
    EXPECT_THAT(said(), ElementsAre("/usr/bin/thing"));
}

TEST_F(Programs, NothingThatWasThereBeforeWasStartedAgain)
{
    runs(40, 1, "chromium");
    runs(60, 1, "chromium", {"--user-data-dir=/else"}, 199);
    EXPECT_EQ(again(), StartedAgain::Unseen);
}

TEST_F(Programs, WhatIsNewAndOutsideWas)
{
    runs(40, 1, "chromium");
    runs(70, 1, "zsh", {}, 50);
    runs(60, 70, "chromium", {}, 200);
    EXPECT_EQ(again(), StartedAgain::Yes);
}

TEST_F(Programs, AnotherInstancesHelperWasNot)
{
    runs(40, 1, "firefox");
    runs(60, 1, "firefox", {"-P", "other"}, 50);
    runs(61, 60, "firefox", {"-contentproc"}, 250);
    EXPECT_EQ(again(), StartedAgain::No);
    runs(62, 1, "firefox", {"https://example.org"}, 260);
    EXPECT_EQ(again(), StartedAgain::Yes);
}

TEST_F(Programs, AnotherScriptOfTheSameInterpreterIsAnotherProgram)
{
    runs(40, 1, "python3.13", {"/usr/bin/qutebrowser"});
    runs(60, 1, "python3.13", {"/usr/bin/gajim"}, 250);
    runs(61, 1, "python3.13", {}, 250);
    EXPECT_EQ(again(), StartedAgain::Unseen);
    runs(62, 1, "python3.13", {"qutebrowser", "https://example.org"}, 250);
    EXPECT_EQ(again(), StartedAgain::Yes);
}

TEST_F(Programs, AScriptThatAScriptStartsIsNoHelper)
{
    runs(40, 1, "dash", {"/usr/bin/thing"});
    runs(60, 1, "dash", {"/usr/bin/xdg-open", "file"}, 250);
    runs(61, 60, "dash", {"/usr/bin/thing", "file"}, 250);
    EXPECT_EQ(again(), StartedAgain::Yes);
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/reclaim.h"
#include "parts/main_context.h"
#include "parts/scratch.h"

#include <array>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <vector>

namespace headroom {

namespace {

/// A limit for what should come immediately, not a delay.
constexpr int patience_ms = 20'000;

/// A memory.reclaim that blocks a write until the test releases it: a full pipe.
class Held {
public:
    explicit Held(const std::string &path)
    {
        EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
        m_reader.reset(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
        const UniqueFd filler{open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)};
        const std::vector<char> page(4096, '.');
        while (write(filler.get(), page.data(), page.size()) > 0) {
        }
    }

    /// Lets the write through.
    void release()
    {
        std::array<char, 4096> page{};
        for (ssize_t got = 0; (got = read(m_reader.get(), page.data(), page.size())) > 0;)
            m_read.append(page.data(), static_cast<std::size_t>(got));
    }
    /// What was written, without the filling of the pipe.
    [[nodiscard]] std::string written()
    {
        release();
        return m_read.substr(m_read.find_last_of('.') + 1);
    }
    /// Whether no process has it open for writing, now or within that time.
    [[nodiscard]] bool is_left(int within_ms = 0) const
    {
        // poll() reports the last writer's close even without requested events.
        pollfd look{m_reader.get(), 0, 0};
        return poll(&look, 1, within_ms) == 1 && (look.revents & POLLHUP) != 0;
    }

private:
    UniqueFd m_reader;
    std::string m_read;
};

class Reclaiming : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::vector<Event> reports;
    std::optional<Reclaimer> reclaimer;

    void SetUp() override
    {
        scratch.dir("root");
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        reclaimer.emplace(*dirs, [this](Event event) { reports.push_back(std::move(event)); });
    }

    UnitId unit(const std::string &name)
    {
        scratch.cgroup("root/" + name);
        uses(name, 1000);
        return dirs->open_unit("/" + name).value_or(UnitId{});
    }
    void uses(const std::string &name, int bytes) const
    {
        scratch.file("root/" + name + "/memory.current", std::format("{}\n", bytes));
    }
    Held hold(const std::string &name) { return Held{reclaim_file(name)}; }
    [[nodiscard]] std::string reclaim_file(const std::string &name) const
    {
        return scratch.path("root/" + name + "/memory.reclaim");
    }
    bool reported(std::size_t count)
    {
        return seen::comes_true([&] { return reports.size() >= count; });
    }
    [[nodiscard]] const event::Reclaimed &reclaimed(std::size_t report) const
    {
        return std::get<event::Reclaimed>(reports.at(report));
    }
    [[nodiscard]] const event::ActRefused &refused(std::size_t report) const
    {
        return std::get<event::ActRefused>(reports.at(report));
    }
};

/// Reports that a file has been read.
class ReadWatch {
public:
    explicit ReadWatch(const std::string &path) : m_inotify(inotify_init1(IN_CLOEXEC))
    {
        EXPECT_GE(inotify_add_watch(m_inotify.get(), path.c_str(), IN_ACCESS), 0);
    }
    [[nodiscard]] bool await() const
    {
        pollfd look{m_inotify.get(), POLLIN, 0};
        return poll(&look, 1, patience_ms) == 1;
    }

private:
    UniqueFd m_inotify;
};

TEST_F(Reclaiming, TheAmountIsWritten)
{
    const UnitId id = unit("a.scope");
    scratch.file("root/a.scope/memory.reclaim", "");
    reclaimer->reclaim(id, 32U << 20U);
    EXPECT_TRUE(reports.empty()) << "never from within the call";
    ASSERT_TRUE(reported(1));
    EXPECT_EQ(reclaimed(0).unit, id);
    EXPECT_TRUE(reclaimed(0).all);
    EXPECT_EQ(scratch.text("root/a.scope/memory.reclaim"), "33554432");
    reclaimer->reclaim(id, 4096);
    ASSERT_TRUE(reported(2)) << "the next slice, now that the first is done";
}

TEST_F(Reclaiming, FilePagesAloneAreAskedForInTheKernelsWords)
{
    const UnitId id = unit("a.scope");
    scratch.file("root/a.scope/memory.reclaim", "");
    reclaimer->reclaim(id, 4096, /*file_pages_only=*/true);
    ASSERT_TRUE(reported(1));
    EXPECT_TRUE(reclaimed(0).all);
    EXPECT_EQ(scratch.text("root/a.scope/memory.reclaim"), "4096 swappiness=0");
}

TEST_F(Reclaiming, Invariant6TheLoopGoesOnWhileTheKernelIsAtIt)
{
    const UnitId id = unit("a.scope");
    Held held = hold("a.scope");
    const ReadWatch before{scratch.path("root/a.scope/memory.current")};
    reclaimer->reclaim(id, 600);
    ASSERT_TRUE(before.await());
    uses("a.scope", 300);
    reclaimer->reclaim(id, 600); // one is enough
    bool went_on = false;
    g_idle_add(
        [](gpointer done) -> gboolean {
            *static_cast<bool *>(done) = true;
            return G_SOURCE_REMOVE;
        },
        &went_on);
    ASSERT_TRUE(seen::comes_true([&] { return went_on; }));
    EXPECT_TRUE(reports.empty());
    held.release();
    ASSERT_TRUE(reported(1));
    EXPECT_EQ(reclaimed(0).bytes, 700U) << "what was freed, not what was requested";
    EXPECT_TRUE(reclaimed(0).all);
    EXPECT_EQ(held.written(), "600") << "once";
    reclaimer.reset();
    EXPECT_EQ(reports.size(), 1U);
}

/// The second unit's slice is queued for the only thread, with its files open. So the test can make
/// its write fail as the kernel's does.
TEST_F(Reclaiming, LessThanAskedForIsSaid)
{
    const UnitId first = unit("a.scope");
    const UnitId second = unit("b.scope");
    Held a = hold("a.scope");
    const Held b = hold("b.scope");
    reclaimer->reclaim(first, 600);
    reclaimer->reclaim(second, 600);
    unsigned found = 0;
    for (const auto &entry : std::filesystem::directory_iterator{"/proc/self/fd"}) {
        const int fd = std::stoi(entry.path().filename());
        std::error_code vanished;
        if (std::filesystem::read_symlink(entry.path(), vanished) == reclaim_file("b.scope")
            && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY)
            found += fcntl(fd, F_SETFL, O_NONBLOCK) == 0 ? 1 : 0;
    }
    ASSERT_EQ(found, 1U);
    a.release();
    ASSERT_TRUE(reported(2));
    EXPECT_EQ(reclaimed(0).unit, first);
    EXPECT_TRUE(reclaimed(0).all);
    EXPECT_EQ(reclaimed(1).unit, second);
    EXPECT_FALSE(reclaimed(1).all);
    EXPECT_EQ(reclaimed(1).bytes, 0U);
}

TEST_F(Reclaiming, AKernelWithoutItIsARefusal)
{
    const UnitId id = unit("a.scope");
    reclaimer->reclaim(id, 4096);
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(refused(0).unit, id);
    EXPECT_EQ(refused(0).action, Act::Reclaim);
    EXPECT_EQ(refused(0).sentence, "opening /a.scope/memory.reclaim: No such file or directory");
    reclaimer->reclaim(UnitId{4711}, 4096);
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(refused(1).sentence, "the unit is gone");
}

TEST_F(Reclaiming, WhatCannotBeMeasuredIsNotNothing)
{
    const UnitId id = unit("a.scope");
    scratch.file("root/a.scope/memory.reclaim", "");
    scratch.file("root/a.scope/memory.current", "much\n");
    reclaimer->reclaim(id, 4096);
    ASSERT_TRUE(reported(1));
    EXPECT_EQ(refused(0).sentence, "the memory in use by /a.scope is no number");
    EXPECT_EQ(scratch.text("root/a.scope/memory.reclaim"), "");
}

TEST_F(Reclaiming, Invariant6TheEndWaitsForNobody)
{
    Held held = (unit("a.scope"), hold("a.scope"));
    const Held queued = (unit("b.scope"), hold("b.scope"));
    const ReadWatch before{scratch.path("root/a.scope/memory.current")};
    reclaimer->reclaim(unit("a.scope"), 600);
    reclaimer->reclaim(unit("b.scope"), 600);
    ASSERT_TRUE(before.await());
    reclaimer.reset();
    dirs.reset();
    EXPECT_FALSE(held.is_left());
    held.release();
    EXPECT_TRUE(seen::comes_true([&] { return held.is_left(); }));
    EXPECT_TRUE(queued.is_left(patience_ms))
        << "a queued write never begins"; // The worker drops it once it is free.
    EXPECT_TRUE(reports.empty());
}

} // namespace

} // namespace headroom

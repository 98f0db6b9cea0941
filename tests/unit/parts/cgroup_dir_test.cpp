// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup_dir.h"

#include "parts/scratch.h"

#include <algorithm>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {

namespace {

using seen::Scratch;

class Cgroups : public testing::Test {
protected:
    Scratch scratch;

    void SetUp() override
    {
        scratch.cgroup("root/a.slice/x.scope");
        scratch.cgroup("outside/y.scope");
        scratch.link("root/a.slice/link.scope", scratch.path("outside/y.scope"));
        scratch.link("root/link.slice", scratch.path("root/a.slice"));
    }

    [[nodiscard]] CgroupDirs dirs() const
    {
        auto opened = CgroupDirs::open(scratch.path("root"));
        EXPECT_TRUE(opened);
        return std::move(*opened);
    }
};

TEST_F(Cgroups, OneIsOpenedByItsPath)
{
    const CgroupDirs tree = dirs();
    const auto unit = CgroupDir::open(tree.root(), "/a.slice/x.scope");
    ASSERT_TRUE(unit) << unit.error().sentence;
    EXPECT_EQ(unit->path(), "/a.slice/x.scope");
    EXPECT_NE(unit->id(), UnitId{});
    EXPECT_EQ(unit->read("cgroup.freeze").value_or(""), "0\n");
    EXPECT_TRUE(unit->has("cgroup.freeze"));
    EXPECT_FALSE(unit->has("io.weight"));
    for (const char *top : {"", "/", "//"})
        EXPECT_TRUE(CgroupDir::open(tree.root(), top)) << top;
}

TEST_F(Cgroups, NothingLeadsOutOfTheTree)
{
    const CgroupDirs tree = dirs();
    for (const std::string &path :
         {std::string{"/.."}, std::string{"/../outside/y.scope"},
          std::string{"/a.slice/../../outside/y.scope"}, std::string{"/a.slice/link.scope"},
          std::string{"/link.slice/x.scope"}, std::string{"/link.slice"},
          scratch.path("outside/y.scope"), std::string{"/a.slice/x.scope/cgroup.freeze"},
          std::string{"/no.slice"}}) {
        const auto opened = CgroupDir::open(tree.root(), path);
        ASSERT_FALSE(opened) << path;
        EXPECT_TRUE(opened.error().sentence.contains(path)) << opened.error().sentence;
        EXPECT_NE(opened.error().code, 0);
    }
}

TEST_F(Cgroups, NoComponentMayBeALinkOrLeadUp)
{
    const CgroupDirs tree = dirs();
    scratch.link("root/inside.slice", "a.slice");
    for (const std::string path : {"/inside.slice", "/inside.slice/x.scope",
                                   "/a.slice/../a.slice/x.scope", "/a.slice/x.scope/.."})
        EXPECT_FALSE(CgroupDir::open(tree.root(), path))
            << path << ", which doesn't leave the tree";
    EXPECT_EQ(CgroupDir::open(tree.root(), "/a.slice/../a.slice").error().code, EXDEV);
    EXPECT_EQ(CgroupDir::open(tree.root(), "/link.slice").error().code, ENOTDIR);
    scratch.cgroup("root/..hidden.slice");
    for (const std::string path : {"//a.slice///x.scope/", "/a.slice/./x.scope", "/..hidden.slice"})
        EXPECT_TRUE(CgroupDir::open(tree.root(), path)) << path;
}

/// /proc is another file system. Until it is entered, it looks like a directory of /.
TEST(CgroupTree, AnotherFileSystemIsNotEntered)
{
    const UniqueFd root{open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    ASSERT_TRUE(CgroupDir::open(root.get(), "/etc"));
    for (const char *path : {"/proc", "/proc/sys/kernel"}) {
        const auto opened = CgroupDir::open(root.get(), path);
        ASSERT_FALSE(opened) << path;
        EXPECT_EQ(opened.error().code, EXDEV) << opened.error().sentence;
    }
}

/// Runs in a child, which becomes root in its own namespaces. Returns 0 if all that must be refused
/// is refused.
int enter_what_is_mounted(const Scratch &scratch)
{
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
        return 2;
    if (mount(scratch.path("outside/y.scope").c_str(), scratch.path("root/a.slice/x.scope").c_str(),
              nullptr, MS_BIND, nullptr)
        < 0)
        return 3;
    const UniqueFd root{open(scratch.path("root").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!CgroupDir::open(root.get(), "/a.slice"))
        return 4;
    const auto opened = CgroupDir::open(root.get(), "/a.slice/x.scope");
    return !opened && opened.error().code == EXDEV ? 0 : 5;
}

TEST_F(Cgroups, WhatIsMountedIsNotEnteredEvenFromTheSameFileSystem)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(enter_what_is_mounted(scratch));
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(Cgroups, AControlFileThatIsALinkIsNotFollowed)
{
    scratch.link("root/a.slice/x.scope/io.weight", scratch.path("outside/y.scope/cgroup.freeze"));
    const CgroupDirs tree = dirs();
    const auto unit = CgroupDir::open(tree.root(), "/a.slice/x.scope");
    EXPECT_FALSE(unit->read("io.weight"));
    EXPECT_FALSE(unit->write("io.weight", "1"));
    EXPECT_EQ(scratch.text("outside/y.scope/cgroup.freeze"), "0\n");
}

TEST_F(Cgroups, ADirectoryKeepsItsIdentityWhenItsNameIsAnothers)
{
    CgroupDirs tree = dirs();
    const auto first = tree.open_unit("/a.slice/x.scope");
    ASSERT_TRUE(first);
    EXPECT_EQ(tree.open_unit("/a.slice/x.scope"), *first) << "already open";
    std::filesystem::rename(scratch.path("root/a.slice/x.scope"), scratch.path("outside/x.scope"));
    scratch.cgroup("root/a.slice/x.scope");
    const auto second = tree.open_unit("/a.slice/x.scope");
    ASSERT_TRUE(second);
    EXPECT_NE(*first, *second);
    ASSERT_TRUE(tree.find(*first)->write("cgroup.freeze", "1"));
    EXPECT_EQ(scratch.text("root/a.slice/x.scope/cgroup.freeze"), "0\n")
        << "the new unit is left alone";
    tree.forget(*first);
    EXPECT_EQ(tree.find(*first), nullptr);
    EXPECT_TRUE(tree.is_known(*second));
}

TEST_F(Cgroups, WhatIsGoneSaysSo)
{
    CgroupDirs tree = dirs();
    const auto id = tree.open_unit("/a.slice/x.scope");
    std::filesystem::remove_all(scratch.path("root/a.slice/x.scope"));
    const CgroupDir *unit = tree.find(*id);
    const auto written = unit->write("cgroup.freeze", "1");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().sentence,
              "writing 1 to /a.slice/x.scope/cgroup.freeze: No such file or directory");
    EXPECT_EQ(written.error().code, ENOENT);
    EXPECT_FALSE(unit->read("cgroup.freeze"));
    EXPECT_TRUE(unit->children().value_or(std::vector<std::string>{}).empty());
    EXPECT_FALSE(tree.open_unit("/a.slice/x.scope"));
}

TEST_F(Cgroups, MarksAreSetReadAndRemoved)
{
    const CgroupDirs tree = dirs();
    const auto unit = CgroupDir::open(tree.root(), "/a.slice/x.scope");
    EXPECT_EQ(unit->mark(mark::frozen).error().code, ENODATA);
    EXPECT_TRUE(unit->remove_mark(mark::frozen)) << "a missing mark is no error";
    ASSERT_TRUE(unit->set_mark(mark::frozen, "1"));
    ASSERT_TRUE(unit->set_mark(mark::frozen, "2"));
    EXPECT_EQ(unit->mark(mark::frozen).value_or(""), "2");
    ASSERT_TRUE(unit->remove_mark(mark::frozen));
    EXPECT_FALSE(unit->mark(mark::frozen));
    EXPECT_FALSE(unit->set_mark("nonsense", "1"));
}

TEST_F(Cgroups, ChildrenAreDirectoriesOnly)
{
    scratch.cgroup("root/a.slice/.hidden.scope");
    scratch.cgroup("root/a.slice/b.slice");
    const CgroupDirs tree = dirs();
    auto names = CgroupDir::open(tree.root(), "/a.slice")->children();
    ASSERT_TRUE(names) << names.error().sentence;
    std::ranges::sort(*names);
    EXPECT_EQ(*names, (std::vector<std::string>{"b.slice", "x.scope"}));
}

TEST_F(Cgroups, ChildrenThatCantBeListedAreNotNone)
{
    const CgroupDirs tree = dirs();
    const auto slice = CgroupDir::open(tree.root(), "/a.slice");
    ASSERT_TRUE(slice);
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit none{0, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto names = slice->children();
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    ASSERT_FALSE(names);
    EXPECT_EQ(names.error().code, EMFILE);
}

TEST_F(Cgroups, AControlFileHasAnEnd)
{
    scratch.file("root/a.slice/x.scope/cgroup.procs", std::string((1U << 20U) + 1, '1'));
    const CgroupDirs tree = dirs();
    EXPECT_FALSE(CgroupDir::open(tree.root(), "/a.slice/x.scope")->read("cgroup.procs"));
}

TEST(CgroupTree, ThatIsNotThereCannotBeOpened)
{
    const Scratch scratch;
    scratch.file("a-file", "");
    for (const std::string &path : {scratch.path("none"), scratch.path("a-file"), std::string{}}) {
        const auto opened = CgroupDirs::open(path);
        ASSERT_FALSE(opened) << path;
        EXPECT_TRUE(opened.error().sentence.starts_with("opening the cgroup tree " + path))
            << opened.error().sentence;
    }
}

} // namespace

} // namespace headroom

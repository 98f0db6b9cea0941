// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/oomd_marks.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <optional>

namespace headroom {

namespace {

constexpr const char *unit_path = "/app.slice/app-x-1.scope";

class MarksForOomd : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::optional<OomdMarks> marks;
    UnitId unit;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + unit_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        marks.emplace(*dirs);
        unit = id(unit_path);
    }

    UnitId id(const std::string &path) { return dirs->open_unit(path).value_or(UnitId{}); }
    [[nodiscard]] const CgroupDir &dir() { return *dirs->find(unit); }
    /// A cgroup inside the unit.
    const CgroupDir &inside(const std::string &name)
    {
        scratch.cgroup(std::string{"root"} + unit_path + "/" + name);
        return *dirs->find(id(std::string{unit_path} + "/" + name));
    }

    static bool is_asked_for(const CgroupDir &cgroup)
    {
        EXPECT_EQ(cgroup.has_mark(mark::avoid), cgroup.has_mark(oomd_mark::avoid))
            << cgroup.path() << ": whose is it?";
        return cgroup.mark(oomd_mark::avoid).value_or("") == oomd_mark::ours;
    }
};

TEST_F(MarksForOomd, AreThereForAsLongAsThereIsAReason)
{
    marks->set(unit, OomdMarks::Frozen);
    EXPECT_TRUE(is_asked_for(dir()));
    marks->unset(unit, OomdMarks::Frozen);
    EXPECT_FALSE(is_asked_for(dir()));

    marks->set(unit, OomdMarks::Reclaimed);
    marks->set(unit, OomdMarks::Frozen);
    marks->unset(unit, OomdMarks::Reclaimed);
    EXPECT_TRUE(is_asked_for(dir())) << "it is still frozen";
    marks->unset(unit, OomdMarks::Reclaimed);
    EXPECT_TRUE(is_asked_for(dir()));
    marks->unset(unit, OomdMarks::Frozen);
    EXPECT_FALSE(is_asked_for(dir()));
}

TEST_F(MarksForOomd, OfOthersStayAsTheyAre)
{
    const CgroupDir &child = inside("4711");
    for (const std::string &value : {std::string{"1"}, std::string{"0"}, std::string(300, '1')}) {
        ASSERT_TRUE(dir().set_mark(oomd_mark::avoid, value));
        for (const auto change : {&OomdMarks::set, &OomdMarks::unset}) {
            (*marks.*change)(unit, OomdMarks::Frozen);
            EXPECT_FALSE(dir().has_mark(mark::avoid)) << value;
            EXPECT_TRUE(dir().has_mark(oomd_mark::avoid)) << value;
            EXPECT_FALSE(child.has_mark(oomd_mark::avoid)) << value;
        }
        EXPECT_TRUE(value.size() > 1 || dir().mark(oomd_mark::avoid) == value);
    }
    ASSERT_TRUE(dir().remove_mark(oomd_mark::avoid));
    ASSERT_TRUE(dir().set_mark(oomd_mark::omit, "1"));
    marks->set(unit, OomdMarks::Frozen);
    marks->unset(unit, OomdMarks::Frozen);
    EXPECT_EQ(dir().mark(oomd_mark::omit).value_or(""), "1");
}

TEST_F(MarksForOomd, Invariant8OneThatAnotherProgramHasSetSinceStays)
{
    marks->set(unit, OomdMarks::Frozen);
    ASSERT_TRUE(dir().set_mark(oomd_mark::avoid, "1"));
    EXPECT_TRUE(dir().is_marked_exempt());
    marks->unset(unit, OomdMarks::Frozen);
    EXPECT_EQ(dir().mark(oomd_mark::avoid).value_or(""), "1");
    EXPECT_FALSE(dir().has_mark(mark::avoid));
}

TEST_F(MarksForOomd, AreOnCgroupsInsideTheUnitToo)
{
    const CgroupDir &child = inside("4711");
    const CgroupDir &grandchild = inside("4711/4712");
    const CgroupDir &others = inside("4713");
    const CgroupDir &tab = inside("tab(4714).scope");
    ASSERT_TRUE(others.set_mark(oomd_mark::avoid, "1"));
    marks->set(unit, OomdMarks::Frozen);
    for (const CgroupDir *each : {&dir(), &child, &grandchild, &tab})
        EXPECT_TRUE(is_asked_for(*each)) << each->path();
    EXPECT_FALSE(others.has_mark(mark::avoid));

    ASSERT_TRUE(tab.set_mark(mark::frozen, "1"));
    marks->unset(unit, OomdMarks::Frozen);
    for (const CgroupDir *each : {&dir(), &child, &grandchild})
        EXPECT_FALSE(is_asked_for(*each)) << each->path();
    EXPECT_TRUE(others.has_mark(oomd_mark::avoid));
    EXPECT_TRUE(is_asked_for(tab)) << "it is frozen itself";
}

/// The app makes cgroups, and the loop must not wait for all of them.
TEST_F(MarksForOomd, AreNotSetWithoutEnd)
{
    constexpr int many = 300;
    int marked = 0;
    for (int i = 0; i < many; ++i)
        (void)inside(std::to_string(i));
    marks->set(unit, OomdMarks::Frozen);
    for (int i = 0; i < many; ++i)
        marked += is_asked_for(inside(std::to_string(i))) ? 1 : 0;
    EXPECT_EQ(marked, 256);
    marks->unset(unit, OomdMarks::Frozen);
    for (int i = 0; i < many; ++i)
        EXPECT_FALSE(is_asked_for(inside(std::to_string(i))));
    EXPECT_FALSE(is_asked_for(dir()));
}

TEST_F(MarksForOomd, AreNotWhatTheUserOrTheAppAskedFor)
{
    marks->set(unit, OomdMarks::Frozen);
    EXPECT_FALSE(dir().is_marked_exempt());
    ASSERT_TRUE(dir().set_mark(oomd_mark::omit, "1"));
    EXPECT_TRUE(dir().is_marked_exempt());
    marks->unset(unit, OomdMarks::Frozen);
    ASSERT_TRUE(dir().remove_mark(oomd_mark::omit));
    EXPECT_FALSE(dir().is_marked_exempt());
    ASSERT_TRUE(dir().set_mark(oomd_mark::avoid, "1"));
    EXPECT_TRUE(dir().is_marked_exempt());
}

/// systemd removes the mark when it applies any property of the unit.
TEST_F(MarksForOomd, AreRenewed)
{
    marks->set(unit, OomdMarks::Frozen);
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(dir().remove_mark(oomd_mark::avoid));
        EXPECT_TRUE(seen::comes_true([&] { return dir().has_mark(oomd_mark::avoid); }));
    }
    ASSERT_TRUE(dir().set_mark(oomd_mark::avoid, "0"));
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(dir().mark(oomd_mark::avoid).value_or(""), "0") << "another program wants it so";
    ASSERT_TRUE(dir().set_mark(oomd_mark::avoid, oomd_mark::ours));

    marks->unset(unit, OomdMarks::Frozen);
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_FALSE(is_asked_for(dir()));
}

TEST_F(MarksForOomd, AreNotRenewedForEver)
{
    marks->set(unit, OomdMarks::Frozen);
    int renewed = 0;
    while (dir().has_mark(oomd_mark::avoid) && renewed < 1000) {
        ASSERT_TRUE(dir().remove_mark(oomd_mark::avoid));
        EXPECT_TRUE(seen::becomes_quiet());
        ++renewed;
    }
    EXPECT_EQ(renewed, 101);
    marks->unset(unit, OomdMarks::Frozen);
    EXPECT_FALSE(is_asked_for(dir()));
}

TEST_F(MarksForOomd, OfOthersAreNotRenewed)
{
    ASSERT_TRUE(dir().set_mark(oomd_mark::avoid, "1"));
    marks->set(unit, OomdMarks::Frozen);
    ASSERT_TRUE(dir().remove_mark(oomd_mark::avoid));
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_FALSE(dir().has_mark(oomd_mark::avoid));
}

TEST_F(MarksForOomd, VanishWithTheUnit)
{
    marks->set(unit, OomdMarks::Frozen);
    std::filesystem::remove_all(scratch.path(std::string{"root"} + unit_path));
    dirs->forget(unit);
    EXPECT_TRUE(seen::becomes_quiet());
    marks->forget(unit);
    marks->forget(unit);
    marks->unset(unit, OomdMarks::Frozen);
    marks->set(unit, OomdMarks::Frozen);
    marks->set(UnitId{4711}, OomdMarks::Frozen);

    SetUp(); // another unit of the same name
    EXPECT_FALSE(is_asked_for(dir()));
    marks->set(unit, OomdMarks::Frozen);
    EXPECT_TRUE(is_asked_for(dir()));
}

} // namespace

} // namespace headroom

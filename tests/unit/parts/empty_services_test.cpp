// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/units.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace headroom {

namespace {

using seen::comes_true;
using seen::Scratch;

constexpr const char *service = "m/app.slice/app-a.service";

/// Units on a tree of plain files. `said` has "+" or "-" and the name of each that appears or is
/// gone.
class EmptyServicesTest : public testing::Test {
protected:
    Scratch scratch;
    std::vector<std::string> said;
    std::map<UnitId, std::string> names;
    Result<CgroupDirs> dirs{(scratch.dir("m/app.slice"), CgroupDirs::open(scratch.path()))};
    UnitWatch watch{*dirs, "/m", [this](const Event &event) { hear(event); }};

    void hear(const Event &event)
    {
        if (const auto *unit = std::get_if<event::UnitAppeared>(&event)) {
            names[unit->unit] = std::filesystem::path{unit->path}.filename();
            said.push_back("+" + names[unit->unit]);
        }
        if (const auto *unit = std::get_if<event::UnitGone>(&event))
            said.push_back("-" + names[unit->unit]);
    }

    void unit(const std::string &below, const char *populated) const
    {
        scratch.cgroup(below);
        populate(below, populated);
    }
    void populate(const std::string &below, const char *populated) const
    {
        scratch.file(below + "/cgroup.events", std::string{populated} + "\nfrozen 0\n");
    }

    [[nodiscard]] bool is_said(const std::string &what) const
    {
        return std::ranges::contains(said, what);
    }
    /// All that happened before is known.
    void settle()
    {
        scratch.dir("m/app.slice/app-later-1.scope");
        ASSERT_TRUE(comes_true([&] { return is_said("+app-later-1.scope"); }));
    }
};

TEST_F(EmptyServicesTest, AServiceCountsOnceItHasAProcess)
{
    unit(service, "populated 0");
    ASSERT_TRUE(watch.start());
    EXPECT_FALSE(is_said("+app-a.service"));
    EXPECT_TRUE(watch.units_in_slices().empty());
    populate(service, "populated 1");
    EXPECT_TRUE(comes_true([&] { return is_said("+app-a.service"); }));
    EXPECT_EQ(watch.units_in_slices().size(), 1);
    std::filesystem::remove_all(scratch.path(service));
    EXPECT_TRUE(comes_true([&] { return is_said("-app-a.service"); }));
}

TEST_F(EmptyServicesTest, OtherUnitsCountAtOnce)
{
    unit("m/app.slice/app-a-1.scope", "populated 0");
    scratch.dir("m/app.slice/app-unknown.service");
    ASSERT_TRUE(watch.start());
    EXPECT_TRUE(is_said("+app-a-1.scope"));
    EXPECT_TRUE(is_said("+app-unknown.service")) << "unknown is not empty";
}

TEST_F(EmptyServicesTest, WhatIsRemovedEmptyLeavesNothingBehind)
{
    unit(service, "populated 0");
    ASSERT_TRUE(watch.start());
    const UnitId id = dirs->open_unit("/" + std::string{service}).value();
    std::filesystem::remove_all(scratch.path(service));
    settle();
    EXPECT_FALSE(dirs->is_known(id));
    EXPECT_FALSE(is_said("+app-a.service"));
    EXPECT_FALSE(is_said("-app-a.service"));
}

TEST_F(EmptyServicesTest, NorDoesOneWhoseSliceIsRemoved)
{
    const std::string below = "m/app.slice/app-x.slice";
    unit(below + "/b.service", "populated 0");
    ASSERT_TRUE(watch.start());
    const UnitId id = dirs->open_unit("/" + below + "/b.service").value();
    // The service's own removal is not reported: its slice is not watched anymore.
    std::filesystem::rename(scratch.path(below), scratch.path("elsewhere"));
    std::filesystem::create_directory(scratch.path(below));
    std::filesystem::remove(scratch.path(below));
    EXPECT_TRUE(comes_true([&] { return is_said("-app-x.slice"); }));
    EXPECT_FALSE(dirs->is_known(id));
}

} // namespace

} // namespace headroom

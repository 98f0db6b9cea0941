// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "ended_leases.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>

namespace headroom {
namespace {

std::map<UnitId, Lease> leases(std::initializer_list<std::uint64_t> inodes)
{
    std::map<UnitId, Lease> made;
    for (const std::uint64_t inode : inodes)
        made.try_emplace(UnitId{inode});
    return made;
}

TEST(EndedLeases, AreThoseThatAreGone)
{
    EXPECT_EQ(ended_leases({}, {}), 0U);
    EXPECT_EQ(ended_leases(leases({1, 2, 3}), leases({2})), 2U);
    EXPECT_EQ(ended_leases(leases({1, 2}), leases({1, 2})), 0U);
}

TEST(EndedLeases, AreNoFewerForUnitsThatWereFrozenMeanwhile)
{
    EXPECT_EQ(ended_leases({}, leases({4})), 0U) << "not 4,294,967,295";
    EXPECT_EQ(ended_leases(leases({1, 2}), leases({4, 5, 6})), 2U);
}

} // namespace
} // namespace headroom

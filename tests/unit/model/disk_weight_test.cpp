// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/disk_weight.h"
#include "model/session.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

/// systemd's BFQ_WEIGHT() (src/basic/cgroup-util.h).
constexpr std::uint64_t that_bfq_gets(std::uint64_t io_weight)
{
    return io_weight <= 100 ? io_weight : (1000 - 100) * (io_weight - 100) / (10000 - 100) + 100;
}

TEST(DiskWeight, IsWhatBfqGets)
{
    for (const std::uint64_t weight : {1U, 20U, 99U, 100U, 101U, 200U, 500U, 999U, 1000U})
        EXPECT_EQ(that_bfq_gets(io_weight_for_bfq(weight)), weight);
    EXPECT_EQ(io_weight_for_bfq(500), 4500U);
    EXPECT_EQ(io_weight_for_bfq(1001), 10000U) << "systemd takes no more";
    EXPECT_EQ(io_weight_for_bfq(10000), 10000U);
}

TEST(DiskWeight, OnlyWhereNothingButBfqObeysIt)
{
    Session session;
    const Weights wish{.cpu = 500, .io = 500};
    const auto io = [&] { return session.supported_weights(wish).io; };
    session.apply(event::DiskSchedulersSeen{true}, TimePoint{});
    EXPECT_EQ(io(), std::nullopt) << "not delegated";
    session.apply(
        event::CapabilityFound{Capability::IoWeight, true, std::string{"so"}, std::string{}},
        TimePoint{});
    EXPECT_EQ(io(), 4500U);
    EXPECT_EQ(session.supported_weights({.cpu = {}, .io = {}}).io, std::nullopt) << "none is set";
    session.apply(event::DiskSchedulersSeen{false}, TimePoint{});
    EXPECT_EQ(io(), 500U);
}

} // namespace
} // namespace headroom

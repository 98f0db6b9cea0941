// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/hurt.h"

#include <gmock/gmock.h>

namespace headroom {

namespace {

using testing::ElementsAre;

constexpr std::uint64_t mib = 1 << 20;

struct Worst {
    const char *what;
    Pressures pressure;
    std::optional<Resource> worst;
};

const Worst worsts[] = {
    {"nothing is known", {}, std::nullopt},
    {"nothing is waited for", {{Resource::Cpu, 0}}, Resource::Cpu},
    {"the highest", {{Resource::Memory, 3}, {Resource::Io, 3.1}, {Resource::Cpu, 2}}, Resource::Io},
    {"memory hangs a desktop before all others",
     {{Resource::Memory, 3}, {Resource::Io, 3}, {Resource::Cpu, 3}},
     Resource::Memory},
    {"the disk before the CPU", {{Resource::Io, 3}, {Resource::Cpu, 3}}, Resource::Io},
    {"unknown is not zero", {{Resource::Io, 0}, {Resource::Cpu, 0}}, Resource::Io},
};

TEST(Hurt, TheWorstPressure)
{
    for (const Worst &row : worsts)
        EXPECT_EQ(worst_pressure(row.pressure), row.worst) << row.what;
}

struct Row {
    const char *what;
    Hurt one;
    Hurt other;
    bool is_worse; ///< the first one; otherwise the two are alike
};

Hurt waiting(double percent)
{
    return {.pressure = {{Resource::Cpu, percent}}};
}

const Row rows[] = {
    {"frozen before napped",
     {.restraint = Restraint::Frozen},
     {.restraint = Restraint::Napped},
     true},
    {"napped before what waits all the time", {.restraint = Restraint::Napped}, waiting(100), true},
    {"the longer wait", waiting(13), waiting(12), true},
    {"just a whole percent more", waiting(13), waiting(12.99), true},
    {"less than a whole percent more", waiting(12.99), waiting(12), false},
    {"the worst wait counts, whatever it is for",
     {.pressure = {{Resource::Memory, 1}, {Resource::Cpu, 50}}},
     {.pressure = {{Resource::Memory, 49}}},
     true},
    {"one that is known not to wait before one of which nothing is known", waiting(0), {}, true},
    {"a wait before memory",
     waiting(1),
     {.pressure = {{Resource::Cpu, 0}}, .memory = 1 << 30},
     true},
    {"a step more memory", {.memory = 16 * mib}, {.memory = 16 * mib - 1}, true},
    {"less than a step more memory", {.memory = 32 * mib - 1}, {.memory = 16 * mib}, false},
    {"no memory before unknown memory", {.memory = 0}, {}, true},
    {"memory before the focus", {.memory = 16 * mib}, {.memory = 0, .in_front = true}, true},
    {"the one in front", {.memory = mib, .in_front = true}, {.memory = 2 * mib}, true},
    {"two of which nothing is known", {}, {}, false},
};

TEST(Hurt, OneIsHurtMore)
{
    for (const Row &row : rows) {
        EXPECT_THAT(rank_hurt({row.one, row.other}), ElementsAre(0, row.is_worse ? 1 : 0))
            << row.what;
        EXPECT_THAT(rank_hurt({row.other, row.one}), ElementsAre(row.is_worse ? 1 : 0, 0))
            << row.what << ", the other way round";
    }
}

TEST(Hurt, ARankIsTheNumberOfThoseThatAreHurtMore)
{
    EXPECT_THAT(rank_hurt({}), ElementsAre());
    EXPECT_THAT(rank_hurt({waiting(5), waiting(90), waiting(5), {}, waiting(20)}),
                ElementsAre(2, 0, 2, 4, 1));
}

} // namespace

} // namespace headroom

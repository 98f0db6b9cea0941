// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/config.h"
#include "model/pressure_trace.h"
#include "model/working_set.h"

#include <gtest/gtest.h>

// The figures in README.md, ARCHITECTURE.md and the manuals must be the defaults.
namespace headroom {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t mib = 1ULL << 20U;

TEST(ToldFigures, Readme)
{
    const Config config;
    EXPECT_EQ(config.boosted, (Weights{.cpu = 500, .io = 500}))
        << "weight 500 while all others have 100";
    EXPECT_EQ(config.boost_lingers, 300ms) << "removed 300 ms after the focus has moved";
    EXPECT_EQ(config.longest_freeze, 4h) << "four hours at most";
    EXPECT_EQ(config.sound_lingers, 15s) << "until it has been silent for 15 s";
    EXPECT_EQ(config.napped, (Weights{.cpu = 20, .io = 20})) << "weight 20";
    EXPECT_EQ(config.nap_lingers, 30s) << "and half a minute more";
    EXPECT_EQ(config.limits.gone_soon, 2s) << "or will in two seconds";
    EXPECT_EQ(config.freezing.unfocused_for, 10s) << "not in front for 10 s";
    EXPECT_EQ(config.freezing.calm_for, 5s) << "calm for 5 s";
    EXPECT_EQ(config.freezing.paused_player_exempts, 10min) << "within the last ten minutes";
    EXPECT_EQ(config.gentle.interval, 6s) << "every six seconds";
    EXPECT_EQ(config.response, Response::Freeze);
    EXPECT_TRUE(config.notify);
    EXPECT_TRUE(config.reclaim.enabled) << "their memory is pushed out to swap";
    EXPECT_FALSE(config.gentle.enabled) << "off by default";
}

TEST(ToldFigures, Headroomrc)
{
    const Config config;
    EXPECT_EQ(config.freezing.shortest_freeze, 5s);
    EXPECT_EQ(config.gentle.least, 100 * mib) << "an app with 100 MiB or less is exempt";
    EXPECT_EQ(config.reclaim.swap_reserve, 20) << "less than a fifth of swap is free";
    EXPECT_EQ(config.gentle.swap_out, 1'000'000U) << "more than 1 MB a second";
}

TEST(ToldFigures, Architecture)
{
    const FreezeLimits freezing;
    EXPECT_EQ(freezing.starting_for, 15s) << "an app with a desktop file that has no window yet";
    EXPECT_EQ(freezing.closing_for, 1min) << "one whose last window has gone";
    EXPECT_EQ(freezing.may_be_starting_for, 3s) << "a program without a desktop file";
    EXPECT_EQ(freezing.starting_share, 10) << "as long as it has less than a tenth of all memory";
    EXPECT_EQ(freezing.noticed_within, 3s) << "room to grow into, for three seconds";
    EXPECT_EQ(Config{}.freeze_must_settle, 2s);
    const GentleLimits gentle;
    EXPECT_EQ(gentle.settles_within, 2min) << "smaller, by 1 % in two minutes";
    EXPECT_EQ(gentle.gives_up_after, 10min) << "ten minutes, without a result";
    EXPECT_EQ(gentle.longest_request, 1h) << "after an hour";
    EXPECT_EQ(WorkingSet::smaller, 1);
    EXPECT_EQ(gentle.file_pages_only_below * 2, gentle.target)
        << "file pages first, from half the target on both";
}

/// Figures with a source stated beside them: senpai, TMO, Android, the kernel.
TEST(ToldFigures, ThoseOfOthers)
{
    const Config config;
    EXPECT_EQ(config.gentle.share, 1);
    EXPECT_EQ(config.gentle.target, 1);
    EXPECT_EQ(WorkingSet::window, 1min);
    EXPECT_EQ(PressureTrace::slot, 2s) << "the kernel updates its averages that often";
    EXPECT_EQ(PressureTrace::slot * PressureTrace::slots_kept, 5min)
        << "pressure of the last five minutes";
    EXPECT_EQ(config.protection.share, 30) << "what user.slice has in systemd-units/";
    EXPECT_GE(config.limits.sample_critical, 50ms) << "faster reads lose stalls for every reader";
    EXPECT_EQ(config.limits.alert_lingers, 2 * 2s)
        << "two windows of the triggers, which are 2 s each";
}

} // namespace

} // namespace headroom

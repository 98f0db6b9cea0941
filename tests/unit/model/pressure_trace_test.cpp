// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pressure_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace headroom;
using namespace testing;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint start{1h};

TEST(PressureTrace, NobodyLookedNobodyKnows)
{
    PressureTrace trace;
    EXPECT_THAT(trace.row(), IsEmpty());
    EXPECT_EQ(trace.last(), std::nullopt);
    trace.take({}, start);
    EXPECT_THAT(trace.row(), IsEmpty()) << "the kernel reports nothing, which isn't zero";
}

TEST(PressureTrace, TheFirstLookTellsOfFiveMinutes)
{
    PressureTrace trace;
    trace.take({.ten = 60, .sixty = 35, .three_hundred = 7}, start);
    const auto row = trace.row();
    ASSERT_THAT(row, SizeIs(PressureTrace::slots_kept));
    EXPECT_EQ(row[149], 60) << "now";
    EXPECT_EQ(row[145], 60) << "eight seconds ago";
    EXPECT_EQ(row[144], 30) << "ten seconds ago: the last sixty minus the last ten";
    EXPECT_EQ(row[120], 30);
    EXPECT_EQ(row[119], 0) << "a minute ago: the last minute explains all of it";
    EXPECT_EQ(row[0], 0);
    EXPECT_EQ(trace.last(), 60);
}

TEST(PressureTrace, WhatWasSeenReplacesWhatWasConcluded)
{
    PressureTrace trace;
    trace.take({.ten = 10, .sixty = 10, .three_hundred = 10}, start);
    trace.take({.ten = 90, .sixty = 20, .three_hundred = 12}, start + 4s);
    const auto row = trace.row();
    EXPECT_EQ(row[149], 90);
    EXPECT_EQ(row[148], 90);
    EXPECT_EQ(row[147], 10) << "known from the first look";
    EXPECT_EQ(trace.last(), 90);
}

TEST(PressureTrace, WhatNobodyToldIsLeftOut)
{
    PressureTrace trace;
    trace.take({.sixty = 20}, start);
    EXPECT_THAT(trace.row(), AllOf(SizeIs(145), Each(20))) << "not the last ten seconds";
    trace.forget();
    EXPECT_THAT(trace.row(), IsEmpty());
}

TEST(PressureTrace, NonsenseStaysWithinBounds)
{
    PressureTrace trace;
    trace.take({.ten = 1e9, .sixty = -5, .three_hundred = 50}, start);
    EXPECT_THAT(trace.row(), Each(AllOf(Ge(0), Le(100))));
    trace.take({.ten = -1e9}, start + 1s);
    EXPECT_EQ(trace.last(), 0.0);
}

TEST(PressureTrace, OldLooksAreForgotten)
{
    PressureTrace trace;
    trace.take({.ten = 100, .sixty = 100, .three_hundred = 100}, start);
    trace.take({.ten = 0, .sixty = 0, .three_hundred = 0}, start + 10min);
    EXPECT_THAT(trace.row(), Each(0));
}

TEST(PressureTrace, ALookIsKeptForFiveMinutes)
{
    PressureTrace trace;
    trace.take({.ten = 7}, start);
    trace.take({}, start + 5min);
    EXPECT_EQ(trace.last(), 7.0);
    trace.take({}, start + 5min + 1us);
    EXPECT_EQ(trace.last(), std::nullopt);
    EXPECT_THAT(trace.row(), IsEmpty());
}

/// Of each average, up to the moment from which a longer one is needed.
TEST(PressureTrace, AnAverageIsOfTheSecondsThatItIsCalledFor)
{
    const auto first = [](Duration before) {
        PressureTrace trace;
        trace.take({.ten = 1, .sixty = 11, .three_hundred = 31}, start);
        trace.take({.ten = 0, .sixty = {}, .three_hundred = {}},
                   start - before + PressureTrace::slot * (PressureTrace::slots_kept - 1));
        return trace.row().front();
    };
    EXPECT_EQ(first(10s - 1us), 1.0);
    EXPECT_EQ(first(10s), 13.0) << "(60 * 11 - 10 * 1) / 50";
    EXPECT_EQ(first(60s - 1us), 13.0);
    EXPECT_EQ(first(60s), 36.0) << "(300 * 31 - 60 * 11) / 240";
}

} // namespace

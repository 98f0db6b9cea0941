// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "gentle.h"
#include "model/app_need.h"

#include <format>

// Whether gentle reclaim finds what a unit needs: with a model of a unit that uses a part of its
// memory all the time, as the kernel would treat it.
namespace headroom {

namespace {

using namespace seen;

struct Case {
    const char *what;
    bool on_disk;
    double fault_us; ///< how long it takes to get a page back
    /// The share of each slice that is of the working set although other pages are left.
    double mistakes;
    std::uint64_t file_pages; ///< in bytes, of what isn't used
};

/// A unit that has 800 MiB and touches 200 of them, over and over.
class ModelUnit {
public:
    static constexpr std::uint64_t needs = 200 * mib;

    ModelUnit(const Case &of, GentleDesk &desk)
        : m_of(of), m_desk(desk), m_file(of.file_pages), m_since(desk.now)
    {
        m_desk.swap_on_disk = of.on_disk;
        m_desk.before_look = [this] { runs(); };
        m_desk.answer = [this](UnitId unit, const GentleReclaim &gentle) {
            return event::Reclaimed{unit, gives(gentle.wanted, gentle.file_pages_only),
                                    !gentle.file_pages_only || m_file_had_enough};
        };
        seen().returned = 0;
        seen().current = current();
    }

    [[nodiscard]] std::uint64_t current() const { return m_hot + m_cold + m_file; }
    [[nodiscard]] std::uint64_t least() const { return m_least; }
    [[nodiscard]] Duration stalled() const { return m_stalled; }
    [[nodiscard]] double written() const { return m_written; }

private:
    UnitMemory &seen() { return m_desk.memories[m_desk.idle.unit]; }

    /// All that it needs has come back since the last look.
    void runs()
    {
        const std::uint64_t back = needs - m_hot;
        m_hot = needs;
        m_stalled += std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::micro>{
            m_of.fault_us * static_cast<double>(back) / 4096});
        seen().returned = *seen().returned + back;
        seen().current = current();
        seen().memory_stalled = m_stalled;
        seen().io_stalled = m_of.on_disk ? m_stalled : 0us;
    }

    std::uint64_t gives(std::uint64_t bytes, bool file_pages_only)
    {
        const std::uint64_t file = std::min(bytes, m_file);
        m_file_had_enough = file == bytes;
        m_file -= file;
        if (file_pages_only)
            return file;
        const std::uint64_t left = bytes - file;
        const auto by_mistake =
            static_cast<std::uint64_t>(static_cast<double>(left) * m_of.mistakes);
        const std::uint64_t cold = std::min(left - by_mistake, m_cold);
        m_cold -= cold;
        m_hot -= left - cold;
        m_desk.swapped_out = *m_desk.swapped_out + left;
        m_written += static_cast<double>(left);
        m_least = std::min(m_least, current());
        return bytes;
    }

    Case m_of;
    GentleDesk &m_desk;
    std::uint64_t m_hot = needs;
    std::uint64_t m_file;
    std::uint64_t m_cold = 600 * mib - m_file;
    std::uint64_t m_least = 800 * mib;
    bool m_file_had_enough = true;
    Duration m_stalled{};
    double m_written = 0;
    TimePoint m_since;
};

constexpr Case cases[] = {
    {"zram", false, 30, 0, 0},
    {"zram, on a slow machine", false, 300, 0.05, 0},
    {"zram, with files", false, 30, 0.1, 300 * mib},
    {"an SSD", true, 150, 0, 0},
    {"an SSD, with mistakes", true, 150, 0.1, 40 * mib},
};

TEST(GentleConvergence, WhatAnAppNeedsIsFoundInTwentyMinutes)
{
    for (const Case &of : cases) {
        SCOPED_TRACE(of.what);
        GentleDesk desk;
        ModelUnit unit{of, desk};
        const TimePoint began = desk.now;
        Lines lines;
        while (lines.empty() || lines.back() != desk.end()) {
            ASSERT_LE(desk.now - began, 20min);
            const Duration before = unit.stalled();
            lines = desk.goes_on(6s);
            EXPECT_LE(unit.stalled() - before, 6s * 3 / 10) << "not even for six seconds";
        }
        const auto need = need_of(desk.session, desk.config.gentle, desk.idle.id);
        ASSERT_TRUE(need);
        EXPECT_GE(*need, ModelUnit::needs);
        EXPECT_LE(*need, ModelUnit::needs * 11 / 10);
        EXPECT_GE(unit.least(), ModelUnit::needs * 9 / 10);
        const std::chrono::duration<double> took = desk.now - began;
        EXPECT_LE(unit.stalled(), (desk.now - began) / 50) << "2 %";
        if (of.on_disk)
            EXPECT_LE(unit.written() / took.count(), 1'000'000);
        testing::Test::RecordProperty(of.what,
                                      std::format("{:.1f} min, {} MiB, {} stalled",
                                                  took.count() / 60, *need / mib, unit.stalled()));
    }
}

TEST(GentleConvergence, WhereNothingIsUnusedAllOfItIsNeeded)
{
    GentleDesk desk;
    ModelUnit unit{{"all of it", false, 30, 1, 0}, desk};
    const Duration before = unit.stalled();
    const Lines lines = desk.goes_on(3min);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.back(), desk.end());
    EXPECT_EQ(need_of(desk.session, desk.config.gentle, desk.idle.id), 800 * mib);
    EXPECT_LE(unit.stalled() - before, 3600ms);
}

TEST(GentleConvergence, ItBacksOffAtStallsAndStopsAtTheFocus)
{
    GentleDesk desk;
    ModelUnit unit{cases[0], desk};
    desk.goes_on(1min);
    const std::uint64_t before = unit.current();
    desk.memories[desk.idle.unit].io_stalled = 10s; // it waits for its own disk
    desk.before_look = [] {};
    desk.goes_on(6s);
    const std::uint64_t stalls = unit.current();
    EXPECT_LE(stalls, before);
    desk.goes_on(48s);
    EXPECT_EQ(unit.current(), stalls) << "a minute is not over";
    desk.goes_on(30s);
    EXPECT_LT(unit.current(), stalls);
    desk.focus(desk.idle);
    const std::uint64_t focused = unit.current();
    desk.goes_on(10min);
    EXPECT_EQ(unit.current(), focused);
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/kept_in_memory.h"
#include "seen.h"

#include <algorithm>
#include <ctime>
#include <format>

namespace headroom {

namespace {

using namespace seen;

constexpr std::size_t apps = 300;
constexpr std::size_t units = 4000;
constexpr std::size_t windows = 2000;

/// A desk with more apps than any real one. All are hidden but two, which take turns in front.
class CrowdedDesk : public Desk {
public:
    CrowdedDesk()
    {
        happens(event::PowerSeen{false});
        for (std::size_t i = 0; i < apps; ++i)
            m_apps.push_back(hidden(std::format("org.example.App{}", i)));
        for (std::size_t i = apps; i < units; ++i)
            unit(std::format("app.slice/app-{}-{}.scope", m_apps[i % apps].id, 10'000 + i));
        for (std::size_t i = apps; i < windows; ++i) {
            const App &app = m_apps[i % apps];
            const WindowId id = window(app.process, app.id);
            changes(id, [](Window &window) { window.hidden = true; });
        }
        passes(1h);
        focus(m_apps[0]);
        turns();
        passes(1h);
    }

    /// The watch's answer to a request to measure.
    void is_looked_at(std::uint64_t each = 512 * mib)
    {
        event::WorkingSetsSeen looked{.units = {},
                                      .memory = MemoryLevel{.total = 64 * 1024 * mib,
                                                            .available = 32 * 1024 * mib,
                                                            .active_file = mib,
                                                            .swap_total = 1024 * mib,
                                                            .swap_free = 1024 * mib},
                                      .swapped_out = 0};
        for (const UnitId unit : measure)
            looked.units.push_back({.unit = unit,
                                    .current = each,
                                    .memory_stalled = 0us,
                                    .io_stalled = 0us,
                                    .marked_exempt = false});
        happens(looked);
    }

    /// Moves the focus to the other of the two apps and decides once, as a turn of the loop does.
    /// Returns CPU time, since other processes may use the CPU meanwhile.
    Duration focus_moves()
    {
        passes(10ms);
        m_front = 1 - m_front;
        const std::clock_t began = std::clock();
        focus(m_apps[m_front]);
        const Decision decision = decide(session, config, now);
        for (const Action &action : decision.actions)
            session.note(action, now);
        return Duration{(std::clock() - began) * 1'000'000 / CLOCKS_PER_SEC};
    }

    /// Likewise, whether the memory of each app stays.
    [[nodiscard]] Duration each_app_is_asked() const
    {
        const std::clock_t began = std::clock();
        std::size_t staying = 0;
        for (const App &app : m_apps)
            staying += kept_with_app(session, config, app.id, now) ? 1 : 0;
        EXPECT_LT(staying, apps);
        return Duration{(std::clock() - began) * 1'000'000 / CLOCKS_PER_SEC};
    }

private:
    App hidden(const AppId &id)
    {
        const App made = app(id);
        changes(made.window, [](Window &window) { window.hidden = true; });
        return made;
    }

    std::vector<App> m_apps;
    std::size_t m_front = 0;
};

/// What gentle reclaim adds must be no more than to ask once for each app whether its memory stays:
/// it must not depend on the number of units. Takes the minimum of many changes of focus, because
/// other load on the machine only adds time. The ratio is the same on every machine.
void expect_each_app_is_asked_once(CrowdedDesk &without, CrowdedDesk &with)
{
    constexpr double at_most = 1.5;
    constexpr int times = 20;
    Duration least_without = Duration::max();
    Duration least_with = Duration::max();
    Duration least_asked = Duration::max();
    for (int i = 0; i < times; ++i) {
        least_without = std::min(least_without, without.focus_moves());
        least_with = std::min(least_with, with.focus_moves());
        least_asked = std::min(least_asked, with.each_app_is_asked());
    }
    const Duration added = least_with - least_without;
    const double ratio =
        static_cast<double>(added.count()) / static_cast<double>(least_asked.count());
    testing::Test::RecordProperty("ratio", std::format("{:.2f}", ratio));
    EXPECT_LE(ratio, at_most) << least_with << " with gentle reclaim, " << least_without
                              << " without, and " << least_asked << " to ask for each app";
}

TEST(CostOfFocus, AsksEachAppOnceWhileMemoryOfThousandsIsPushedOut)
{
    CrowdedDesk without;
    CrowdedDesk with;
    with.config.gentle.enabled = true;
    with.turn();
    EXPECT_GE(with.measure.size(), units - units / 10);
    with.is_looked_at(512 * mib);
    with.passes(with.config.gentle.interval);
    with.turn();
    with.is_looked_at(512 * mib);
    with.turn();
    ASSERT_GE(with.session.reclaiming.size(), units - units / 10);
    expect_each_app_is_asked_once(without, with);
    EXPECT_GE(with.session.reclaiming.size(), units - units / 5) << "gentle reclaim continues";
}

TEST(CostOfFocus, AsksEachAppOnceIfAllOfThemHaveWhatTheyNeed)
{
    CrowdedDesk without;
    CrowdedDesk with;
    with.config.gentle.enabled = true;
    with.turn();
    with.is_looked_at(50 * mib); // too little for gentle reclaim
    with.passes(with.config.gentle.interval);
    with.turn();
    with.passes(1h);
    with.turn(); // it may have grown
    with.is_looked_at(50 * mib);
    ASSERT_TRUE(with.session.reclaiming.empty());
    expect_each_app_is_asked_once(without, with);
}

} // namespace

} // namespace headroom

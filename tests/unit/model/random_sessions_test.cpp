// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "random_events.h"
#include "told_laws.h"

#include <algorithm>
#include <array>
#include <format>

// Sessions that make no sense: whatever happens in whatever order, the invariants hold after each
// event.
namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;

#ifdef NDEBUG
constexpr std::uint64_t sessions = 100'000;
#else
constexpr std::uint64_t sessions = 10'000;
#endif
constexpr std::uint64_t first_seed = 20'260'101;
constexpr int events_each = 24;

class RandomSession {
public:
    explicit RandomSession(std::uint64_t seed) : m_events(seed) {}

    void run()
    {
        desk.config.gentle.enabled = m_events.one_in(2);
        for (std::size_t i = 0; i < desk.session.capabilities.size(); ++i)
            tell(event::CapabilityFound{static_cast<Capability>(i), !m_events.one_in(8), ""s, ""s});
        for (int i = 0; i < events_each && !testing::Test::HasFailure(); ++i) {
            if (m_events.one_in(3))
                desk.passes(std::array<Duration, 10>{1us, 100ms, 100ms, 299ms, 300ms, 1s, 2s, 6s,
                                                     61s, 4h}[m_events.below(10)]);
            happen(m_events.next(desk.session));
        }
        happen(event::Ending{});
        EXPECT_TRUE(desk.session.leases.empty()) << "invariant 1: the end thaws all";
        EXPECT_TRUE(desk.session.weights.empty()) << "invariant 8: the end restores all weights";
        EXPECT_TRUE(desk.session.protections.empty()) << "invariant 8";
        EXPECT_TRUE(desk.session.reclaiming.empty());
    }

    [[nodiscard]] const Lines &story() const { return m_story; }

private:
    Desk desk;
    RandomEvents m_events;
    Lines m_story;
    ToldLaws m_laws{desk.config};

    void tell(const Event &event)
    {
        m_laws.happens(event, desk.now);
        desk.happens(event);
    }

    void happen(const Event &event)
    {
        m_story.push_back(std::format("{} event {}", desk.now.time_since_epoch(), event.index()));
        tell(event);
        check_books();
        check_kinship();
        constexpr std::size_t enough = 2 * paths.size() + 2;
        std::size_t turns = 0;
        for (; turns < enough && !one_turn(); ++turns)
            ;
        EXPECT_LT(turns, enough)
            << "invariant 5: it settles, and then a turn without an event performs nothing";
        m_laws.check_rest(event, desk.now);
        for (const auto &[unit, weights] : desk.session.weights)
            EXPECT_TRUE(desk.session.units.contains(unit));
    }

    /// A turn of the loop. Returns true if there was nothing to do.
    bool one_turn()
    {
        if (has_left_front(desk.session, desk.config, desk.now))
            desk.session.leave_front();
        const Decision decision = decide(desk.session, desk.config, desk.now);
        EXPECT_EQ(decision.actions, decide(desk.session, desk.config, desk.now).actions)
            << "invariant 5";
        if (!desk.config.gentle.enabled && desk.session.need_requests.empty()) {
            EXPECT_TRUE(decision.measure.empty()) << "invariant 9";
        }
        std::set<AppId> frozen;
        for (const Action &action : decision.actions) {
            m_story.push_back("    " + said(action));
            if (std::holds_alternative<action::Freeze>(action.what))
                frozen.insert(action.app);
            m_laws.check(action, desk.now);
            check_order_of_thaws(action);
        }
        EXPECT_LE(frozen.size(), 1U) << "invariant 4";
        for (const Action &action : decision.actions) {
            m_laws.done(action, desk.now);
            desk.session.note(action, desk.now);
        }
        check_wholeness();
        return decision.actions.empty();
    }

    /// By what the session records as in force: apps frozen in turn are thawed before culprits.
    void check_order_of_thaws(const Action &action) const
    {
        const auto *thaw = std::get_if<action::Thaw>(&action.what);
        if (!thaw || thaw->cause != ThawCause::Calm || desk.session.leases.at(action.unit).in_turn)
            return;
        const Lease &lease = desk.session.leases.at(action.unit);
        EXPECT_TRUE(std::ranges::none_of(desk.session.leases, [&](const auto &other) {
            const Lease &innocent = other.second;
            return innocent.in_turn && innocent.app != lease.app && !innocent.ended
                && innocent.reclaimed == 0 && innocent.since < lease.since
                && desk.session.offences.at(innocent.app).count == 1;
        })) << "an app that is no culprit is thawed first";
    }

    /// A frozen half of an app would hang the other half.
    void check_wholeness() const
    {
        const Session &session = desk.session;
        for (const auto &[id, unit] : session.units) {
            const bool is_frozen = session.leases.contains(id);
            for (const auto &[other, lease] : session.leases) {
                if (lease.app == unit.app)
                    EXPECT_TRUE(is_frozen)
                        << unit.name() << " runs, but the rest of its app doesn't";
            }
        }
    }

    /// Units that events have tied together are one app. A unit without ties is part of no other
    /// app.
    void check_kinship() const
    {
        const ToldWorld &world = m_laws.world();
        for (const auto &[from, ties] : world.ties()) {
            for (const Tie &tie : ties) {
                if (tie.kind == TieKind::SameProgram && world.may_have_kin(from)
                    && world.may_have_kin(tie.other))
                    EXPECT_EQ(desk.session.units.at(from).app, desk.session.units.at(tie.other).app)
                        << "one program is one app";
            }
        }
        for (const auto &[id, unit] : desk.session.units) {
            if (!world.has_ties(id) || world.is_tab(id))
                EXPECT_EQ(unit.app, unit.own_app) << "it has no ties";
        }
    }

    /// Each index agrees with what it indexes.
    void check_books() const
    {
        const Session &session = desk.session;
        std::size_t of_apps = 0;
        std::size_t in_slices = 0;
        for (const auto &[app, units] : session.by_app) {
            of_apps += units.size();
            EXPECT_TRUE(std::ranges::all_of(
                units, [&](UnitId id) { return session.units.at(id).app == app; }));
        }
        for (const auto &[path, units] : session.members)
            in_slices += units.size();
        EXPECT_EQ(in_slices,
                  static_cast<std::size_t>(std::ranges::count_if(
                      session.units, [](const auto &u) { return !u.second.is_inside(); })));
        EXPECT_EQ(of_apps,
                  static_cast<std::size_t>(std::ranges::count_if(
                      session.units, [](const auto &u) { return !u.second.app.empty(); })));
        if (session.focus) {
            const auto *window = std::get_if<WindowId>(&*session.focus);
            EXPECT_TRUE(window ? session.windows.contains(*window)
                               : session.units.contains(std::get<UnitId>(*session.focus)));
        }
    }
};

TEST(RandomSessions, Invariants2To5And7HoldAfterEachEvent)
{
    for (std::uint64_t seed = first_seed; seed < first_seed + sessions; ++seed) {
        RandomSession session{seed};
        session.run();
        if (HasFailure())
            FAIL() << "in the session of seed " << seed << ':' << listed(session.story());
    }
}

} // namespace

} // namespace headroom

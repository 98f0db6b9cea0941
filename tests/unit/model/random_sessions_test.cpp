// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/desktop_parts.h"
#include "model/placement.h"
#include "policy/exempt.h"
#include "policy/on_duty.h"
#include "policy/protect_audible.h"
#include "policy/spared.h"
#include "policy/thaw_wanted.h"
#include "random_events.h"
#include "told_windows.h"

#include <algorithm>
#include <array>

// Sessions that make no sense: whatever happens in whatever order, the invariants hold after each event.
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
            desk.happens(event::CapabilityFound{static_cast<Capability>(i), !m_events.one_in(8), ""s, ""s});
        for (int i = 0; i < events_each && !testing::Test::HasFailure(); ++i) {
            if (m_events.one_in(3))
                desk.passes(std::array<Duration, 10>{1us, 100ms, 100ms, 299ms, 300ms, 1s, 2s, 6s, 61s, 4h}[m_events.below(10)]);
            happen(m_events.next(desk.session));
        }
        happen(event::Ending{});
        EXPECT_TRUE(desk.session.leases.empty()) << "invariant 1: the end thaws all";
        EXPECT_TRUE(desk.session.weights.empty()) << "invariant 8: the end gives back all weights";
        EXPECT_TRUE(desk.session.reclaiming.empty());
    }

    [[nodiscard]] const Lines &story() const { return m_story; }

private:
    Desk desk;
    RandomEvents m_events;
    Lines m_story;
    std::set<AppId> m_may_freeze; ///< asked for, and not thawed since
    std::map<UnitId, std::vector<Tie>> m_ties; ///< as told last
    ToldWindows m_told;
    std::map<UnitId, TimePoint> m_in_front; ///< when each unit was last seen in front

    void note_front()
    {
        if (const auto unit = desk.session.focused_unit())
            m_in_front[*unit] = desk.now;
    }

    void happen(const Event &event)
    {
        m_story.push_back(std::format("{} event {}", desk.now.time_since_epoch(), event.index()));
        if (const auto *asked = std::get_if<event::FreezeAsked>(&event))
            m_may_freeze.insert(asked->app);
        note_front();
        desk.happens(event);
        if (const auto *gone = std::get_if<event::UnitGone>(&event)) {
            m_in_front.erase(gone->unit);
            m_ties.erase(gone->unit);
        }
        if (const auto *tied = std::get_if<event::UnitTied>(&event); tied && desk.session.units.contains(tied->unit))
            m_ties[tied->unit] = tied->ties;
        m_told.happens(event);
        note_front();
        check_books();
        check_kinship();
        constexpr std::size_t enough = 2 * paths.size() + 2;
        std::size_t turns = 0;
        for (; turns < enough && !one_turn(); ++turns)
            ;
        EXPECT_LT(turns, enough) << "invariant 5: it comes to rest, and then a turn without an event performs nothing";
        check_rest(event);
    }

    /// As the loop does it. The answer: whether there was nothing to do.
    bool one_turn()
    {
        const Decision decision = decide(desk.session, desk.config, desk.now);
        EXPECT_EQ(decision.actions, decide(desk.session, desk.config, desk.now).actions) << "invariant 5";
        if (!desk.config.gentle.enabled) {
            EXPECT_TRUE(decision.measure.empty()) << "invariant 9";
        }
        std::set<AppId> frozen;
        for (const Action &action : decision.actions) {
            m_story.push_back("    " + said(action));
            if (std::holds_alternative<action::Freeze>(action.what))
                frozen.insert(action.app);
            check_action(desk.session, action);
        }
        EXPECT_LE(frozen.size(), 1U) << "invariant 4";
        for (const Action &action : decision.actions)
            desk.session.note(action, desk.now);
        check_wholeness();
        return decision.actions.empty();
    }

    void check_action(const Session &before, const Action &action)
    {
        EXPECT_FALSE(action.reason.empty());
        if (action.unit == UnitId{}) {
            EXPECT_TRUE(std::holds_alternative<action::ChangeLevel>(action.what) || std::holds_alternative<action::Notify>(action.what)
                        || std::holds_alternative<action::Unnotify>(action.what));
            return;
        }
        const Unit &unit = before.units.at(action.unit);
        EXPECT_EQ(action.name, unit.name());
        if (const auto *adopt = std::get_if<action::Adopt>(&action.what))
            check_adoption(before, action.unit, *adopt);
        else if (const auto *nap = std::get_if<action::SetWeights>(&action.what); nap && nap->kind == WeightKind::Nap)
            check_nap(before, action);
        else if (const auto *set = std::get_if<action::SetWeights>(&action.what))
            check_boost(before, action, set->weights);
        else if (std::holds_alternative<action::Freeze>(action.what))
            check_freeze(before, action);
        else if (const auto *close = std::get_if<action::Close>(&action.what))
            check_close(before, action, close->windows);
        else if (const auto *slice = std::get_if<action::Reclaim>(&action.what); slice && slice->from == ReclaimFrom::Background)
            check_slice(before, action, *slice);
        else if (const auto *thaw = std::get_if<action::Thaw>(&action.what))
            check_thaw(before, action, thaw->cause);
    }

    void check_thaw(const Session &before, const Action &action, ThawCause cause)
    {
        m_may_freeze.erase(action.app);
        const Lease &lease = before.leases.at(action.unit);
        if (cause == ThawCause::NeverSettled && lease.cause == FreezeCause::Pressure) {
            EXPECT_NE(before.level, Level::Critical) << "a slow disk is waited for";
        }
        if (cause == ThawCause::Calm && !lease.in_turn) {
            EXPECT_TRUE(std::ranges::none_of(before.leases, [&](const auto &other) {
                const Lease &innocent = other.second;
                return innocent.in_turn && innocent.app != lease.app && !innocent.ended && innocent.reclaimed == 0 && innocent.since < lease.since
                    && before.offences.at(innocent.app).count == 1;
            })) << "who was to blame for nothing goes on first";
        }
    }

    /// A half of an app that stands still hangs the other half.
    void check_wholeness() const
    {
        const Session &session = desk.session;
        for (const auto &[id, unit] : session.units) {
            const bool is_frozen = session.leases.contains(id);
            for (const auto &[other, lease] : session.leases) {
                if (lease.app == unit.app)
                    EXPECT_TRUE(is_frozen) << unit.name() << " runs, and the rest of its app doesn't";
            }
        }
    }

    /// An oracle of its own: whoever can be reached by ties, as the events told them, from unit to unit that may hold apps. Kinship has no code in it.
    void check_kinship() const
    {
        const auto is_tab = [](const Unit &unit) { return unit.full_path.contains("/vte-spawn-") || unit.full_path.contains("/tab("); };
        const auto may = [&](UnitId id) {
            const auto unit = desk.session.units.find(id);
            const auto *launchers = "org.kde.krunner rofi";
            return unit != desk.session.units.end() && placement(unit->second) == Placement::OwnUnit && !is_tab(unit->second)
                && (unit->second.own_app.empty() || !std::string_view{launchers}.contains(unit->second.own_app));
        };
        for (const auto &[from, ties] : m_ties) {
            for (const Tie &tie : ties) {
                if (tie.kind != TieKind::SameProgram || !may(from) || !may(tie.other))
                    continue;
                EXPECT_EQ(desk.session.units.at(from).app, desk.session.units.at(tie.other).app) << "one program is one app";
            }
        }
        for (const auto &[id, unit] : desk.session.units) {
            const bool has_tie = std::ranges::any_of(m_ties, [&](const auto &entry) {
                return (entry.first == id && !entry.second.empty()) || std::ranges::any_of(entry.second, [&](const Tie &tie) { return tie.other == id; });
            });
            if (!has_tie || is_tab(unit))
                EXPECT_EQ(unit.app, unit.own_app) << "nothing ties it to anything";
        }
    }

    static void check_adoption(const Session &before, UnitId from, const action::Adopt &adopt)
    {
        const Unit &source = before.units.at(from);
        EXPECT_TRUE(placement(source) == Placement::StraySource || placement(source) == Placement::OwnUnit || is_part_of_session(before, from))
            << "invariant 3: " << source.name();
        EXPECT_FALSE(before.desktop.contains(adopt.leader)) << "invariant 3: the desktop stays where it is";
        EXPECT_FALSE(before.adopting.contains(adopt.leader));
        EXPECT_FALSE(before.process_refusals.contains(adopt.leader));
        EXPECT_NE(adopt.leader.pid, source.main_pid.value()) << "invariant 7: an unknown main process may be anybody";
    }

    static void check_close(const Session &before, const Action &action, const std::vector<WindowId> &windows)
    {
        EXPECT_TRUE(before.close_asked.contains(action.app)) << "nobody wanted it";
        std::vector<WindowId> known;
        for (const Window *window : before.windows_of(action.app))
            known.push_back(window->id);
        EXPECT_EQ(windows, known) << "its windows and all of them; without one it is told to end";
    }

    static void check_boost(const Session &before, const Action &action, const Weights &weights)
    {
        const Unit &unit = before.units.at(action.unit);
        const auto &members = unit.is_slice ? before.members.at(unit.path.slices) : std::set{action.unit};
        for (const UnitId member : members) {
            EXPECT_EQ(before.units.at(member).app, action.app) << "a shared slice is left alone";
            EXPECT_EQ(exempt(before, member), std::nullopt) << "invariant 3";
        }
        EXPECT_TRUE(weights.cpu || weights.io);
        EXPECT_TRUE(!weights.cpu || before.capability(Capability::CpuWeight).available) << "invariant 7";
        EXPECT_TRUE(!weights.io || before.capability(Capability::IoWeight).available) << "invariant 7";
    }

    void check_freeze(const Session &before, const Action &action)
    {
        EXPECT_EQ(exempt(before, action.unit), std::nullopt) << "invariant 3";
        if (std::get<action::Freeze>(action.what).cause == FreezeCause::Pressure) {
            check_freeze_under_pressure(before, action);
        } else {
            EXPECT_TRUE(m_may_freeze.contains(action.app)) << "invariant 2: nobody asked since it was thawed";
        }
        EXPECT_NE(before.focused_app(), action.app);
        EXPECT_FALSE(before.ending);
        EXPECT_EQ(runs_stream(before, action.app), std::nullopt) << "who is heard is never frozen";
        for (const Capability needed : {Capability::Freeze, Capability::RecordFrozen})
            EXPECT_TRUE(before.capability(needed).available) << "invariant 7";
    }

    void check_freeze_under_pressure(const Session &before, const Action &action) const
    {
        EXPECT_EQ(left_alone(before, desk.config, action.app, desk.now), std::nullopt) << "invariant 3";
        EXPECT_FALSE(before.holds.contains(action.app)) << "invariant 2: a hold outranks policy";
        EXPECT_FALSE(before.thawed_by_user.contains(action.app) && desk.now < before.thawed_by_user.at(action.app) + desk.config.freezing.user_thaw_spares)
            << "invariant 2: the user outranks policy";
        EXPECT_TRUE(before.pressure.memory(desk.now)) << "invariant 7: room that isn't known isn't none";
        const UnitUse *use = before.pressure.use(action.unit);
        EXPECT_TRUE(use && !use->let_be);
        EXPECT_TRUE(before.visibility_known || (before.front_known && desk.now >= *before.front_known + desk.config.freezing.unfocused_for))
            << "invariant 7: it may be in front";
        const auto front = m_in_front.find(action.unit);
        EXPECT_TRUE(desk.config.rule(action.app) == AppRule::Eager || front == m_in_front.end()
                    || desk.now >= front->second + desk.config.freezing.unfocused_for)
            << "what was in front a moment ago, however it left";
        EXPECT_EQ(on_duty(before, action.app), std::nullopt);
        EXPECT_EQ(found_on_duty(before, action.unit, desk.now), std::nullopt);
        if (std::get<action::Freeze>(action.what).in_turn)
            check_freeze_in_turn(before, action);
    }

    void check_freeze_in_turn(const Session &before, const Action &action) const
    {
        EXPECT_FALSE(std::get<action::Freeze>(action.what).grew) << "nobody is to blame";
        EXPECT_TRUE(before.visibility_known) << "invariant 7: what isn't known to be hidden isn't";
        check_out_of_sight(before, action.app);
        const MemoryLevel memory = before.pressure.memory(desk.now).value();
        EXPECT_LT(4 * before.pressure.slack(desk.now).value(), memory.total) << "there is enough memory";
        for (const auto &[unit, lease] : before.leases) {
            if (lease.cause == FreezeCause::Pressure) {
                EXPECT_GE(desk.now, lease.since + desk.config.freezing.between_freezes) << "the last one must have had its effect";
            }
        }
    }

    void check_nap(const Session &before, const Action &action) const
    {
        EXPECT_EQ(protect_audible(before, desk.config, action.app, desk.now), std::nullopt) << "who is heard keeps his weight";
        EXPECT_EQ(exempt(before, action.unit), std::nullopt) << "invariant 3";
        EXPECT_NE(before.focused_app(), action.app);
        EXPECT_TRUE(is_hidden(before, action.app).value_or(false)) << "invariant 7: what isn't known to be hidden isn't";
        check_out_of_sight(before, action.app);
        EXPECT_FALSE(before.holds.contains(action.app)) << "invariant 2";
    }

    /// On both outputs.
    void check_out_of_sight(const Session &before, const AppId &app) const
    {
        for (const auto &[id, unit] : before.units)
            EXPECT_TRUE(unit.app != app || !m_told.shows(id)) << unit.name() << " has a window that can be seen";
    }

    void check_slice(const Session &before, const Action &action, const action::Reclaim &slice) const
    {
        EXPECT_TRUE(desk.config.gentle.enabled) << "nobody wants it";
        EXPECT_EQ(left_alone(before, desk.config, action.app, desk.now), std::nullopt) << "invariants 2 and 3";
        EXPECT_EQ(exempt(before, action.unit), std::nullopt) << "invariant 3";
        EXPECT_NE(before.focused_app(), action.app);
        EXPECT_TRUE(is_hidden(before, action.app).value_or(false)) << "invariant 7: what isn't known to be hidden isn't";
        check_out_of_sight(before, action.app);
        EXPECT_EQ(before.on_battery, std::optional{false}) << "invariant 7: it may be on battery";
        EXPECT_TRUE(before.partings.empty() && !before.ending && !before.leases.contains(action.unit));
        const WorkingSet &set = before.working_sets.at(action.unit);
        EXPECT_LT(set.stalled().value() * 100, desk.config.gentle.target) << "invariant 7: stalls that aren't known aren't none";
        EXPECT_GE(set.current().value() - slice.bytes, desk.config.gentle.least);
        EXPECT_LE(static_cast<double>(slice.bytes) * 100, static_cast<double>(*set.current()) * desk.config.gentle.share);
        EXPECT_FALSE(set.let_be());
        const auto &swap = before.swap.value().memory.value();
        EXPECT_GE(100.0 * static_cast<double>(swap.swap_free), desk.config.reclaim.swap_reserve * static_cast<double>(swap.swap_total));
        EXPECT_GT(swap.swap_total, 0U);
        EXPECT_LE(before.swap->out_a_second.value(), static_cast<double>(desk.config.gentle.swap_out));
    }

    /// Nothing in force that speaks against what has just happened, nor against anything else.
    void check_rest(const Event &event)
    {
        const Session &session = desk.session;
        for (const auto &[unit, lease] : session.leases) {
            EXPECT_EQ(thaw_wanted(session, desk.config, unit, desk.now), std::nullopt) << "invariant 2";
            EXPECT_NE(session.focused_app(), lease.app) << "invariant 2";
            EXPECT_EQ(runs_stream(session, lease.app), std::nullopt) << "who is heard is never frozen";
            EXPECT_EQ(exempt(session, unit), std::nullopt) << "invariant 3";
            const auto *thaw = std::get_if<event::ThawAsked>(&event);
            EXPECT_TRUE(!thaw || (thaw->app && *thaw->app != lease.app)) << "invariant 2: the user outranks policy";
            const auto *launched = std::get_if<event::AppLaunched>(&event);
            EXPECT_TRUE(!launched || launched->app != lease.app) << "invariant 2";
            const auto *starting = std::get_if<event::AppStarting>(&event);
            EXPECT_TRUE(!starting || starting->app != lease.app) << "invariant 2";
        }
        for (const auto &[unit, boost] : session.weights)
            EXPECT_TRUE(session.units.contains(unit));
    }

    /// Each index says the same as what it is an index of.
    void check_books() const
    {
        const Session &session = desk.session;
        std::size_t of_apps = 0;
        std::size_t in_slices = 0;
        for (const auto &[app, units] : session.by_app) {
            of_apps += units.size();
            EXPECT_TRUE(std::ranges::all_of(units, [&](UnitId id) { return session.units.at(id).app == app; }));
        }
        for (const auto &[path, units] : session.members)
            in_slices += units.size();
        EXPECT_EQ(in_slices, static_cast<std::size_t>(std::ranges::count_if(session.units, [](const auto &u) { return !u.second.is_inside(); })));
        EXPECT_EQ(of_apps, static_cast<std::size_t>(std::ranges::count_if(session.units, [](const auto &u) { return !u.second.app.empty(); })));
        if (session.focus) {
            const auto *window = std::get_if<WindowId>(&*session.focus);
            EXPECT_TRUE(window ? session.windows.contains(*window) : session.units.contains(std::get<UnitId>(*session.focus)));
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

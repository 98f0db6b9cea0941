// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"
#include "random_outputs.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <format>
#include <random>

// Random sessions on a machine that runs short: apps of several units, units that become part of
// another app, and two outputs that change desktops. A separate world knows what is right: it
// tracks which units are tied and where each window is. It shares no code with the model.
namespace headroom {

namespace {

using namespace seen;

#ifdef NDEBUG
constexpr std::uint64_t sessions = 400;
#else
constexpr std::uint64_t sessions = 10;
#endif
constexpr std::uint64_t first_seed = 20'261'135;
constexpr int steps_each = 60;
constexpr std::size_t with_window = 5; ///< programs
constexpr std::size_t without = 5; ///< units that are a part of one of these, or of none
constexpr std::size_t desktops = 3; ///< of each output

/// What all sessions together have led to. A law that is never put to the test proves nothing.
struct Seen {
    int naps = 0;
    int freezes = 0;
    int of_several_units = 0;
    int in_turn = 0;
    int thawed_in_sight = 0;
};

class RandomShortage {
public:
    RandomShortage(std::uint64_t seed, Seen &seen)
        : m_random(static_cast<std::uint32_t>(seed)), m_seen(seen)
    {
        for (std::size_t i = 0; i < with_window; ++i) {
            m_windows.push_back(m_desk.app(std::format("org.example.P{}", i)));
            m_desk.appetites[m_windows.back().unit] = {};
            m_desk.uses(m_windows.back(), (40 + below(100)) * mib);
            put(i);
        }
        for (std::size_t i = 0; i < without; ++i) {
            m_parts.push_back(m_desk.background(std::format("org.example.Q{}", i)));
            m_parts.back().process = m_desk.process(m_parts.back().unit, "part");
            tie(i);
        }
        for (const auto *all : {&m_windows, &m_parts}) {
            for (const App &app : *all)
                m_names[app.name] = app.unit;
        }
        m_desk.turns();
        m_desk.passes(1min);
    }

    void run()
    {
        for (int i = 0; i < steps_each && !testing::Test::HasFailure(); ++i) {
            const std::set<UnitId> in_sight = units_in_sight();
            const std::set<UnitId> frozen = m_frozen;
            change();
            note(m_desk.turns());
            check_rest();
            check_what_came_into_sight(in_sight, frozen);
            note(m_desk.goes_on(std::array<Duration, 4>{300ms, 1s, 2s, 3s}[below(4)]));
            check_rest();
        }
    }

    [[nodiscard]] const Lines &story() const { return m_story; }

private:
    struct OfOther {
        UnitId other;
        TieKind kind{};
    };

    std::size_t below(std::size_t n) { return m_random() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }

    void change()
    {
        switch (below(9)) {
        case 0:
        case 1: return turn_output();
        case 2: return put(below(with_window));
        case 3: return focus(below(with_window));
        case 4: return tie(below(without));
        case 5: return load();
        case 6: return appetite();
        case 7: return m_desk.passes(1min);
        default: return;
        }
    }

    void turn_output()
    {
        const std::size_t output = below(2);
        m_outputs.turn_to(output, below(desktops));
        tell(std::format("output {} turns", output));
        while (const auto seen = m_outputs.next())
            m_desk.happens(*seen);
    }

    void put(std::size_t which)
    {
        const App &app = m_windows[which];
        m_desk.happens(m_outputs.put({.id = app.window, .process = app.process, .app_hint = app.id},
                                     below(2), below(desktops), one_in(4)));
        tell(std::format("{} is put elsewhere", app.name));
    }

    /// The focus goes only to a window that is visible.
    void focus(std::size_t which)
    {
        const App &app = m_windows[which];
        if (!m_outputs.shows(app.window))
            return;
        m_front = app.unit;
        m_desk.focus(app);
        tell(std::format("{} has the focus", app.name));
    }

    /// The unit's processes turn out to be another unit's children, or no other's.
    void tie(std::size_t which)
    {
        const UnitId part = m_parts[which].unit;
        m_ties.erase(part);
        std::vector<Tie> ties;
        if (!one_in(4)) {
            const OfOther now{one_in(4) ? m_parts[below(m_parts.size())].unit
                                        : m_windows[below(with_window)].unit,
                              one_in(5) ? TieKind::Unreadable : TieKind::SameProgram};
            if (now.other != part) {
                m_ties[part] = now;
                ties.push_back({now.other, now.kind});
            }
        }
        m_desk.happens(event::UnitTied{part, ties});
        tell(std::format("{} is tied anew", m_parts[which].name));
    }

    void load()
    {
        m_desk.load = std::array<Load, 4>{Load{}, hanging(), full(), full()}[below(4)];
        tell("another load");
    }

    void appetite()
    {
        const App &app = one_in(2) ? m_windows[below(with_window)] : m_parts[below(without)];
        Appetite &its = m_desk.appetites[app.unit];
        its.grows = its.grows > 0 ? 0 : 80 * mib;
        tell(std::format("{} {}", app.name, its.grows > 0 ? "grows" : "has enough"));
    }

    void tell(std::string line)
    {
        m_story.push_back(std::format("{} {}", m_desk.now.time_since_epoch(), std::move(line)));
    }

    /// All units that are one app with this one.
    [[nodiscard]] std::set<UnitId> whole(UnitId unit) const
    {
        std::set<UnitId> all{unit};
        for (std::size_t before = 0; before != all.size();) {
            before = all.size();
            for (const auto &[part, tie] : m_ties) {
                if (tie.kind == TieKind::SameProgram
                    && (all.contains(part) || all.contains(tie.other)))
                    all.insert({part, tie.other});
            }
        }
        return all;
    }

    [[nodiscard]] bool is_in_sight(UnitId unit) const
    {
        const auto all = whole(unit);
        return std::ranges::any_of(m_windows, [&](const App &app) {
            return all.contains(app.unit) && m_outputs.shows(app.window);
        });
    }

    [[nodiscard]] std::set<UnitId> units_in_sight() const
    {
        std::set<UnitId> all;
        for (const auto &[name, unit] : m_names) {
            if (is_in_sight(unit))
                all.insert(unit);
        }
        return all;
    }

    /// It has a parent or child in another unit whose program isn't known.
    [[nodiscard]] bool is_in_doubt(UnitId unit) const
    {
        const auto all = whole(unit);
        return std::ranges::any_of(m_ties, [&](const auto &entry) {
            const auto &[part, tie] = entry;
            return tie.kind == TieKind::Unreadable && all.contains(part) != all.contains(tie.other);
        });
    }

    void note(const Lines &lines)
    {
        for (const std::string &line : lines) {
            m_story.push_back("    " + line);
            const std::size_t space = line.find(' ');
            const std::string act = line.substr(0, space);
            const auto unit = m_names.find(line.substr(space + 1));
            if (act == "level")
                m_critical = line == "level critical";
            if (unit != m_names.end())
                acted(act, unit->second);
        }
    }

    void acted(const std::string &act, UnitId unit)
    {
        if (act == "thaw") {
            m_frozen.erase(unit);
            m_thawed.insert(unit);
        }
        if (act == "nap") {
            ++m_seen.naps;
            EXPECT_FALSE(is_in_sight(unit)) << "it is visible";
        }
        if (act != "freeze")
            return;
        ++m_seen.freezes;
        m_frozen.insert(unit);
        EXPECT_TRUE(m_critical || !is_in_sight(unit)) << "it is visible";
        EXPECT_FALSE(is_in_doubt(unit)) << "it isn't known which units belong to it";
        const Lease &lease =
            m_desk.session.leases.contains(unit) ? m_desk.session.leases.at(unit) : Lease{};
        m_seen.in_turn += lease.in_turn ? 1 : 0;
        m_seen.of_several_units += whole(unit).size() > 1 ? 1 : 0;
        EXPECT_TRUE(!lease.in_turn || !is_in_sight(unit)) << "it is visible, and is no culprit";
    }

    void check_rest() const
    {
        for (const UnitId unit : m_frozen) {
            EXPECT_TRUE(std::ranges::includes(m_frozen, whole(unit)))
                << "one part of it is frozen and another isn't";
            EXPECT_FALSE(m_front && whole(unit).contains(*m_front)) << "it has the focus";
        }
    }

    /// At critical it may be frozen again, because a culprit need not be hidden then.
    void check_what_came_into_sight(const std::set<UnitId> &in_sight,
                                    const std::set<UnitId> &frozen)
    {
        for (const UnitId unit : frozen) {
            if (in_sight.contains(unit) || !is_in_sight(unit))
                continue;
            EXPECT_TRUE(m_thawed.contains(unit)) << "it is visible again";
            EXPECT_TRUE(m_critical || !m_frozen.contains(unit)) << "it is visible again";
            ++m_seen.thawed_in_sight;
        }
        m_thawed.clear();
    }

    PressedDesk m_desk;
    std::minstd_rand m_random;
    RandomOutputs m_outputs;
    std::vector<App> m_windows;
    std::vector<App> m_parts; ///< none of them has a window
    std::map<std::string, UnitId> m_names;
    std::map<UnitId, OfOther> m_ties; ///< by a part's unit
    std::optional<UnitId> m_front;
    std::set<UnitId> m_frozen; ///< according to the actions
    std::set<UnitId> m_thawed; ///< since the last change
    bool m_critical = false;
    Seen &m_seen;
    Lines m_story;
};

TEST(RandomShortage, AppsAreWholeAndWhatIsSeenRuns)
{
    Seen seen;
    for (std::uint64_t seed = first_seed; seed < first_seed + sessions; ++seed) {
        RandomShortage session{seed, seen};
        session.run();
        if (HasFailure())
            FAIL() << "in the session of seed " << seed << ':' << listed(session.story());
    }
    std::printf("%d naps, %d freezes, %d of them of several units, %d in turn, %d thaws in sight\n",
                seen.naps, seen.freezes, seen.of_several_units, seen.in_turn, seen.thawed_in_sight);
    EXPECT_GE(seen.naps, 20);
    EXPECT_GE(seen.freezes, 20);
    EXPECT_GE(seen.of_several_units, 20);
    EXPECT_GE(seen.in_turn, 20);
    EXPECT_GE(seen.thawed_in_sight, 20);
}

} // namespace

} // namespace headroom

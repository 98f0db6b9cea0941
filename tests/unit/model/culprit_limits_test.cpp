// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/rank_culprits.h"
#include "seen.h"

#include <map>

// Culprits, exactly at each limit and one byte beside it. Each test uses two or three samples, not
// a running desk.
namespace headroom {

namespace {

using namespace seen;

constexpr TimePoint start{1000s};

/// Apps with names of one letter, and what each of their units has used.
class Machine {
public:
    Session session;
    Config config;
    std::map<std::string, UnitUse> uses; ///< by the unit's name; its first letter is the app
    std::optional<MemoryLevel> memory = MemoryLevel{.total = 1000 * mib,
                                                    .available = 500 * mib,
                                                    .active_file = 0,
                                                    .swap_total = 0,
                                                    .swap_free = 0};

    UnitUse &use(const std::string &name)
    {
        const auto [known, is_new] = uses.try_emplace(name,
                                                      UnitUse{.unit = UnitId{uses.size() + 1},
                                                              .held = 0,
                                                              .scanned = 0,
                                                              .refaults = 0,
                                                              .cpu = 0us,
                                                              .io = 0});
        if (is_new) {
            const AppId app = name.substr(0, 1);
            session.units[known->second.unit] = {.full_path = name,
                                                 .path = {.manager_uid = 1000,
                                                          .slices = {},
                                                          .unit = name,
                                                          .unit_root = {},
                                                          .below = {}},
                                                 .own_app = app,
                                                 .app = app,
                                                 .names = {},
                                                 .source_path = {},
                                                 .main_pid = {}};
            session.units[known->second.unit].appeared = start;
            session.by_app[app].insert(known->second.unit);
        }
        return known->second;
    }

    UnitId unit(const std::string &name) { return use(name).unit; }

    void look(Duration at)
    {
        PressureSample sample;
        sample.memory = memory;
        for (const auto &[name, use] : uses)
            sample.units.push_back(use);
        session.pressure.add(sample, start + at);
        m_now = start + at;
    }

    /// These apps grow by so much within two seconds.
    void grow(const std::map<std::string, std::uint64_t> &by)
    {
        for (const auto &[name, bytes] : by)
            use(name);
        look(0s);
        for (const auto &[name, bytes] : by)
            use(name).held = use(name).held.value_or(0) + bytes;
        look(2s);
    }

    [[nodiscard]] std::vector<Culprit> culprits() const
    {
        return rank_culprits(session, config, m_now);
    }
    [[nodiscard]] std::string named() const
    {
        std::string all;
        for (const Culprit &culprit : culprits())
            all += culprit.app;
        return all;
    }
    [[nodiscard]] TimePoint now() const { return m_now; }

private:
    TimePoint m_now = start;
};

std::string named(const std::map<std::string, std::uint64_t> &growth)
{
    Machine machine;
    machine.grow(growth);
    return machine.named();
}

TEST(CulpritLimits, OneWithMoreThanHalfOrTwoTogetherWithAQuarterEach)
{
    EXPECT_EQ(named({{"a", 50 * mib}, {"b", 20 * mib}, {"c", 15 * mib}, {"d", 15 * mib}}), "")
        << "half is not more than half";
    EXPECT_EQ(named({{"a", 50 * mib + 1}, {"b", 20 * mib}, {"c", 15 * mib}, {"d", 15 * mib}}), "a");
    EXPECT_EQ(
        named(
            {{"a", 30 * mib}, {"b", 25 * mib}, {"c", 15 * mib}, {"d", 15 * mib}, {"e", 15 * mib}}),
        "ab");
    EXPECT_EQ(named({{"a", 30 * mib},
                     {"b", 25 * mib - 1},
                     {"c", 15 * mib},
                     {"d", 15 * mib},
                     {"e", 15 * mib + 1}}),
              "");
    EXPECT_EQ(named({{"a", 25 * mib}, {"b", 25 * mib}, {"c", 25 * mib}, {"d", 25 * mib}}), "")
        << "two of four equal apps have half, not more";
}

TEST(CulpritLimits, SixteenMebibytesAreGrowth)
{
    EXPECT_EQ(named({{"a", 16 * mib}}), "a");
    EXPECT_EQ(named({{"a", 16 * mib - 1}}), "");
    EXPECT_EQ(named({}), "");
    Machine once;
    once.use("a").held = 500 * mib;
    once.look(0s);
    EXPECT_EQ(once.named(), "") << "one sample is not enough";
    EXPECT_EQ(culprit_search_time(once.session, once.now()), 0s);
}

TEST(CulpritLimits, WhoThrashesIsOneWithMostOfTwoThousandPages)
{
    const auto thrash = [](std::uint64_t of_a, std::uint64_t of_b) {
        Machine machine;
        machine.grow({{"a", 0}, {"b", 0}});
        machine.use("a").refaults = of_a;
        machine.use("b").refaults = of_b;
        machine.look(4s);
        EXPECT_TRUE(machine.culprits().empty() || !machine.culprits()[0].grows)
            << "it doesn't grow";
        return machine.named();
    };
    EXPECT_EQ(thrash(2000, 0), "a");
    EXPECT_EQ(thrash(1999, 0), "");
    EXPECT_EQ(thrash(2001, 2000), "a");
    EXPECT_EQ(thrash(2000, 2000), "") << "they thrash each other";
    EXPECT_EQ(thrash(0, 2000), "b");
}

TEST(CulpritLimits, AnAppIsAllItsUnits)
{
    Machine machine;
    machine.use("a1").held = 10 * mib;
    machine.use("a2").held = 20 * mib;
    machine.use("a3").held = 20 * mib;
    machine.grow({{"a1", 9 * mib}, {"a2", 7 * mib}, {"a3", 7 * mib}});
    const auto culprits = machine.culprits();
    ASSERT_EQ(culprits.size(), 1U);
    EXPECT_EQ(culprits[0].held, 73 * mib);
    EXPECT_EQ(culprits[0].unit, machine.unit("a2")) << "the first of those that hold most";
    EXPECT_EQ(culprits[0].share, 1.0);
    EXPECT_EQ(culprits[0].grows, 23 * mib / 2);
    EXPECT_EQ(machine.session.held_by("a"), 73 * mib);
    machine.use("a3").held = std::nullopt;
    machine.look(3s);
    EXPECT_EQ(machine.session.held_by("a"), std::nullopt) << "one unit's use is unknown";
    Machine empty;
    empty.use("a").held = std::nullopt;
    empty.use("a").refaults = 0;
    empty.look(0s);
    empty.use("a").refaults = 5000;
    empty.look(2s);
    ASSERT_EQ(empty.culprits().size(), 1U);
    EXPECT_EQ(empty.culprits()[0].unit, empty.unit("a")) << "also where its use is unknown";
    EXPECT_EQ(empty.culprits()[0].held, 0U);
}

TEST(CulpritLimits, HowFastIsOfTheLastSecond)
{
    Machine machine;
    machine.grow({{"a", 30 * mib}});
    machine.look(3s);
    machine.use("a").held = 40 * mib;
    machine.look(4s);
    ASSERT_EQ(machine.culprits().size(), 1U);
    EXPECT_EQ(machine.culprits()[0].grows, 10 * mib);
    EXPECT_EQ(describe(machine.culprits()[0]), "is using 40 MiB and growing by 10 MiB a second");
}

TEST(CulpritLimits, AClimbByAllThatAMachineHasLeftCountsWhateverWasGivenBack)
{
    const auto climb = [](std::uint64_t to) {
        Machine machine;
        machine.use("a").held = 300 * mib;
        machine.look(0s);
        machine.use("a").held = 50 * mib;
        machine.look(1s);
        machine.use("a").held = to;
        machine.look(2s);
        return machine.named();
    };
    EXPECT_EQ(climb(150 * mib), "a") << "a tenth of all memory";
    EXPECT_EQ(climb(150 * mib - 1), "");
}

TEST(CulpritLimits, WhatWasBeforeAFreezeOrASplitDoesNotCount)
{
    const auto named_with = [](const std::function<void(Machine &)> &happens) {
        Machine machine;
        machine.grow({{"a", 100 * mib}});
        machine.use("b");
        happens(machine);
        machine.look(4s);
        return machine.named();
    };
    EXPECT_EQ(named_with([](Machine &) {}), "a");
    EXPECT_EQ(named_with([](Machine &at) {
                  at.session.leases[at.unit("b")] = {.app = "b", .since = start + 2s};
              }),
              "");
    EXPECT_EQ(named_with([](Machine &at) {
                  at.session.leases[at.unit("b")] = {
                      .app = "b", .since = start + 2s, .in_turn = true};
              }),
              "a")
        << "that app didn't grow";
    const auto split = [](Machine &at, bool is_split) {
        at.session.units.at(at.unit("b")).is_split = is_split;
        at.session.units.at(at.unit("b")).appeared = start + 2s;
    };
    EXPECT_EQ(named_with([&](Machine &at) { split(at, true); }), "");
    EXPECT_EQ(named_with([&](Machine &at) { split(at, false); }), "a");
    EXPECT_EQ(named_with([](Machine &at) {
                  at.session.leases[at.unit("a")] = {.app = "a", .since = start - 1h};
              }),
              "")
        << "it is frozen already";
}

TEST(CulpritLimits, WhatIsLostToNoApp)
{
    const auto elsewhere = [](std::uint64_t lost, std::uint64_t by_app, bool frozen = false) {
        Machine machine;
        machine.use("a");
        if (frozen)
            machine.session.leases[machine.unit("a")] = {.app = "a", .since = start - 1h};
        machine.look(0s);
        machine.use("a").held = by_app;
        machine.memory->available -= lost;
        machine.look(2s);
        return lost_to_no_app(machine.session, machine.config, machine.now());
    };
    EXPECT_EQ(elsewhere(64 * mib, 0), 32 * mib) << "per second";
    EXPECT_EQ(elsewhere(64 * mib - 1, 0), std::nullopt) << "available memory fluctuates by itself";
    EXPECT_EQ(elsewhere(200 * mib, 100 * mib), std::nullopt) << "half is not most of it";
    EXPECT_EQ(elsewhere(200 * mib + 2, 100 * mib), 50 * mib + 1);
    EXPECT_EQ(elsewhere(200 * mib, 150 * mib), std::nullopt);
    EXPECT_EQ(elsewhere(200 * mib, 150 * mib, true), std::nullopt)
        << "what it took before it was frozen still counts as an app's";
    Machine unknown;
    unknown.look(0s);
    unknown.memory.reset();
    unknown.look(2s);
    EXPECT_EQ(lost_to_no_app(unknown.session, unknown.config, unknown.now()), std::nullopt);
    EXPECT_EQ(lost_to_no_app(Session{}, Config{}, start), std::nullopt);
}

TEST(CulpritLimits, SharesOfEachResource)
{
    Machine machine;
    machine.use("a1");
    machine.use("a2");
    machine.use("b");
    machine.look(0s);
    machine.use("a1").cpu = 1us;
    machine.use("a2").cpu = 2us;
    machine.use("b").cpu = 1us;
    machine.use("b").io = 1;
    machine.use("a1").held = 10;
    machine.memory->available -= 40;
    machine.look(2s);
    const auto of = [&](Resource resource) {
        return app_shares(machine.session, machine.config, resource, machine.now());
    };
    EXPECT_EQ(of(Resource::Cpu), (std::map<AppId, double>{{"a", 0.75}, {"b", 0.25}}));
    EXPECT_EQ(of(Resource::Io), (std::map<AppId, double>{{"a", 0}, {"b", 1}}));
    EXPECT_EQ(of(Resource::Memory), (std::map<AppId, double>{{"a", 0.25}, {"b", 0}}))
        << "of all the memory that was lost";
}

TEST(CulpritLimits, AmountsInWords)
{
    EXPECT_EQ(in_words(1023 * mib), "1023 MiB");
    EXPECT_EQ(in_words(1024 * mib), "1.0 GiB");
    EXPECT_EQ(in_words(0), "0 MiB");
    EXPECT_EQ(in_words(mib / 2 + 1), "1 MiB");
    EXPECT_EQ(in_words(6349 * mib), "6.2 GiB");
}

/// Of three apps, one thrashes. What the third holds is not known.
TEST(CulpritLimits, InFrontItIsAVictimUnlessItHoldsMoreThanAllOthers)
{
    const auto blamed = [](std::optional<std::uint64_t> in_front, std::uint64_t behind) {
        Machine machine;
        machine.use("a").held = in_front;
        machine.use("b").held = behind;
        machine.use("c").held = std::nullopt;
        machine.session.focus = InFront{machine.unit("a")};
        machine.look(0s);
        machine.use("a").refaults = 5000;
        machine.look(2s);
        return machine.named();
    };
    EXPECT_EQ(blamed(100, 100), "");
    EXPECT_EQ(blamed(101, 100), "a");
    EXPECT_EQ(blamed(std::nullopt, 1), "") << "nobody knows what it holds";
}

} // namespace

} // namespace headroom

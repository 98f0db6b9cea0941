// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/close.h"
#include "act/weight.h"
#include "parts/private_bus.h"
#include "parts/recorded_outside.h"
#include "parts/scratch.h"

#include <optional>

namespace headroom {

namespace {

constexpr const char *unit_path = "/user.slice/app.slice/app-x-1.scope";
constexpr const char *name = "app-x-1.scope";
constexpr const char *xml = R"xml(<node><interface name="org.freedesktop.systemd1.Manager">
  <method name="SetUnitProperties"><arg type="s" direction="in"/><arg type="b" direction="in"/>
    <arg type="a(sv)" direction="in"/></method>
  <method name="KillUnit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="i" direction="in"/></method>
</interface></node>)xml";
constexpr const char *service_path = "/org/freedesktop/systemd1/unit/x_2eservice";
constexpr const char *properties_xml =
    R"xml(<node><interface name="org.freedesktop.DBus.Properties">
  <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
</interface></node>)xml";
constexpr Weights boosted{.cpu = 500, .io = std::nullopt};
constexpr Weights napped{.cpu = 20, .io = std::nullopt};

/// The daemon, and a systemd that answers when the test tells it to. The test writes the weights.
class WithSystemd : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    UnitId unit;
    seen::PrivateBus bus;
    seen::FakeService systemd{bus, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", xml};
    ObjectPtr<GDBusConnection> connection = bus.connect();
    SystemdClient client{connection.get()};
    std::vector<Event> reports;
    Report report = [this](Event event) { reports.push_back(std::move(event)); };
    std::optional<WeightSetter> weights;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + unit_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        unit = dirs->open_unit(unit_path).value_or(UnitId{});
        weights.emplace(*dirs, client, report);
        systemd.serve(service_path, properties_xml);
    }

    void boost() { weights->set(unit, name, boosted, WeightKind::Boost); }
    void nap() { weights->set(unit, name, napped, WeightKind::Nap); }
    void in_force(int weight)
    {
        scratch.file(std::string{"root"} + unit_path + "/cpu.weight", std::format("{}\n", weight));
    }
    bool marked() { return dirs->find(unit)->mark(mark::weights).has_value(); }

    /// Waits until all pending messages have arrived.
    void settle()
    {
        for (int i = 0; i < 2; ++i) {
            seen::settle(connection.get());
            systemd.settle();
        }
        seen::settle(connection.get());
    }
    void succeed(std::size_t call)
    {
        ASSERT_TRUE(systemd.await_calls(call + 1));
        systemd.reply(call, g_variant_new("()"));
        settle();
    }
    void fail(std::size_t call)
    {
        ASSERT_TRUE(systemd.await_calls(call + 1));
        systemd.fail(call, "no");
        settle();
    }
    void unanswered(std::size_t call)
    {
        ASSERT_TRUE(systemd.await_calls(call + 1));
        systemd.leave_unanswered(call);
        settle();
    }
    /// Answers which weights a service has that has ended. 0 for "not set".
    void kept(std::size_t call, std::uint64_t cpu, std::uint64_t io = 0)
    {
        ASSERT_TRUE(systemd.await_calls(call + 1));
        ASSERT_EQ(systemd.calls[call].method, "GetAll");
        const auto value = [](std::uint64_t weight) { return weight == 0 ? UINT64_MAX : weight; };
        systemd.reply(call,
                      g_variant_new_parsed("({'CPUWeight': <%t>, 'IOWeight': <%t>},)", value(cpu),
                                           value(io)));
        settle();
    }
    void end()
    {
        dirs->forget(unit);
        weights->forget(unit);
    }
    /// The next unit of a service. Its cgroup has the weight that systemd keeps.
    UnitId next(int weight)
    {
        const std::string path = "/user.slice/app.slice/x.service";
        scratch.cgroup("root" + path);
        scratch.file("root" + path + "/cpu.weight", std::format("{}\n", weight));
        return dirs->open_unit(path).value_or(UnitId{});
    }
    /// The CPU weights that were requested, 0 for "not set".
    std::vector<std::uint64_t> asked()
    {
        std::vector<std::uint64_t> found;
        for (const auto &call : systemd.calls) {
            if (call.method == "GetAll")
                continue;
            const VariantPtr properties{g_variant_get_child_value(call.arguments.get(), 2)};
            const char *property = nullptr;
            GVariant *value = nullptr;
            g_variant_get_child(properties.get(), 0, "(&sv)", &property, &value);
            const VariantPtr owned{value};
            EXPECT_STREQ(property, "CPUWeight");
            const auto weight = g_variant_get_uint64(value);
            found.push_back(weight == UINT64_MAX ? 0 : weight);
        }
        return found;
    }
    /// The IOWeight= that the call has requested; nullopt: it had none.
    std::optional<std::uint64_t> of_the_disk(std::size_t call)
    {
        const VariantPtr properties{
            g_variant_get_child_value(systemd.calls[call].arguments.get(), 2)};
        for (gsize i = 0; i < g_variant_n_children(properties.get()); ++i) {
            const char *property = nullptr;
            GVariant *value = nullptr;
            g_variant_get_child(properties.get(), i, "(&sv)", &property, &value);
            const VariantPtr owned{value};
            if (std::string_view{property} == "IOWeight")
                return g_variant_get_uint64(value);
        }
        return std::nullopt;
    }
    [[nodiscard]] std::string refused(std::size_t which) const
    {
        const auto &refusal = std::get<event::ActRefused>(reports.at(which));
        EXPECT_EQ(refusal.unit, unit);
        return std::string{name_of(refusal.action)} + ": " + refusal.sentence;
    }
};

using Weighting = WithSystemd;

TEST_F(Weighting, WeightsAreSetAndUnset)
{
    boost();
    EXPECT_TRUE(marked()) << "before systemd is called";
    EXPECT_FALSE(weights->is_idle());
    EXPECT_TRUE(weights->has_set(unit)) << "an answer to a sweep must not remove that mark";
    succeed(0);
    EXPECT_TRUE(weights->is_idle());
    in_force(500);
    weights->unset(unit, name);
    succeed(1);
    EXPECT_FALSE(marked());
    EXPECT_FALSE(weights->has_set(unit));
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 0}));
    EXPECT_TRUE(reports.empty());
}

/// systemd answers before it writes. So an old weight doesn't mean that another program set it.
TEST_F(Weighting, ANapThatBecomesABoostUnderWayEndsAsOne)
{
    nap();
    ASSERT_TRUE(systemd.await_calls(1));
    boost();
    settle();
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20})) << "one call at a time";
    succeed(0);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 500}));
    nap();
    in_force(20); // from the first call, by now
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 500, 20}));
    succeed(2);
    EXPECT_EQ(asked().size(), 3U);
    EXPECT_TRUE(weights->is_idle());
    EXPECT_TRUE(reports.empty());
}

TEST_F(Weighting, WhatEndsUnderWayIsUnset)
{
    nap();
    ASSERT_TRUE(systemd.await_calls(1));
    weights->unset(unit, name);
    succeed(0);
    EXPECT_TRUE(marked());
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 0}));
    EXPECT_FALSE(marked());
}

TEST_F(Weighting, AFailureOfWhatIsNoLongerWantedIsNone)
{
    nap();
    ASSERT_TRUE(systemd.await_calls(1));
    boost();
    fail(0);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 500}));
    succeed(1);
    EXPECT_TRUE(marked());
    EXPECT_TRUE(reports.empty());
}

TEST_F(Weighting, ARefusalSaysWhatWasRefused)
{
    nap();
    fail(0);
    EXPECT_EQ(refused(0), "nap: asking systemd for SetUnitProperties: no");
    EXPECT_FALSE(marked());
    boost();
    fail(1);
    EXPECT_EQ(refused(1), "boost: asking systemd for SetUnitProperties: no");
    EXPECT_EQ(reports.size(), 2U);
}

TEST_F(Weighting, Invariant8SomebodyElsesWeightUnderWayIsLeftAlone)
{
    nap();
    ASSERT_TRUE(systemd.await_calls(1));
    boost();
    in_force(300);
    succeed(0);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20}));
    EXPECT_EQ(refused(0), "boost: another program has set its weights, or they can't be read");
    EXPECT_FALSE(marked());
}

TEST_F(Weighting, Invariant8AWeightThatCantBeReadMayBeSomebodyElses)
{
    const std::string file = std::string{"root"} + unit_path + "/cpu.weight";
    std::filesystem::remove(scratch.path(file));
    scratch.dir(file); // it can be opened, and not read
    boost();
    settle();
    EXPECT_EQ(refused(0), "boost: another program has set its weights, or they can't be read");
    EXPECT_FALSE(marked());
    std::filesystem::remove(scratch.path(file));
    boost();
    succeed(0);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500})) << "there is no controller yet";
}

TEST_F(Weighting, AUnitThatVanishesIsForgotten)
{
    boost();
    succeed(0);
    weights->forget(unit);
    boost();
    settle();
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 500})) << "nothing of it is remembered";

    dirs->forget(unit);
    weights->forget(unit);
    nap();
    fail(1);
    EXPECT_TRUE(weights->is_idle());
    EXPECT_EQ(asked().size(), 2U);
    EXPECT_TRUE(reports.empty()) << "the unit is gone, so there is nothing to refuse";
}

TEST_F(Weighting, OnlyWhatWasSetIsUnset)
{
    boost();
    succeed(0);
    in_force(500);
    weights->unset(unit, name);
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 0}));
    EXPECT_EQ(of_the_disk(1), std::nullopt) << "it may be somebody else's";
}

/// The disk's scheduler has changed meanwhile, and ignores weights.
TEST_F(Weighting, AWeightThatIsNoLongerWantedIsUnsetWithTheNext)
{
    weights->set(unit, name, {.cpu = 20, .io = 20}, WeightKind::Nap);
    succeed(0);
    in_force(20);
    boost();
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 500}));
    EXPECT_EQ(of_the_disk(1), UINT64_MAX);
}

TEST_F(Weighting, AWeightOfAnEarlierDaemonIsUnsetWithTheNext)
{
    in_force(20);
    ASSERT_TRUE(dirs->find(unit)->set_mark(mark::weights, "cpu=20 io=20"));
    boost();
    succeed(0);
    EXPECT_EQ(of_the_disk(0), UINT64_MAX);
}

TEST_F(Weighting, WhatAnEarlierDaemonHasLeftIsUnsetLater)
{
    in_force(20);
    ASSERT_TRUE(dirs->find(unit)->set_mark(mark::weights, "cpu=20"));
    weights->between_tries_ms = 1;
    weights->unset_left(unit, "systemd did not answer");
    EXPECT_TRUE(marked());
    unanswered(0);
    EXPECT_TRUE(marked());
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{0, 0}));
    EXPECT_FALSE(marked());
    EXPECT_FALSE(weights->has_set(unit));
    EXPECT_TRUE(reports.empty());
}

TEST_F(Weighting, WhatAnEarlierDaemonHasLeftIsNotUnsetOnceItIsSetAnew)
{
    weights->between_tries_ms = 1;
    boost();
    weights->unset_left(unit, "systemd did not answer");
    succeed(0);
    dirs->forget(unit);
    weights->forget(unit);
    weights->unset_left(unit, "systemd did not answer");
    settle();
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500})) << "and then the unit has ended";
}

/// systemd keeps the value of a service that has a file.
TEST_F(Weighting, AServiceThatVanishesLeavesNothingToTheNextOfItsName)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    EXPECT_FALSE(weights->is_idle());
    kept(1, 500);
    EXPECT_FALSE(weights->is_idle());
    succeed(2);
    EXPECT_TRUE(weights->is_idle());
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 0}));
    EXPECT_TRUE(reports.empty());
}

/// It has no name any more.
TEST_F(Weighting, ATransientServiceThatVanishesLeavesNothing)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    kept(1, 0);
    EXPECT_TRUE(weights->is_idle());
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500}));
}

TEST_F(Weighting, AServiceThatVanishesUnasked)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    fail(1);
    EXPECT_TRUE(weights->is_idle());
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500})) << "what it has is not known";
}

TEST_F(Weighting, Invariant8AServiceThatVanishesKeepsWhatAnotherProgramHasSetSince)
{
    weights->set(unit, "x.service", {.cpu = 500, .io = 400}, WeightKind::Boost);
    succeed(0);
    end();
    kept(1, 300, 400);
    succeed(2);
    EXPECT_EQ(of_the_disk(2), UINT64_MAX);
    const CharPtr call{g_variant_print(systemd.calls.at(2).arguments.get(), FALSE)};
    EXPECT_THAT(call.get(), testing::Not(testing::HasSubstr("CPUWeight")));
    EXPECT_TRUE(weights->is_idle());
}

/// The cgroup is removed before systemd's signal arrives. What systemd keeps is then not known.
TEST_F(Weighting, Invariant8AServiceWhoseCgroupIsRemovedKeepsWhatAnotherProgramHasSetSince)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    std::filesystem::remove_all(scratch.path(std::string{"root"} + unit_path));
    weights->unset(unit, "x.service");
    kept(1, 300);
    end();
    settle();
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500}));
    EXPECT_TRUE(weights->is_idle());
}

TEST_F(Weighting, Invariant8SystemdMayStillKeepTheWeightBeforeTheLast)
{
    weights->set(unit, "x.service", napped, WeightKind::Nap);
    succeed(0);
    in_force(20);
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(1);
    end();
    kept(2, 20);
    succeed(3);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 500, 0}));
}

TEST_F(Weighting, TheNextServiceOfThatNameKeepsItsBoost)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    ASSERT_TRUE(systemd.await_calls(2));
    const UnitId restarted = next(500);
    weights->set(restarted, "x.service", boosted, WeightKind::Boost);
    ASSERT_TRUE(systemd.await_calls(3)) << "500 is no other program's";
    kept(1, 500);
    succeed(2);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 500}));
    EXPECT_TRUE(weights->has_set(restarted));
    EXPECT_TRUE(weights->is_idle());
    EXPECT_TRUE(reports.empty());
}

TEST_F(Weighting, AServiceThatVanishesLeavesNothingIfTheNextIsRefused)
{
    weights->between_tries_ms = 1;
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    ASSERT_TRUE(systemd.await_calls(2));
    weights->set(next(500), "x.service", boosted, WeightKind::Boost);
    ASSERT_TRUE(systemd.await_calls(3));
    kept(1, 500);
    fail(2);
    EXPECT_EQ(reports.size(), 1U);
    kept(3, 500);
    succeed(4);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 500, 0}));
    EXPECT_TRUE(weights->is_idle());
}

TEST_F(Weighting, Invariant8TheNextServiceOfThatNameMayHaveAnotherProgramsWeight)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    weights->set(next(300), "x.service", boosted, WeightKind::Boost);
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).sentence,
              "another program has set its weights, or they can't be read");
    kept(1, 300);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500}));
}

TEST_F(Weighting, WhatSystemdKeepsIsUnsetLaterIfItFails)
{
    weights->between_tries_ms = 1;
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    unanswered(1);
    kept(2, 500);
    fail(3);
    kept(4, 500);
    succeed(5);
    EXPECT_TRUE(weights->is_idle());
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 0, 0}));
}

TEST_F(Weighting, WhatSystemdKeepsIsAskedForSixTimes)
{
    weights->between_tries_ms = 1;
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    for (std::size_t call = 1; call <= 6; ++call)
        unanswered(call);
    EXPECT_TRUE(seen::becomes_quiet());
    settle();
    EXPECT_EQ(systemd.calls.size(), 7U);
}

TEST_F(Weighting, WhatSystemdNoLongerKnowsIsNotAskedForAgain)
{
    weights->between_tries_ms = 1;
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    succeed(0);
    end();
    kept(1, 500);
    ASSERT_TRUE(systemd.await_calls(3));
    g_dbus_method_invocation_return_dbus_error(
        std::exchange(systemd.calls.at(2).invocation, nullptr),
        "org.freedesktop.systemd1.NoSuchUnit", "Unit x.service not loaded.");
    settle();
    EXPECT_TRUE(seen::becomes_quiet());
    settle();
    EXPECT_EQ(systemd.calls.size(), 3U);
    EXPECT_TRUE(weights->is_idle());
}

TEST_F(Weighting, AServiceThatVanishesUnderWayLeavesNothing)
{
    weights->set(unit, "x.service", boosted, WeightKind::Boost);
    ASSERT_TRUE(systemd.await_calls(1));
    end();
    succeed(0);
    kept(1, 500);
    succeed(2);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 0}));
    EXPECT_TRUE(weights->is_idle());
}

TEST_F(Weighting, Invariant8WhatIsNotUnsetForLackOfAnAnswerStaysOurs)
{
    nap();
    succeed(0);
    in_force(20);
    weights->unset(unit, name);
    unanswered(1);
    EXPECT_TRUE(marked()) << "the sweep must find it";
    boost();
    succeed(2);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 0, 500})) << "20 is no other program's";
    EXPECT_TRUE(reports.empty());
    EXPECT_TRUE(marked());
}

TEST_F(Weighting, Invariant8WhatIsSetAfterAllIsUnset)
{
    weights->between_tries_ms = 1;
    boost();
    unanswered(0);
    EXPECT_EQ(refused(0), "boost: asking systemd for SetUnitProperties: it left");
    EXPECT_TRUE(marked());
    in_force(500); // systemd had the call in its queue
    succeed(1);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{500, 0}));
    EXPECT_FALSE(marked());
    EXPECT_TRUE(weights->is_idle());
    EXPECT_EQ(reports.size(), 1U);
}

TEST_F(Weighting, Invariant8AfterSixTriesItIsLeftToTheSweep)
{
    weights->between_tries_ms = 1;
    nap();
    succeed(0);
    in_force(20);
    weights->unset(unit, name);
    for (std::size_t call = 1; call <= 6; ++call)
        unanswered(call);
    EXPECT_EQ(asked().size(), 7U);
    EXPECT_TRUE(marked());
    nap();
    succeed(7);
    EXPECT_TRUE(reports.empty()) << "by the mark, 20 is still ours";
}

/// It closes its connection to re-execute itself.
TEST_F(Weighting, Invariant8WhileSystemdIsNotOnTheBusNothingIsGivenUp)
{
    seen::PrivateBus empty;
    const auto alone = empty.connect();
    const SystemdClient nobody{alone.get()};
    weights.emplace(*dirs, nobody, report);
    boost();
    for (int i = 0; i < 2; ++i)
        seen::settle(alone.get());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_THAT(refused(0), testing::StartsWith("boost: asking systemd for SetUnitProperties: "));
    EXPECT_TRUE(marked()) << "it is tried again, and then left to the sweep";
    weights.reset();
}

TEST_F(Weighting, Invariant8OfTwoWeightsOnlyTheOneThatAnotherProgramHasSetStays)
{
    weights->set(unit, name, {.cpu = 500, .io = 400}, WeightKind::Boost);
    succeed(0);
    in_force(99);
    scratch.file(std::string{"root"} + unit_path + "/io.weight", "default 400\n");
    weights->unset(unit, name);
    ASSERT_TRUE(systemd.await_calls(2));
    EXPECT_TRUE(marked()) << "until systemd has answered";
    const CharPtr call{g_variant_print(systemd.calls.at(1).arguments.get(), FALSE)};
    EXPECT_THAT(call.get(), testing::HasSubstr("[('IOWeight', <uint64 18446744073709551615>)]"));
    succeed(1);
    EXPECT_FALSE(marked());
    EXPECT_TRUE(weights->is_idle());
}

TEST_F(Weighting, TheMarkOfANewerBoostStays)
{
    weights->set(unit, name, {.cpu = 500, .io = 400}, WeightKind::Boost);
    succeed(0);
    in_force(99);
    weights->unset(unit, name); // only the other weight is
    ASSERT_TRUE(systemd.await_calls(2));
    in_force(100);
    weights->set(unit, name, {.cpu = 500, .io = 400}, WeightKind::Boost);
    succeed(1);
    EXPECT_TRUE(marked());
    succeed(2);
    EXPECT_TRUE(marked());
    EXPECT_TRUE(weights->has_set(unit));
}

TEST_F(Weighting, Invariant8AWeightThatIsNotWrittenYetIsNoOtherPrograms)
{
    nap();
    succeed(0);
    in_force(20);
    boost();
    succeed(1); // but systemd has much to do
    weights->unset(unit, name);
    succeed(2);
    EXPECT_EQ(asked(), (std::vector<std::uint64_t>{20, 500, 0}));
    EXPECT_FALSE(marked());
}

TEST_F(Weighting, ANoteOfTwoStandsForBoth)
{
    using Noted = std::vector<Weights>;
    EXPECT_EQ(UnitWeights::noted(""), Noted{});
    EXPECT_EQ(UnitWeights::noted("1"), Noted{}) << "any program of this user can write it";
    EXPECT_EQ(UnitWeights::noted("cpu=500 io=400"), (Noted{{.cpu = 500, .io = 400}}));
    EXPECT_EQ(UnitWeights::noted("cpu=500 cpu=20 io=30"),
              (Noted{{.cpu = 500, .io = std::nullopt}, {.cpu = 20, .io = 30}}));
    EXPECT_EQ(UnitWeights::noted("io=500 io=20"),
              (Noted{{.cpu = std::nullopt, .io = 500}, {.cpu = std::nullopt, .io = 20}}));
}

class Closing : public WithSystemd {
protected:
    seen::RecordedOutside outside;

    [[nodiscard]] Closer closing()
    {
        return Closer{*dirs, ProcessTable{scratch.path("proc")}, client, outside, report};
    }
    void close(const Closer &closer, const action::Close &how)
    {
        closer.close({how, unit, name, "org.example.X", {}}, how);
    }
};

TEST_F(Closing, AnAppIsAskedToQuitAndNoMore)
{
    const Closer closer = closing();
    close(closer, {.way = CloseWay::End});
    succeed(0);
    EXPECT_EQ(systemd.calls[0].method, "KillUnit");
    EXPECT_STREQ(CharPtr{g_variant_print(systemd.calls[0].arguments.get(), FALSE)}.get(),
                 "('app-x-1.scope', 'all', 15)");
    EXPECT_EQ(systemd.calls.size(), 1U);
    EXPECT_TRUE(reports.empty());
}

TEST_F(Closing, WhatAsksForAPasswordIsNotEndedWithWhateverItIsIn)
{
    scratch.process(4711, 1, "gpg-agent", unit_path);
    scratch.file(std::string{"root"} + unit_path + "/cgroup.procs", "4711\n");
    const Closer closer = closing();
    close(closer, {.way = CloseWay::End});
    EXPECT_EQ(refused(0), "close: gpg-agent runs in app-x-1.scope, and is never ended");
    EXPECT_TRUE(systemd.calls.empty());
}

TEST_F(Closing, WindowsAreTheCompositorsToClose)
{
    const Closer closer = closing();
    close(closer, {.way = CloseWay::Windows, .windows = {"1", "2"}});
    EXPECT_EQ(outside.closed, (std::vector<WindowId>{"1", "2"}));
    EXPECT_TRUE(systemd.calls.empty()) << "unsaved work would be lost";
    EXPECT_TRUE(reports.empty());
    outside.closing = error(ErrorKind::Failed, "nobody can");
    close(closer, {.way = CloseWay::Windows, .windows = {"1"}});
    EXPECT_EQ(refused(0), "close: nobody can");
    EXPECT_TRUE(systemd.calls.empty());
}

TEST_F(Closing, AnAppQuitsByItsOwnActionAndByNoOther)
{
    constexpr const char *actions = R"xml(<node><interface name="org.gtk.Actions">
      <method name="Activate"><arg type="s" direction="in"/><arg type="av" direction="in"/>
        <arg type="a{sv}" direction="in"/></method>
    </interface></node>)xml";
    seen::FakeService app{bus, "org.example.X", "/org/example/X", actions};
    const Closer closer = closing();
    close(closer, {.way = CloseWay::Quit});
    ASSERT_TRUE(app.await_calls(1));
    EXPECT_STREQ(CharPtr{g_variant_print(app.calls[0].arguments.get(), FALSE)}.get(),
                 "('quit', [], {})");
    app.fail(0, "not now");
    EXPECT_TRUE(seen::comes_true([this] { return !reports.empty(); }));
    EXPECT_TRUE(refused(0).ends_with("not now")) << refused(0);
    EXPECT_TRUE(systemd.calls.empty());
}

TEST_F(Closing, ARefusalIsReported)
{
    {
        const Closer closer = closing();
        close(closer, {.way = CloseWay::End});
    }
    fail(0);
    EXPECT_EQ(refused(0), "close: asking systemd for KillUnit: no");
}

/// Otherwise the foreground app would keep the weight of its nap.
TEST_F(Weighting, IfANewValueIsRefusedTheOldOneDoesNotStay)
{
    nap();
    succeed(0);
    in_force(20);
    boost();
    fail(1);
    EXPECT_EQ(refused(0), "boost: asking systemd for SetUnitProperties: no");
    succeed(2);
    EXPECT_THAT(asked(), testing::ElementsAre(20, 500, 0));
    EXPECT_TRUE(weights->is_idle());
    EXPECT_FALSE(marked());
}

} // namespace

} // namespace headroom

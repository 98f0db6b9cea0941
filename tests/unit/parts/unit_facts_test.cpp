// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/unit_facts.h"

#include "parts/private_bus.h"

#include <string>
#include <vector>

namespace headroom {

namespace {

constexpr UnitId unit{7};
constexpr const char *unit_path =
    "/user.slice/user-1000.slice/user@1000.service/app.slice/x.service";
constexpr const char *object = "/org/freedesktop/systemd1/unit/x_2eservice";
constexpr const char *xml = R"xml(<node><interface name="org.freedesktop.DBus.Properties">
  <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
</interface></node>)xml";
/// As systemd lists one: path, arguments, and when it last ran.
constexpr const char *command = "('/bin/true', ['true'], false, uint64 0, uint64 0, uint64 0, "
                                "uint64 0, uint32 0, 0, 0)";

class UnitFactsTest : public testing::Test {
protected:
    seen::PrivateBus bus;
    seen::FakeService systemd{bus, "org.freedesktop.systemd1", object, xml};
    ObjectPtr<GDBusConnection> connection = bus.connect();
    SystemdClient client{connection.get()};
    std::vector<Event> events;
    UnitFacts facts{client, [this](Event event) { events.push_back(std::move(event)); }};

    /// What is reported if systemd lists these properties.
    event::UnitDescribed described(const std::string &properties)
    {
        const std::size_t call = systemd.calls.size();
        facts.request(unit, unit_path);
        EXPECT_TRUE(systemd.await_calls(call + 1));
        systemd.reply(call, g_variant_new_parsed(("({" + properties + "},)").c_str()));
        const std::size_t before = events.size();
        EXPECT_TRUE(seen::comes_true([&] { return events.size() > before; }));
        return std::get<event::UnitDescribed>(events.back());
    }

    static std::string has(const std::string &property, const std::string &commands)
    {
        return "'" + property + "': <@a(sasbttttuii) [" + commands + "]>";
    }
};

TEST_F(UnitFactsTest, AreWhatSystemdLists)
{
    const auto facts_of_unit =
        described("'Names': <['x.service', 'y.service']>, 'SourcePath': <'/x/a.desktop'>, "
                  "'MainPID': <uint32 900>");
    EXPECT_EQ(facts_of_unit.unit, unit);
    EXPECT_EQ(facts_of_unit.names, (std::vector<std::string>{"x.service", "y.service"}));
    EXPECT_EQ(facts_of_unit.source_path, "/x/a.desktop");
    EXPECT_EQ(facts_of_unit.main_pid, 900);
    EXPECT_FALSE(facts_of_unit.starts_programs);
}

TEST_F(UnitFactsTest, SystemdWillStartProgramsThatStopOrReloadTheService)
{
    for (const char *property : {"ExecReload", "ExecReloadPost", "ExecStop", "ExecStopPost"}) {
        EXPECT_TRUE(described(has(property, command)).starts_programs) << property;
        EXPECT_FALSE(described(has(property, "")).starts_programs) << property << " is empty";
    }
    for (const char *property : {"ExecCondition", "ExecStartPre", "ExecStart"})
        EXPECT_FALSE(described(has(property, command)).starts_programs)
            << property << " was started before";
}

TEST_F(UnitFactsTest, SystemdWillStartWhatFollowsTheStartUntilThatIsDone)
{
    const std::string follows = has("ExecStartPost", command) + ", 'ActiveState': ";
    EXPECT_TRUE(described(follows + "<'activating'>").starts_programs);
    EXPECT_FALSE(described(follows + "<'active'>").starts_programs);
    EXPECT_FALSE(
        described(has("ExecStartPost", "") + ", 'ActiveState': <'activating'>").starts_programs);
}

TEST_F(UnitFactsTest, OneRequestAtATimeUnlessTheFactsMayHaveChanged)
{
    facts.request_unless_pending(unit, unit_path);
    facts.request_unless_pending(unit, unit_path);
    ASSERT_TRUE(systemd.await_calls(1));
    seen::settle(connection.get());
    systemd.settle();
    EXPECT_EQ(systemd.calls.size(), 1U);
    facts.request(unit, unit_path);
    EXPECT_TRUE(systemd.await_calls(2)) << "a process has appeared since";
    systemd.fail(0, "no");
    systemd.fail(1, "no");
    seen::settle(connection.get());
    systemd.settle();
    seen::settle(connection.get());
    EXPECT_TRUE(events.empty());
    facts.request_unless_pending(unit, unit_path);
    ASSERT_TRUE(systemd.await_calls(3)) << "it isn't known yet";
    systemd.fail(2, "no");
    systemd.settle();
    seen::settle(connection.get());
}

TEST_F(UnitFactsTest, AreRequestedAgainIfSystemdHasNotAnswered)
{
    facts.request(unit, unit_path);
    ASSERT_TRUE(systemd.await_calls(1));
    systemd.fail(0, "no");
    ASSERT_TRUE(systemd.await_calls(2));
    systemd.reply(1, g_variant_new_parsed("({'MainPID': <uint32 900>},)"));
    EXPECT_TRUE(seen::comes_true([&] { return !events.empty(); }));
}

TEST_F(UnitFactsTest, SixteenAreRequestedAtATime)
{
    for (std::uint64_t i = 0; i < 20; ++i)
        facts.request(UnitId{i}, unit_path);
    ASSERT_TRUE(systemd.await_calls(16));
    seen::settle(connection.get());
    systemd.settle();
    EXPECT_EQ(systemd.calls.size(), 16U);
    systemd.reply(0, g_variant_new_parsed("({'MainPID': <uint32 900>},)"));
    EXPECT_TRUE(systemd.await_calls(17));
}

} // namespace

} // namespace headroom

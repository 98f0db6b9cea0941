// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/power.h"

#include "parts/private_bus.h"
#include "parts/scratch.h"

#include <gmock/gmock.h>

namespace headroom {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Told = std::vector<std::optional<bool>>;

/// Takes UPower's place. Requests for properties are answered by hand, like any object's calls.
/// GDBus would answer them itself, before the test could choose the values.
constexpr const char *xml =
    "<node><interface name='org.freedesktop.DBus.Properties'><method name='Get'><arg type='s' "
    "direction='in'/>"
    "<arg type='s' direction='in'/><arg type='v' direction='out'/></method><signal "
    "name='PropertiesChanged'/></interface></node>";

class Power : public testing::Test {
protected:
    seen::Scratch scratch;
    seen::PrivateBus bus;
    Told told;

    PowerWatch watch()
    {
        return {scratch.path("sys"), [this](const Event &event) {
                    told.push_back(std::get<event::PowerSeen>(event).on_battery);
                }};
    }

    void supply(const std::string &name, const std::string &type,
                const std::string &scope = {}) const
    {
        scratch.file("sys/class/power_supply/" + name + "/type", type + "\n");
        if (!scope.empty())
            scratch.file("sys/class/power_supply/" + name + "/scope", scope + "\n");
    }

    [[nodiscard]] bool comes(std::size_t count)
    {
        return seen::comes_true([&] { return told.size() >= count; });
    }
};

class UPower : public seen::FakeService {
public:
    explicit UPower(const seen::PrivateBus &bus)
        : FakeService(bus, "org.freedesktop.UPower", "/org/freedesktop/UPower", xml)
    {
        answer = [this](const Call &) { return g_variant_new("(v)", value()); };
    }
    std::function<GVariant *()> value = [] { return g_variant_new_boolean(FALSE); };
    void changes(bool on_battery)
    {
        value = [on_battery] { return g_variant_new_boolean(on_battery ? TRUE : FALSE); };
        emit("PropertiesChanged",
             g_variant_new_parsed("('org.freedesktop.UPower', @a{sv} {}, @as [])"));
    }
};

TEST_F(Power, UPowerTellsNowAndWhenItChanges)
{
    supply("BAT0", "Battery");
    UPower upower{bus};
    PowerWatch watch = this->watch();
    watch.query_upower(bus.connect());
    ASSERT_TRUE(comes(1));
    upower.changes(true);
    ASSERT_TRUE(comes(2));
    upower.changes(false);
    ASSERT_TRUE(comes(3));
    EXPECT_THAT(told, ElementsAre(false, true, false));
}

TEST_F(Power, Invariant7WhatIsNoAnswerIsNotMains)
{
    supply("BAT0", "Battery");
    UPower upower{bus};
    PowerWatch watch = this->watch();
    watch.query_upower(bus.connect());
    ASSERT_TRUE(comes(1));
    upower.value = [] { return g_variant_new_string("no"); };
    upower.emit("PropertiesChanged",
                g_variant_new_parsed("('org.freedesktop.UPower', @a{sv} {}, @as [])"));
    ASSERT_TRUE(comes(2));
    EXPECT_THAT(told, ElementsAre(false, std::nullopt));
}

TEST_F(Power, WithItsServiceItsWordIsGone)
{
    supply("BAT0", "Battery");
    PowerWatch watch = this->watch();
    {
        UPower upower{bus};
        watch.query_upower(bus.connect());
        ASSERT_TRUE(comes(1));
    }
    ASSERT_TRUE(comes(2));
    EXPECT_THAT(told, ElementsAre(false, std::nullopt));
}

TEST_F(Power, AMachineWithoutABatteryNeedsNoUPower)
{
    supply("AC", "Mains");
    supply("mouse", "Battery", "Device");
    PowerWatch watch = this->watch();
    watch.query_upower(bus.connect());
    ASSERT_TRUE(comes(1));
    EXPECT_THAT(told, ElementsAre(false));
}

TEST_F(Power, WhoNoLongerListensKnowsNothingAndIsNotWoken)
{
    PowerWatch watch = this->watch();
    watch.listen(false);
    EXPECT_TRUE(seen::is_quiet());
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(Power, BatteriesAreThoseThatFeedTheMachine)
{
    EXPECT_EQ(has_battery(scratch.path("sys")), std::nullopt) << "nothing to look into";
    scratch.dir("sys/class/power_supply");
    EXPECT_EQ(has_battery(scratch.path("sys")), false);
    supply("AC", "Mains");
    supply("headset", "Battery", "Device");
    EXPECT_EQ(has_battery(scratch.path("sys")), false);
    scratch.dir("sys/class/power_supply/odd");
    EXPECT_EQ(has_battery(scratch.path("sys")), std::nullopt) << "it may be one";
    supply("ups", "UPS");
    EXPECT_EQ(has_battery(scratch.path("sys")), true);
    scratch.file("sys/class/power_supply/ups/type", "USB\n");
    supply("BAT0", "Battery", "System");
    EXPECT_EQ(has_battery(scratch.path("sys")), true);
}

} // namespace

} // namespace headroom

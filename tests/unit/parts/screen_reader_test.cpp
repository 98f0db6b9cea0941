// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/screen_reader.h"

#include "parts/private_bus.h"

#include <optional>
#include <vector>

namespace headroom {

namespace {

using Told = std::vector<bool>;

/// Takes the place of AT-SPI's service. GDBus would answer requests for properties itself, before
/// the test could choose the values.
constexpr const char *xml =
    "<node><interface name='org.freedesktop.DBus.Properties'><method name='GetAll'><arg type='s' "
    "direction='in'/><arg type='a{sv}' direction='out'/></method><signal "
    "name='PropertiesChanged'/></interface></node>";
constexpr const char *orca_xml = "<node><interface name='org.gnome.Orca'/></node>";

class ScreenReader : public testing::Test {
protected:
    seen::PrivateBus bus;
    ObjectPtr<GDBusConnection> ours = bus.connect();
    BusPeers peers{ours.get(), "/proc", "/nowhere"};
    Told told;

    ScreenReaderWatch watch()
    {
        return {ours.get(), peers, [this](const Event &event) {
                    told.push_back(std::get<event::ScreenReaderSeen>(event).running);
                }};
    }
    [[nodiscard]] bool comes(const Told &all)
    {
        return seen::comes_true([&] { return told.size() >= all.size(); }) && told == all;
    }
};

class Launcher : public seen::FakeService {
public:
    /// status: a{sv}, as GVariant's text.
    Launcher(const seen::PrivateBus &bus, const char *status)
        : FakeService(bus, "org.a11y.Bus", "/org/a11y/bus", xml), m_status(status)
    {
        answer = [this](const Call &) {
            return m_status ? g_variant_new("(@a{sv})", g_variant_new_parsed(m_status)) : nullptr;
        };
    }
    void changes(const char *status)
    {
        m_status = status;
        emit("PropertiesChanged", g_variant_new_parsed("('org.a11y.Status', @a{sv} {}, @as [])"));
    }

private:
    const char *m_status; ///< nullptr: the test answers
};

/// Up to at-spi2-core 2.60.
constexpr const char *off = "{'IsEnabled': <true>, 'ScreenReaderEnabled': <false>}";
constexpr const char *on = "{'IsEnabled': <true>, 'ScreenReaderEnabled': <true>}";

TEST_F(ScreenReader, TheSettingIsReportedNowAndWhenItChanges)
{
    Launcher launcher{bus, on};
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(comes({true}));
    const char *interface = nullptr;
    g_variant_get(launcher.calls.at(0).arguments.get(), "(&s)", &interface);
    EXPECT_STREQ(interface, "org.a11y.Status");
    launcher.changes(off);
    ASSERT_TRUE(comes({true, false}));
    launcher.changes(on);
    ASSERT_TRUE(comes({true, false, true}));
}

TEST_F(ScreenReader, AccessibilityAloneIsNoScreenReader)
{
    Launcher launcher{bus, off};
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(launcher.await_calls(1));
    launcher.changes(off);
    ASSERT_TRUE(launcher.await_calls(2));
    launcher.changes(on);
    EXPECT_TRUE(comes({true})) << "nothing was reported before";
}

TEST_F(ScreenReader, WhereTheSettingIsGoneWhoeverListensCounts)
{
    Launcher launcher{bus, "{'IsEnabled': <false>}"};
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(launcher.await_calls(1));
    launcher.changes("{'IsEnabled': <true>}");
    ASSERT_TRUE(comes({true}));
    launcher.changes("{'IsEnabled': <false>}");
    EXPECT_TRUE(comes({true, false}));
}

TEST_F(ScreenReader, WithItsServiceItsWordIsGone)
{
    std::optional<Launcher> launcher;
    launcher.emplace(bus, on);
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(comes({true}));
    launcher.reset();
    ASSERT_TRUE(comes({true, false}));
    launcher.emplace(bus, on);
    EXPECT_TRUE(comes({true, false, true})) << "it was started again";
}

TEST_F(ScreenReader, AnErrorChangesNothing)
{
    Launcher launcher{bus, on};
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(comes({true}));
    launcher.changes(nullptr);
    ASSERT_TRUE(launcher.await_calls(2));
    launcher.fail(1, "it is busy");
    launcher.changes(on);
    ASSERT_TRUE(launcher.await_calls(3));
    launcher.settle();
    seen::settle(ours.get());
    EXPECT_EQ(told, Told{true});
}

TEST_F(ScreenReader, OnlyTheOwnersSignalsCount)
{
    Launcher launcher{bus, on};
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(comes({true}));
    const auto somebody = bus.connect();
    g_dbus_connection_emit_signal(
        somebody.get(), nullptr, "/org/a11y/bus", "org.freedesktop.DBus.Properties",
        "PropertiesChanged",
        g_variant_new_parsed("('org.a11y.Status', {'ScreenReaderEnabled': <false>}, @as [])"),
        nullptr);
    seen::settle(somebody.get());
    seen::settle(ours.get());
    launcher.settle();
    EXPECT_EQ(launcher.calls.size(), 1U) << "it isn't even asked again";
    EXPECT_EQ(told, Told{true});
}

TEST_F(ScreenReader, OrcaCountsHoweverItWasStarted)
{
    Launcher launcher{bus, off};
    std::optional<seen::FakeService> orca;
    orca.emplace(bus, "org.gnome.Orca.Service", "/org/gnome/Orca/Service", orca_xml);
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(comes({true}));
    orca.reset();
    EXPECT_TRUE(comes({true, false}));
}

TEST_F(ScreenReader, TwoReasonsAreOneReport)
{
    std::optional<seen::FakeService> orca;
    orca.emplace(bus, "org.gnome.Orca.Service", "/org/gnome/Orca/Service", orca_xml);
    const ScreenReaderWatch watch = this->watch();
    ASSERT_TRUE(comes({true}));
    Launcher launcher{bus, on};
    ASSERT_TRUE(launcher.await_calls(1));
    launcher.settle();
    seen::settle(ours.get());
    orca.reset();
    seen::settle(ours.get());
    EXPECT_EQ(told, Told{true}) << "the other one is left";
    launcher.changes(off);
    EXPECT_TRUE(comes({true, false}));
}

TEST_F(ScreenReader, WithoutEitherNothingIsReported)
{
    const ScreenReaderWatch watch = this->watch();
    seen::settle(ours.get());
    EXPECT_TRUE(told.empty());
}

} // namespace

} // namespace headroom

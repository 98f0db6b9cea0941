// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/gnome_extension.h"

#include "parts/private_bus.h"

namespace headroom {

namespace {

constexpr const char *xml = R"xml(<node><interface name="org.gnome.Shell.Extensions">
  <method name="GetExtensionInfo"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/>
    </method>
  <method name="EnableExtension"><arg type="s" direction="in"/><arg type="b" direction="out"/>
    </method>
  <signal name="ExtensionStateChanged"><arg type="s"/><arg type="a{sv}"/></signal>
</interface></node>)xml";
constexpr guint soon_ms = 2'000; // a busy machine must send the request within this time
constexpr guint never_ms = 3'600'000;
constexpr double active = 1;
constexpr double initialized = 6;

GVariant *known(bool yes)
{
    return g_variant_new("(b)", yes);
}

GVariant *info(double state)
{
    return g_variant_new_parsed("({'state': <%d>},)", state);
}

/// A Shell that answers when the test tells it to, to test times and orders. The rest is in
/// tests/bus/test_headroomd_extension.py.
class SwitchingOn : public testing::Test {
protected:
    seen::PrivateBus bus;
    ObjectPtr<GDBusConnection> connection = bus.connect();
    seen::FakeService shell{bus, "org.gnome.Shell", "/org/gnome/Shell", xml};
    /// On the heap, so that the sanitizer detects its use after its end.
    std::unique_ptr<GnomeExtension> extension;
    std::vector<std::string> answers; ///< "": it is on

    void within(guint patience)
    {
        extension = std::make_unique<GnomeExtension>(connection.get(), patience);
    }
    void ask()
    {
        extension->enable([this](const Result<void> &done) {
            answers.push_back(done ? "" : done.error().sentence);
        });
    }
    void settle()
    {
        seen::settle(connection.get());
        shell.settle();
        seen::settle(connection.get());
    }
    [[nodiscard]] std::string answer()
    {
        EXPECT_TRUE(seen::comes_true([this] { return !answers.empty(); }));
        EXPECT_EQ(answers.size(), 1U);
        return std::exchange(answers, {}).at(0);
    }
};

} // namespace

TEST_F(SwitchingOn, AShellThatNeverAnswersIsNotWaitedForLonger)
{
    within(soon_ms);
    ask();
    ASSERT_TRUE(shell.await_calls(1));
    EXPECT_EQ(answer(), "GNOME Shell did not answer within 2 s");
    shell.reply(0, known(true));
    settle();
    EXPECT_TRUE(answers.empty()) << "too late";
    EXPECT_EQ(shell.calls.size(), 1U) << "and no call follows";
}

TEST_F(SwitchingOn, OneThatTheShellNeverStartsIsSaidToBeOn)
{
    within(soon_ms);
    shell.answer = [](const auto &call) {
        return call.method == "EnableExtension" ? known(true) : info(initialized);
    };
    ask();
    EXPECT_EQ(answer(), "GNOME Shell has switched the extension on, but not started it within 2 s");
    shell.emit("ExtensionStateChanged",
               g_variant_new_parsed("('headroom@headroomd.org', {'state': <%d>})", active));
    settle();
    EXPECT_TRUE(answers.empty());
}

TEST_F(SwitchingOn, ItIsAskedAnewNextTime)
{
    within(never_ms);
    ask();
    ASSERT_TRUE(shell.await_calls(1));
    shell.fail(0, "not now");
    EXPECT_EQ(answer(), "GNOME Shell did not switch the extension on: not now");
    shell.answer = [](const auto &call) {
        return call.method == "EnableExtension" ? known(true) : info(active);
    };
    ask();
    EXPECT_EQ(answer(), "");
    EXPECT_TRUE(seen::becomes_quiet()) << "no timer is left";
}

TEST_F(SwitchingOn, WhatWasSaidBeforeItWasSwitchedOnIsNoOutcome)
{
    within(never_ms);
    ask();
    ASSERT_TRUE(shell.await_calls(1));
    shell.emit("ExtensionStateChanged",
               g_variant_new_parsed("('headroom@headroomd.org', {'state': <%d>})", active));
    settle();
    EXPECT_TRUE(answers.empty()) << "another program may just have switched it off";
    shell.reply(0, known(true));
    ASSERT_TRUE(shell.await_calls(2));
    shell.reply(1, info(initialized));
    settle();
    EXPECT_TRUE(answers.empty());
    shell.emit("ExtensionStateChanged",
               g_variant_new_parsed("('headroom@headroomd.org', {'state': <%d>})", active));
    EXPECT_EQ(answer(), "");
}

TEST_F(SwitchingOn, NobodyIsToldAfterTheEnd)
{
    within(never_ms);
    ask();
    ASSERT_TRUE(shell.await_calls(1)); // by now it listens
    extension.reset();
    shell.reply(0, known(true));
    shell.emit("ExtensionStateChanged",
               g_variant_new_parsed("('headroom@headroomd.org', {'state': <%d>})", active));
    settle();
    EXPECT_TRUE(answers.empty());
    EXPECT_TRUE(seen::becomes_quiet());
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/notify.h"
#include "parts/main_context.h"
#include "parts/private_bus.h"
#include "parts/recorded_outside.h"
#include "parts/scratch.h"

namespace headroom {

namespace {

using namespace std::string_literals;

constexpr const char *service = "org.freedesktop.Notifications";
constexpr const char *object = "/org/freedesktop/Notifications";
constexpr const char *xml = R"xml(<node><interface name="org.freedesktop.Notifications">
  <method name="Notify">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
    <arg type="u" direction="out"/>
  </method>
  <method name="CloseNotification"><arg type="u" direction="in"/></method>
</interface></node>)xml";
constexpr guint32 our_id = 41;
constexpr guint32 expired = 1;
constexpr guint32 dismissed = 2;

GVariant *number(guint32 id)
{
    return g_variant_new("(u)", id);
}

/// A notification server that returns the same id for all, since only one notification exists.
GVariant *at_once(const seen::FakeService::Call &call)
{
    return call.method == "Notify" ? number(our_id) : g_variant_new("()");
}

std::string text(const VariantPtr &value)
{
    return CharPtr{g_variant_print(value.get(), FALSE)}.get();
}

class Notifying : public testing::Test {
protected:
    seen::PrivateBus bus;
    ObjectPtr<GDBusConnection> connection = bus.connect();
    std::unique_ptr<seen::FakeService> desktop =
        std::make_unique<seen::FakeService>(bus, service, object, xml);
    std::vector<Event> reports;
    seen::RecordedOutside outside;
    BusPeers peers{connection.get(), "/proc", "/nonexistent"};
    seen::Scratch scratch;
    std::string directory = scratch.path("runtime");
    Report report = [this](Event event) { reports.push_back(std::move(event)); };
    std::optional<Notifier> notifier{std::in_place, connection.get(), peers,
                                     outside,       report,           directory};

    void SetUp() override { desktop->answer = at_once; }

    /// Waits until all messages between the daemon and the desktop have arrived.
    void settle()
    {
        for (int i = 0; i < 2; ++i) { // a message may cause one more call
            seen::settle(connection.get());
            desktop->settle();
        }
        seen::settle(connection.get());
    }

    /// Waits until the daemon has heard of it. Until then, a call to the desktop may reach the next
    /// one.
    void desktop_ends()
    {
        bool has_ended = false;
        const guint heard = g_dbus_connection_signal_subscribe(
            connection.get(), "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
            "/org/freedesktop/DBus", service, G_DBUS_SIGNAL_FLAGS_NONE,
            [](GDBusConnection *, const char *, const char *, const char *, const char *,
               GVariant *, gpointer is_over) { *static_cast<bool *>(is_over) = true; },
            &has_ended, nullptr);
        seen::settle(connection.get()); // the bus knows what is listened to
        desktop.reset();
        EXPECT_TRUE(seen::comes_true([&] { return has_ended; }));
        g_dbus_connection_signal_unsubscribe(connection.get(), heard);
        seen::settle(connection.get());
    }

    void show(const Notice &notice)
    {
        notifier->show(notice);
        settle();
    }

    /// Otherwise a signal would count only after questions to the bus and the kernel.
    void is_identified()
    {
        bool is_known = false;
        peers.identify(desktop->unique_name(), [&](const BusPeer &) { is_known = true; });
        ASSERT_TRUE(seen::comes_true([&] { return is_known; }));
    }

    void press(const char *key, guint32 id = our_id)
    {
        is_identified();
        desktop->emit("ActionInvoked", g_variant_new("(us)", id, key));
        settle();
    }

    void close(guint32 reason, guint32 id = our_id)
    {
        is_identified();
        desktop->emit("NotificationClosed", g_variant_new("(uu)", id, reason));
        settle();
    }

    std::vector<std::string> calls()
    {
        std::vector<std::string> found;
        for (const auto &call : desktop->calls)
            found.push_back(call.method + text(call.arguments));
        return found;
    }
};

/// Of the peers' processes, nothing is known: as of one in a sandbox that hides itself.
class NotifyingASandbox : public Notifying {
protected:
    BusPeers unknown{connection.get(), "/nonexistent", "/nonexistent"};

    NotifyingASandbox() { notifier.emplace(connection.get(), unknown, outside, report, directory); }
    ~NotifyingASandbox() override { notifier.reset(); }
};

const Notice firefox{.app = "firefox",
                     .title = "Memory is running short"s,
                     .text = "Firefox is using 6.2 GiB. It was not paused."s};
const Notice firefox_frozen{.app = "firefox",
                            .frozen = true,
                            .title = "Firefox was paused"s,
                            .text = "Open it to continue where it left off."s};
const Notice kate{
    .app = "org.kde.kate", .title = "Memory is running short"s, .text = "Kate is using 1.0 GiB."s};
const std::string hints = "{'urgency': <byte 0x01>, 'desktop-entry': <'org.headroomd.headroom'>, "
                          "'x-kde-appname': <'headroom'>, "
                          "'x-kde-eventId': <'memoryShort'>}";
const std::string firefox_shown =
    "Notify('Headroom', 0, 'firefox', 'Memory is running short', "
    "'Firefox is using 6.2 GiB. It was not paused.', "
    "['freeze', 'Pause', 'close', 'Close', 'never', 'Never Slow Down or Pause'], "
    + hints + ", 0)";

TEST_F(Notifying, ANoticeHasTheAppsNameForAnIconAndButtons)
{
    show(firefox);
    EXPECT_EQ(calls(), (std::vector<std::string>{firefox_shown}));
    show(firefox);
    EXPECT_EQ(calls().size(), 1U) << "it is shown already";
}

TEST_F(Notifying, WhatWouldBeRefusedIsNoButton)
{
    Notice active = firefox;
    active.may_be_frozen = false;
    show(active);
    ASSERT_EQ(calls().size(), 1U);
    EXPECT_THAT(calls()[0],
                testing::HasSubstr("['close', 'Close', 'never', 'Never Slow Down or Pause']"));
}

TEST_F(Notifying, TheNextNoticeReplacesIt)
{
    show(firefox);
    show(firefox_frozen);
    ASSERT_EQ(calls().size(), 2U);
    EXPECT_EQ(calls()[1],
              "Notify('Headroom', 41, 'firefox', 'Firefox was paused', 'Open it to "
              "continue where it left off.', "
              "['thaw', 'Resume', 'close', 'Close', 'never', 'Never Slow Down or Pause'], "
                  + hints + ", 0)");
}

TEST_F(Notifying, TheIconIsTheOneOfTheDesktopFile)
{
    Notice with_icon = firefox;
    with_icon.icon = "firefox-esr";
    show(with_icon);
    ASSERT_EQ(calls().size(), 1U);
    EXPECT_TRUE(calls()[0].starts_with("Notify('Headroom', 0, 'firefox-esr', ")) << calls()[0];
}

TEST_F(Notifying, NamesFromAnywhereAreNeitherMarkupNorInvalid)
{
    const std::string name = "<b> & \xc3\xa9\xff";
    show({.app = "a\xff",
          .title = say("title", "{} was paused", name),
          .text = say("text", "{} is using {}.", name, std::string{"1.0 GiB"})});
    ASSERT_EQ(calls().size(), 1U);
    EXPECT_TRUE(
        calls()[0].contains("'<b> & é� was paused', '&lt;b&gt; &amp; é� is using 1.0 GiB.'"))
        << calls()[0];
}

TEST_F(Notifying, ResumeBecomesAnEvent)
{
    show(firefox_frozen);
    press("thaw");
    press("default");
    press("thaw", our_id + 1);
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ThawAsked>(reports[0]).app, "firefox");
}

TEST_F(Notifying, PauseGoesToWhoeverKnowsWhetherThatIsRefused)
{
    show(firefox);
    press("freeze");
    press("freeze", our_id + 1);
    EXPECT_EQ(outside.freeze_chosen, (std::vector<AppId>{"firefox"}));
    EXPECT_TRUE(reports.empty());
}

TEST_F(NotifyingASandbox, NothingThatItReportsIsAChoiceOfTheUser)
{
    show(firefox);
    for (const char *key : {"thaw", "freeze", "close", "never"})
        press(key);
    EXPECT_THAT(outside.freeze_chosen, testing::IsEmpty());
    EXPECT_THAT(outside.close_chosen, testing::IsEmpty());
    EXPECT_THAT(outside.never_chosen, testing::IsEmpty());
    close(dismissed);
    EXPECT_TRUE(reports.empty());
}

TEST_F(Notifying, CloseGoesToWhoeverKnowsWhetherItCanBeAsked)
{
    show(firefox);
    press("close");
    press("close", our_id + 1);
    EXPECT_EQ(outside.close_chosen, (std::vector<AppId>{"firefox"}));
    EXPECT_TRUE(reports.empty());
}

TEST_F(Notifying, WhatBecameOfAWishIsToldBesideTheNotice)
{
    show(firefox);
    notifier->show_text("firefox", "Firefox", "there is <b>no</b> way");
    settle();
    ASSERT_EQ(calls().size(), 2U);
    EXPECT_EQ(
        calls()[1],
        "Notify('Headroom', 0, 'firefox', 'Firefox', 'there is &lt;b&gt;no&lt;/b&gt; way', [], "
            + hints + ", -1)");
}

TEST_F(Notifying, NeverGoesToWhoeverKeepsTheSettings)
{
    show(firefox);
    press("never");
    EXPECT_EQ(outside.never_chosen, (std::vector<AppId>{"firefox"}));
    EXPECT_TRUE(reports.empty());
}

/// The notification that the user saw counts, not the one being sent.
TEST_F(Notifying, AButtonIsAboutTheAppThatWasShown)
{
    show(firefox);
    desktop->answer = nullptr;
    show(kate);
    press("freeze");
    EXPECT_EQ(outside.freeze_chosen, (std::vector<AppId>{"firefox"}));
    desktop->reply(1, number(our_id));
    settle();
    press("freeze");
    EXPECT_EQ(outside.freeze_chosen, (std::vector<AppId>{"firefox", "org.kde.kate"}));
}

TEST_F(Notifying, WhatTheUserClosedStaysClosed)
{
    show(firefox);
    close(dismissed);
    Notice with_other_figures = firefox;
    with_other_figures.text = "Firefox is using 7.0 GiB."s;
    show(with_other_figures);
    EXPECT_EQ(calls().size(), 1U);
    show(firefox_frozen);
    ASSERT_EQ(calls().size(), 2U) << "that is news";
    EXPECT_TRUE(calls()[1].starts_with("Notify('Headroom', 0, ")) << "there is nothing to replace";
    show(kate);
    show(firefox);
    EXPECT_EQ(calls().size(), 4U) << "another one was shown in the meantime";
}

TEST_F(Notifying, AClosedOneIsNewsAgainOnceItWasOver)
{
    show(firefox);
    close(expired);
    notifier->withdraw();
    settle();
    EXPECT_EQ(calls().size(), 1U) << "there is nothing to close";
    show(firefox);
    EXPECT_EQ(calls().size(), 2U);
}

TEST_F(Notifying, SomebodyElsesClosingIsNotOurs)
{
    show(firefox);
    close(dismissed, our_id + 1);
    show(firefox_frozen);
    ASSERT_EQ(calls().size(), 2U);
    EXPECT_TRUE(calls()[1].starts_with("Notify('Headroom', 41, "));
}

/// The server has closed the notification before the next one arrives, in which only the figures
/// are new.
TEST_F(Notifying, AClosingOutranksAnUpdateThatIsOnItsWay)
{
    show(firefox);
    desktop->answer = nullptr;
    Notice with_other_figures = firefox;
    with_other_figures.text = "Firefox is using 7.0 GiB."s;
    show(with_other_figures);
    close(dismissed);
    desktop->reply(1, number(our_id + 1));
    settle();
    ASSERT_EQ(calls().size(), 3U);
    EXPECT_EQ(calls()[2], "CloseNotification(42,)") << calls()[2];
}

TEST_F(Notifying, ItIsWithdrawn)
{
    show(firefox);
    notifier->withdraw();
    settle();
    ASSERT_EQ(calls().size(), 2U);
    EXPECT_EQ(calls()[1], "CloseNotification(41,)");
    press("freeze");
    EXPECT_TRUE(outside.freeze_chosen.empty()) << "the button has no effect any more";
    notifier->withdraw();
    settle();
    EXPECT_EQ(calls().size(), 2U);
}

class NotifyingAfterACrash : public Notifying {
protected:
    /// Nothing is withdrawn, as if the daemon had been killed.
    void another_daemon_starts()
    {
        notifier.emplace(connection.get(), peers, outside, report, directory);
        notifier->close_left();
        settle();
    }
};

TEST_F(NotifyingAfterACrash, WhatWasShownIsWithdrawn)
{
    show(firefox_frozen);
    another_daemon_starts();
    ASSERT_EQ(calls().size(), 2U);
    EXPECT_EQ(calls()[1], "CloseNotification(41,)");
    another_daemon_starts();
    EXPECT_EQ(calls().size(), 2U) << "once";
}

TEST_F(NotifyingAfterACrash, WhatWasWithdrawnOrClosedIsNot)
{
    show(firefox);
    notifier->withdraw();
    settle();
    show(kate);
    close(dismissed);
    const auto before = calls();
    another_daemon_starts();
    EXPECT_EQ(calls(), before);
}

TEST_F(NotifyingAfterACrash, ItsOwnStays)
{
    show(firefox_frozen);
    notifier.emplace(connection.get(), peers, outside, report, directory);
    desktop->answer = [](const seen::FakeService::Call &) { return number(our_id + 1); };
    show(firefox);
    notifier->close_left();
    settle();
    EXPECT_EQ(calls().back(), "CloseNotification(41,)");
    another_daemon_starts();
    EXPECT_EQ(calls().back(), "CloseNotification(42,)");
}

TEST_F(NotifyingAfterACrash, AnotherServersIsNotOurs)
{
    show(firefox_frozen);
    notifier.reset(); // it would notice that the server ends
    desktop_ends();
    desktop = std::make_unique<seen::FakeService>(bus, service, object, xml);
    desktop->answer = at_once;
    another_daemon_starts();
    EXPECT_TRUE(calls().empty());
}

TEST_F(Notifying, Invariant6OnlyTheNewestWaitsForASlowDesktop)
{
    desktop->answer = nullptr;
    show(firefox);
    show(firefox_frozen);
    show(kate);
    EXPECT_EQ(calls().size(), 1U);
    desktop->reply(0, number(our_id));
    settle();
    ASSERT_EQ(calls().size(), 2U);
    EXPECT_TRUE(calls()[1].starts_with("Notify('Headroom', 41, 'org.kde.kate'")) << calls()[1];
    notifier->withdraw();
    settle();
    EXPECT_EQ(calls().size(), 2U) << "it has no id yet by which to close it";
    desktop->reply(1, number(our_id));
    settle();
    ASSERT_EQ(calls().size(), 3U);
    EXPECT_EQ(calls()[2], "CloseNotification(41,)");
}

TEST_F(Notifying, Invariant6ADesktopThatNeverAnswersHoldsNobodyUp)
{
    desktop->answer = nullptr;
    show(firefox);
    ASSERT_EQ(calls().size(), 1U);
    notifier.reset();
    desktop->reply(0, number(our_id));
    settle();
    EXPECT_TRUE(reports.empty());
    EXPECT_EQ(calls().size(), 1U);
}

/// The next server counts from the beginning.
TEST_F(Notifying, AServerThatStartsAnewShowsItAnew)
{
    show(firefox_frozen);
    desktop_ends();
    desktop = std::make_unique<seen::FakeService>(bus, service, object, xml);
    desktop->answer = [](const seen::FakeService::Call &) { return number(our_id + 7); };
    EXPECT_TRUE(desktop->await_calls(1));
    settle();
    ASSERT_EQ(calls().size(), 1U);
    EXPECT_TRUE(calls()[0].starts_with("Notify('Headroom', 0, 'firefox', 'Firefox was paused'"))
        << calls()[0];
    close(dismissed);
    notifier->withdraw();
    settle();
    EXPECT_EQ(calls().size(), 2U);
    EXPECT_EQ(calls().back(), "CloseNotification(48,)") << "the old id is somebody else's now";
}

TEST_F(Notifying, WhatIsOverMeanwhileIsNotShownByTheNextServer)
{
    show(firefox);
    desktop_ends();
    notifier->withdraw();
    desktop = std::make_unique<seen::FakeService>(bus, service, object, xml);
    desktop->answer = at_once;
    settle();
    EXPECT_TRUE(calls().empty());
    show(kate);
    ASSERT_EQ(calls().size(), 1U);
    EXPECT_TRUE(calls()[0].starts_with("Notify('Headroom', 0, 'org.kde.kate'")) << calls()[0];
}

TEST_F(Notifying, ARefusalLeavesWhatIsShown)
{
    show(firefox);
    desktop->answer = nullptr;
    show(firefox_frozen);
    desktop->fail(1, "too many in quick succession");
    settle();
    EXPECT_EQ(calls().size(), 2U) << "not tried again and again";
    press("freeze");
    EXPECT_EQ(outside.freeze_chosen.size(), 1U);
    desktop->answer = at_once;
    notifier->withdraw();
    settle();
    EXPECT_EQ(calls().back(), "CloseNotification(41,)");
}

TEST_F(Notifying, WithoutADesktopItIsSaidOnce)
{
    desktop.reset();
    testing::internal::CaptureStderr();
    notifier->show(firefox);
    seen::settle(connection.get());
    notifier->show(kate);
    seen::settle(connection.get());
    notifier->withdraw();
    const std::string said = testing::internal::GetCapturedStderr();
    const auto first = said.find("the desktop shows no notification");
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(said.find("the desktop shows no notification", first + 1), std::string::npos) << said;

    desktop = std::make_unique<seen::FakeService>(bus, service, object, xml);
    desktop->answer = at_once;
    show(firefox);
    EXPECT_EQ(calls(), (std::vector<std::string>{firefox_shown}));
}

} // namespace

} // namespace headroom

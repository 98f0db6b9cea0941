// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/on_duty.h"

#include "policy/exempt_unless_asked.h"
#include "policy/explain.h"
#include "pressed.h"

#include <functional>

namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

class OnDuty : public HiddenHog {
protected:
    const std::string was_playing = "org.example.Hog was playing media a while ago";

    OnDuty() : HiddenHog("org.example.Hog") {}

    [[nodiscard]] Duty duty(DutyKind kind) const
    {
        return {.id = "d", .kind = kind, .process = hog.process, .app_name = {}, .detail = {}};
    }
    /// By a source that reports only what the app calls itself.
    void inhibited_by(const std::string &name)
    {
        Duty inhibitor = duty(DutyKind::Inhibitor);
        inhibitor.process.reset();
        inhibitor.app_name = name;
        desk.happens(event::DutySeen{inhibitor});
    }
    void inspected(std::vector<DutyKind> found, bool readable = true)
    {
        desk.happens(event::UnitInspected{hog.unit, std::move(found), readable});
    }
};

TEST_F(OnDuty, EachDutyAlonePreventsTheFreezeAndIsNamed)
{
    for (const auto &[kind, sentence] : std::vector<std::pair<DutyKind, std::string>>{
             {DutyKind::Media, "org.example.Hog is playing media"},
             {DutyKind::TrayIcon, "org.example.Hog has an icon in the tray"},
             {DutyKind::Game, "org.example.Hog is a game registered with GameMode"},
             {DutyKind::Inhibitor, "org.example.Hog keeps the session from sleeping or ending"},
             {DutyKind::Background, "org.example.Hog was allowed to run in the background"},
             {DutyKind::Progress, "org.example.Hog shows the progress of a task"},
             {DutyKind::Clipboard, "org.example.Hog owns the clipboard"},
             {DutyKind::BusService, "org.example.Hog serves other programs over D-Bus"},
             {DutyKind::Connected, "another program is connected to org.example.Hog"},
             {DutyKind::Wine,
              "org.example.Hog runs in Wine, and other programs there may depend on it"},
             {DutyKind::LockAwaited,
              "another process waits for a file that org.example.Hog has locked"},
             {DutyKind::FileServer, "org.example.Hog serves files to others (FUSE)"},
             {DutyKind::Camera, "org.example.Hog has a camera open"},
             {DutyKind::SoundCard, "org.example.Hog has a sound card open"},
             {DutyKind::InputDevice, "org.example.Hog passes on input to other programs"},
             {DutyKind::Device, "org.example.Hog has a port, a USB device or a disk open"},
             {DutyKind::Tunnel,
              "org.example.Hog may carry the network traffic of other programs (VPN)"},
             {DutyKind::PulseClient,
              "org.example.Hog is connected to PulseAudio, and may be playing"},
             {DutyKind::OtherUser, "a program of another user runs in org.example.Hog"},
             {DutyKind::Terminal, "org.example.Hog is a terminal"},
             {DutyKind::Machine, "org.example.Hog is a virtual machine"},
             {DutyKind::OtherDisplay, "org.example.Hog has windows on another display"},
         }) {
        desk.happens(event::DutySeen{duty(kind)});
        EXPECT_THAT(desk.acts_in(1s), Not(Contains(StartsWith("freeze")))) << sentence;
        EXPECT_EQ(why(), sentence);
        EXPECT_THAT(in_english(explain(desk.session, desk.config, hog.id, desk.now)),
                    Contains(HasSubstr(sentence)));
        desk.happens(event::DutyGone{"d"});
        EXPECT_EQ(why(), std::nullopt) << sentence;
        inspected({kind});
        EXPECT_EQ(why(), sentence) << "found by inspecting";
        inspected({});
    }
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name))
        << "the counterpart: nothing prevents the freeze";
}

/// A media key is a call to the player, which a frozen one would miss.
TEST_F(OnDuty, APlayerThatWasPausedIsExemptForTenMinutes)
{
    desk.happens(event::DutySeen{duty(DutyKind::Media)});
    desk.passes(10s);
    desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    EXPECT_EQ(why(), was_playing);
    EXPECT_THAT(in_english(explain(desk.session, desk.config, hog.id, desk.now)),
                Contains(HasSubstr(was_playing)));
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(StartsWith("freeze"))));
    desk.passes(10min - 1s - 1us);
    EXPECT_EQ(why(), was_playing);
    desk.passes(1us);
    EXPECT_EQ(why(), std::nullopt);
    EXPECT_THAT(desk.acts_in(3s), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, OneThatHasStoppedOrNeverPlayedIsNone)
{
    desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    EXPECT_EQ(why(), std::nullopt) << "it was paused before Headroom started";
    desk.happens(event::DutySeen{duty(DutyKind::Media)});
    desk.passes(1min);
    desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    EXPECT_EQ(why(), was_playing);
    desk.happens(event::DutyGone{"d"});
    EXPECT_EQ(why(), std::nullopt) << "it obeys no key any more";
    desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    EXPECT_EQ(why(), std::nullopt) << "another player of that name";
}

TEST_F(OnDuty, OneThatHasBecomeSomethingElseIsNone)
{
    desk.happens(event::DutySeen{duty(DutyKind::Media)});
    desk.passes(1min);
    desk.happens(event::DutySeen{duty(DutyKind::TrayIcon)});
    desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    EXPECT_EQ(why(), std::nullopt);
}

/// Browsers play them in any tab. They neither exempt the app nor end what a real pause has begun.
TEST_F(OnDuty, AClipIsNoPlayer)
{
    const auto plays_for = [this](Duration time) {
        desk.happens(event::DutySeen{duty(DutyKind::Media)});
        EXPECT_EQ(why(), "org.example.Hog is playing media");
        desk.passes(time);
        desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    };
    for (int i = 0; i < 3; ++i) {
        plays_for(10s - 1us);
        EXPECT_EQ(why(), std::nullopt) << "however often";
    }
    plays_for(10s);
    desk.passes(9min);
    plays_for(1s);
    EXPECT_EQ(why(), was_playing);
    desk.passes(59s - 1us);
    EXPECT_EQ(why(), was_playing);
    desk.passes(1us);
    EXPECT_EQ(why(), std::nullopt) << "ten minutes after the first pause";
}

TEST_F(OnDuty, OnRequestAPausedPlayerIsPausedAllTheSame)
{
    desk.load = {};
    desk.happens(event::DutySeen{duty(DutyKind::Media)});
    desk.passes(1min);
    desk.happens(event::DutySeen{duty(DutyKind::MediaPaused)});
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
}

/// Translators put the verb where their language has it.
TEST_F(OnDuty, WhatKindOfAppItIsIsOneSentence)
{
    for (const auto &[kind, text] : std::vector<std::pair<DutyKind, std::string_view>>{
             {DutyKind::Terminal, "{} is a terminal"},
             {DutyKind::Machine, "{} is a virtual machine"},
         }) {
        inspected({kind});
        const auto found = inspected_kind(desk.session, hog.id);
        ASSERT_TRUE(found) << text;
        EXPECT_EQ(found->text(), text);
        EXPECT_EQ(found->parts(), std::vector{Sentence{hog.id}}) << text;
    }
    inspected({});
    desk.happens(event::AppDescribed{
        .app = hog.id,
        .name = "Hog",
        .never_frozen = say("why an application is exempt", "{} is an input method", "Hog"s)});
    const auto reason = exempt_unless_asked(desk.session, desk.config, hog.id, desk.now);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text(), "{} is an input method");
}

TEST_F(OnDuty, AnX11ClientIsSparedOnlyWhereAClickOnItMayGoUnseen)
{
    const auto has_a_window = [this] {
        desk.changes(desk.window(hog.process, hog.id), [](Window &each) { each.hidden = true; });
    };
    has_a_window();
    inspected({DutyKind::X11Client});
    EXPECT_EQ(inspected_duty(desk.session, hog.unit, desk.now), std::nullopt)
        << "KWin reports each window";
    desk.happens(event::WindowSourceChanged{"mutter", false});
    EXPECT_EQ(inspected_duty(desk.session, hog.unit, desk.now),
              "clicks on windows of org.example.Hog can't be detected here");
    desk.happens(event::WindowSourceChanged{"gnome-shell", true});
    has_a_window();
    EXPECT_EQ(inspected_duty(desk.session, hog.unit, desk.now), std::nullopt);
    inspected({DutyKind::Camera, DutyKind::X11Client});
    EXPECT_EQ(inspected_duty(desk.session, hog.unit, desk.now),
              "org.example.Hog has a camera open");
}

/// An icon by XEmbed, or by a desktop's own protocol. A click on it would do nothing.
TEST_F(OnDuty, AnX11ClientWithoutAWindowMayHaveAnIcon)
{
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
    inspected({DutyKind::X11Client});
    EXPECT_EQ(desk.turn().front(), "thaw " + hog.name);
    EXPECT_EQ(why(), "org.example.Hog may have an icon in the tray");
}

/// Its windows here are hidden, and those there may be in use.
TEST_F(OnDuty, AnAppWithWindowsOnTwoDisplaysIsSparedUnlessTheUserAsks)
{
    desk.changes(desk.window(hog.process, hog.id), [](Window &each) { each.hidden = true; });
    inspected({DutyKind::OtherDisplay, DutyKind::X11Client});
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(StartsWith("freeze"))));
    EXPECT_EQ(why(), "org.example.Hog has windows on another display");
    desk.load = {};
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, WhoOthersWaitedForHasTimeToAnswer)
{
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
    desk.happens(event::UnitNeeded{hog.unit});
    EXPECT_EQ(desk.turn().front(), "thaw " + hog.name);
    EXPECT_EQ(why(), "org.example.Hog had to respond a moment ago");
    EXPECT_THAT(desk.acts_in(29s), Not(Contains(StartsWith("freeze"))));
    EXPECT_THAT(desk.acts_in(2s), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, ADutyThatComesThawsWhatPressureHasFrozen)
{
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
    desk.happens(event::DutySeen{duty(DutyKind::Inhibitor)});
    EXPECT_EQ(desk.turn().front(), "thaw " + hog.name);
}

TEST_F(OnDuty, AFreezeBeforeTheAnswerEndsWithIt)
{
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
    inspected({DutyKind::FileServer});
    EXPECT_EQ(desk.turn().front(), "thaw " + hog.name);
    EXPECT_THAT(desk.acts_in(2s), Not(Contains(StartsWith("freeze"))));
}

TEST_F(OnDuty, Invariant7BelowCriticalNothingIsFrozenBeforeItWasLookedAt)
{
    desk.inspects = false;
    EXPECT_THAT(desk.acts_in(5s), Not(Contains(StartsWith("freeze"))));
    EXPECT_EQ(desk.session.notice, std::nullopt)
        << "no notification of what is decided in a moment";
    inspected({DutyKind::Terminal});
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(StartsWith("freeze"))));
    EXPECT_NE(desk.session.notice, std::nullopt)
        << "the notification says that it was not frozen, and why";
    inspected({});
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, AtCriticalNothingWaitsForALook)
{
    desk.inspects = false;
    desk.load = {.ui_memory_some = 0.9,
                 .ui_memory_full = 0.9,
                 .system_memory_some = 0.9,
                 .system_memory_full = 0.9,
                 .memory = {.total = 1000 * mib,
                            .available = 20 * mib,
                            .active_file = 10 * mib,
                            .swap_total = 0,
                            .swap_free = 0}};
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, WhoGrowsIsLookedAtInTimeAndNotAllTheTime)
{
    desk.inspects = false;
    EXPECT_EQ(desk.inspect, std::set<UnitId>{}) << "nothing is inspected while nothing is wrong";
    for (int i = 0; i < 10 && desk.session.level < Level::Uneasy; ++i)
        desk.acts_in(100ms);
    EXPECT_EQ(desk.inspect, std::set{hog.unit}) << "before anything is done";
    inspected({DutyKind::LockAwaited});
    desk.inspect.clear();
    desk.acts_in(4s);
    EXPECT_EQ(desk.inspect, std::set<UnitId>{});
    desk.acts_in(2s);
    EXPECT_EQ(desk.inspect, std::set{hog.unit}) << "inspected again before the answer is too old";
}

TEST_F(OnDuty, WhoGrowsIsLookedAtWhenTheFirstStallIsReported)
{
    desk.inspects = false;
    desk.load = {.memory = {.total = 1000 * mib,
                            .available = 240 * mib,
                            .active_file = 0,
                            .swap_total = 0,
                            .swap_free = 0}};
    desk.acts_in(300ms);
    EXPECT_EQ(desk.inspect, std::set<UnitId>{}) << "nothing has stalled";
    desk.trigger();
    desk.load.memory.available = 260 * mib;
    desk.acts_in(200ms);
    EXPECT_EQ(desk.inspect, std::set<UnitId>{}) << "a quarter of memory is left";
    desk.load.memory.available = 240 * mib;
    desk.acts_in(100ms);
    EXPECT_EQ(desk.inspect, std::set{hog.unit});
    EXPECT_EQ(desk.session.level, Level::Calm) << "before anything is short";
}

TEST_F(OnDuty, WhatWasFoundHoldsForTenSeconds)
{
    inspected({DutyKind::Camera});
    const TimePoint at = desk.now;
    EXPECT_NE(inspected_duty(desk.session, hog.unit, at + 10s - 1us), std::nullopt);
    EXPECT_EQ(inspected_duty(desk.session, hog.unit, at + 10s), std::nullopt);
    inspected({}, false);
    EXPECT_EQ(why(), "the open files of org.example.Hog can't be listed");
    desk.happens(event::UnitGone{hog.unit});
    EXPECT_TRUE(desk.session.inspections.empty());
}

TEST_F(OnDuty, AnAppIsCalledByManyNames)
{
    desk.happens(event::AppDescribed{
        .app = hog.id, .name = "The Hog", .terminal = false, .never_frozen = {}});
    for (const auto &[name, meant] :
         std::vector<std::pair<std::string, bool>>{{"org.example.Hog", true},
                                                   {"org.example.hog", true},
                                                   {"org.example.Hog.desktop", true},
                                                   {"hog", true},
                                                   {"The Hog", true},
                                                   {"the hog", true},
                                                   {"/opt/hog-2/hog", true},
                                                   {"/opt/hog-2/hog-2", false},
                                                   {"/opt/hog/", false},
                                                   {"opt/hog", false},
                                                   {"Hog 2", false},
                                                   {"example", false},
                                                   {"", false},
                                                   {".desktop", false}}) {
        inhibited_by(name);
        EXPECT_EQ(on_duty(desk.session, hog.id).has_value(), meant) << name;
    }
}

TEST_F(OnDuty, AProgramsPathIsThatOfAnAppThatRunsIt)
{
    const App browser = desk.background("org.example.browser");
    desk.process(browser.unit, "chrome");
    for (const auto &[path, meant] :
         {std::pair{"/opt/google/chrome/chrome", true}, std::pair{"chrome", false},
          std::pair{"/opt/google/chrome/chrome-sandbox", false}}) {
        inhibited_by(path);
        EXPECT_EQ(on_duty(desk.session, browser.id).has_value(), meant) << path;
        EXPECT_EQ(on_duty(desk.session, hog.id), std::nullopt) << path;
    }
}

TEST_F(OnDuty, TheProcessOutranksTheName)
{
    Duty front = duty(DutyKind::Progress);
    front.process = desk.front.process;
    front.app_name = hog.id;
    desk.happens(event::DutySeen{front});
    EXPECT_EQ(on_duty(desk.session, hog.id), std::nullopt);
    EXPECT_NE(on_duty(desk.session, desk.front.id), std::nullopt);
}

TEST_F(OnDuty, ItsOwnWordsAreShownUnlessTheyAreTooMany)
{
    Duty burns = duty(DutyKind::Inhibitor);
    burns.detail = "burning a disc";
    desk.happens(event::DutySeen{burns});
    EXPECT_EQ(why(), "org.example.Hog keeps the session from sleeping or ending (burning a disc)");
    burns.detail = std::string(256, 'x');
    desk.happens(event::DutySeen{burns});
    EXPECT_EQ(why(), "org.example.Hog keeps the session from sleeping or ending");
}

TEST_F(OnDuty, WhoHasCopiedIsLeftAloneUntilSomebodyElseCopies)
{
    desk.happens(event::Copied{hog.process});
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(StartsWith("freeze"))));
    EXPECT_EQ(why(), "org.example.Hog owns the clipboard");
    desk.happens(event::Copied{desk.front.process});
    EXPECT_THAT(in_english(on_duty(desk.session, desk.front.id)),
                Optional(HasSubstr("owns the clipboard")));
    EXPECT_EQ(why(), std::nullopt) << "it no longer owns the clipboard";
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, AnEmptyClipboardIsNobodys)
{
    desk.happens(event::Copied{hog.process});
    desk.happens(event::NothingCopied{});
    EXPECT_EQ(why(), std::nullopt);
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

TEST_F(OnDuty, WhereNobodyTellsItWasTheOneInFront)
{
    const App other = desk.app("org.example.other");
    desk.focus(other);
    desk.passes(2s);
    desk.happens(event::Copied{});
    EXPECT_EQ(on_duty(desk.session, other.id), "org.example.other owns the clipboard");
    EXPECT_EQ(on_duty(desk.session, hog.id), std::nullopt);
    EXPECT_EQ(on_duty(desk.session, desk.front.id), std::nullopt) << "it was in front too long ago";
    desk.focus(desk.front);
    desk.passes(2s);
    EXPECT_NE(on_duty(desk.session, other.id), std::nullopt)
        << "it owns the clipboard until another app copies";
    desk.happens(event::Copied{});
    EXPECT_EQ(on_duty(desk.session, other.id), std::nullopt);
    EXPECT_NE(on_duty(desk.session, desk.front.id), std::nullopt);
}

TEST_F(OnDuty, OrTheOneThatWasUntilAMomentAgo)
{
    const App slow = desk.app("org.example.slow");
    desk.focus(slow);
    desk.passes(1min);
    desk.focus(desk.front);
    desk.passes(2s - 1us);
    desk.happens(event::Copied{});
    EXPECT_NE(on_duty(desk.session, slow.id), std::nullopt);
    EXPECT_NE(on_duty(desk.session, desk.front.id), std::nullopt);
    desk.passes(1us);
    desk.happens(event::Copied{});
    EXPECT_EQ(on_duty(desk.session, slow.id), std::nullopt);
    EXPECT_NE(on_duty(desk.session, desk.front.id), std::nullopt);
}

TEST_F(OnDuty, OrTheOneThatIsReportedInFrontOnlyAfterwards)
{
    const App late = desk.app("org.example.late");
    struct Case {
        const char *what;
        std::vector<Event> copied;
        Duration after;
        bool is_owner;
    };
    for (const Case &one : {
             Case{"KWin reports the copy first", {event::Copied{}}, 200ms, true},
             Case{"and the focus when it can", {event::Copied{}}, 2s - 1us, true},
             Case{"it came too late to be meant", {event::Copied{}}, 2s, false},
             Case{"the owner is known", {event::Copied{hog.process}}, 200ms, false},
             Case{"it is empty again", {event::Copied{}, event::NothingCopied{}}, 200ms, false},
         }) {
        for (const Event &event : one.copied)
            desk.happens(event);
        desk.passes(one.after);
        desk.focus(late);
        EXPECT_EQ(on_duty(desk.session, late.id).has_value(), one.is_owner) << one.what;
        desk.happens(event::NothingCopied{});
        desk.focus(desk.front);
        desk.passes(1min); // now it was in front too long ago
    }
}

TEST_F(OnDuty, WhereNobodyIsKnownToBeInFrontNobodyHasCopied)
{
    desk.happens(event::Copied{hog.process});
    desk.happens(event::WindowSourceChanged{});
    desk.passes(10s);
    desk.happens(event::Copied{});
    EXPECT_EQ(on_duty(desk.session, hog.id), std::nullopt)
        << "another app has copied, even if it is unknown which";
    EXPECT_EQ(on_duty(desk.session, desk.front.id), std::nullopt);
}

TEST_F(OnDuty, AUnitInFrontHasCopied)
{
    desk.happens(event::WindowSourceChanged{"mutter", false});
    desk.happens(event::UnitFocused{hog.unit});
    desk.happens(event::Copied{});
    EXPECT_NE(on_duty(desk.session, hog.id), std::nullopt);
}

TEST_F(OnDuty, ADutyIsNoReasonNotToNap)
{
    desk.happens(event::DutySeen{duty(DutyKind::TrayIcon)});
    EXPECT_THAT(desk.acts_in(1s), Contains("nap " + hog.name));
}

TEST_F(OnDuty, TheUserOutranksIt)
{
    desk.load = {};
    desk.happens(event::DutySeen{duty(DutyKind::TrayIcon)});
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
}

} // namespace

} // namespace headroom

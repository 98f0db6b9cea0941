// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_while_audible.h"

#include "policy/explain.h"
#include "pressed.h"

namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Stream stream(const App &app, StreamKind kind = StreamKind::Playback, bool running = true,
              StreamId id = 7)
{
    return {.id = id, .process = app.process, .app_hint = {}, .kind = kind, .running = running};
}

class Audible : public HiddenHog {
protected:
    Audible() : HiddenHog("hog") {}

    void plays(StreamKind kind = StreamKind::Playback)
    {
        desk.happens(event::StreamSeen{stream(hog, kind)});
    }
    void pauses() { desk.happens(event::StreamSeen{stream(hog, StreamKind::Playback, false)}); }
};

TEST_F(Audible, EachKindOfStreamAlonePreventsNapAndFreezeAndIsNamed)
{
    for (const auto &[kind, sentence] : std::vector<std::pair<StreamKind, std::string>>{
             {StreamKind::Playback, "hog is playing sound or video"},
             {StreamKind::Capture, "hog is recording"},
             {StreamKind::Screencast, "hog is recording the screen"},
             {StreamKind::Loopback, "hog is recording what is played"}}) {
        plays(kind);
        const Lines acts = desk.acts_in(2s);
        EXPECT_THAT(acts, Not(Contains(StartsWith("freeze")))) << sentence;
        EXPECT_THAT(acts, Not(Contains(StartsWith("nap")))) << sentence;
        EXPECT_EQ(why(), sentence);
        EXPECT_THAT(
            in_english(explain(desk.session, desk.config, hog.id, desk.now)),
            Contains(HasSubstr("It would not be paused even on request: " + sentence + ".")));
        desk.happens(event::StreamGone{7});
    }
}

TEST_F(Audible, TheSilentTwinIsNappedAndFrozen)
{
    desk.happens(event::StreamSeen{stream(hog, StreamKind::Playback, false)});
    EXPECT_EQ(desk.acts_in(400ms), (Lines{"nap " + hog.name, "freeze " + hog.name, "warn of hog"}));
}

TEST_F(Audible, SomebodyElsesSoundSparesNobody)
{
    desk.happens(event::StreamSeen{stream(desk.front)});
    EXPECT_THAT(desk.acts_in(400ms), Contains("freeze " + hog.name));
}

TEST_F(Audible, FifteenSecondsAfterTheLastSoundOfEachWayToEnd)
{
    const std::vector<std::function<void()>> ends{
        [&] { pauses(); },
        // The first defect of uresourced: a node that disappears while it runs leaves its boost
        // behind for ever.
        [&] { desk.happens(event::StreamGone{7}); },
        [&] { desk.happens(event::StreamSeen{stream(desk.front)}); },
    };
    for (const auto &end : ends) {
        plays();
        end();
        const TimePoint silent = desk.now;
        EXPECT_EQ(exempt_while_audible(desk.session, desk.config, hog.id, silent + 15s - 1us),
                  "hog played or recorded a moment ago");
        EXPECT_EQ(exempt_while_audible(desk.session, desk.config, hog.id, silent + 15s),
                  std::nullopt);
        desk.happens(event::StreamGone{7});
        desk.passes(1min);
    }
    EXPECT_THAT(desk.acts_in(400ms), Contains("freeze " + hog.name));
}

TEST_F(Audible, OneOfTwoThatEndsIsNoSilence)
{
    plays();
    desk.happens(event::StreamSeen{stream(hog, StreamKind::Playback, true, 8)});
    pauses();
    desk.passes(1min);
    EXPECT_EQ(why(), "hog is playing sound or video");
    desk.happens(event::StreamGone{8});
    EXPECT_EQ(why(), "hog played or recorded a moment ago");
}

TEST_F(Audible, PlayingAgainEndsTheMomentAfter)
{
    plays();
    pauses();
    desk.passes(10s);
    plays();
    pauses();
    desk.passes(10s);
    EXPECT_EQ(why(), "hog played or recorded a moment ago") << "counted from the last time";
}

TEST_F(Audible, AStreamThatStartsThawsInTheSameTurn)
{
    EXPECT_THAT(desk.acts_in(400ms), Contains("freeze " + hog.name));
    plays();
    ASSERT_EQ(desk.turn().front(), "thaw " + hog.name);
    EXPECT_EQ(desk.actions.front().reason, "resumed hog: it plays or records");
    EXPECT_THAT(desk.acts_in(2s), Not(Contains(StartsWith("freeze"))));
}

TEST_F(Audible, AnIdleStreamThawsNobody)
{
    EXPECT_THAT(desk.acts_in(400ms), Contains("freeze " + hog.name));
    pauses();
    EXPECT_THAT(desk.turns(), Not(Contains(StartsWith("thaw"))));
}

TEST_F(Audible, AStreamOfNobodyKnownSparesWhoMayBeIt)
{
    desk.happens(event::StreamSeen{{.id = 9, .process = {}, .app_hint = {}, .running = true}});
    EXPECT_THAT(desk.acts_in(2s),
                Not(Contains(testing::AnyOf(StartsWith("freeze"), StartsWith("nap")))));
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, hog.unit, Level::High, desk.now),
              "something plays or records, and it isn't known whether it is hog");
    EXPECT_EQ(why(), std::nullopt)
        << "when everything hangs, the desktop outweighs an unidentified stream";
    desk.happens(event::StreamGone{9});
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

/// application.id is what the client has chosen: VLC, whose app is "vlc", calls itself otherwise.
TEST_F(Audible, AStreamOfAnAppThatIsNotThereMayBeAnybodys)
{
    Stream stream{.id = 9, .process = {}, .app_hint = "org.VideoLAN.VLC", .running = true};
    desk.happens(event::StreamSeen{stream});
    EXPECT_TRUE(unknown_app_plays(desk.session));
    stream.running = false;
    desk.happens(event::StreamSeen{stream});
    EXPECT_FALSE(unknown_app_plays(desk.session));
    stream.running = true;
    stream.app_hint = hog.id;
    desk.happens(event::StreamSeen{stream});
    EXPECT_FALSE(unknown_app_plays(desk.session)) << "it is the hog's";
}

TEST_F(Audible, TheSandboxesWordIsEnough)
{
    desk.happens(event::StreamSeen{{.id = 9, .process = {}, .app_hint = "hog", .running = true}});
    EXPECT_EQ(why(), "hog is playing sound or video");
    EXPECT_EQ(desk.session.streams_of("hog").size(), 1U);
}

TEST_F(Audible, ANameThatIsNoneIsNobodys)
{
    desk.happens(
        event::StreamSeen{{.id = 9, .process = {}, .app_hint = "../hog", .running = true}});
    EXPECT_TRUE(unknown_app_plays(desk.session));
    EXPECT_THAT(desk.changed.apps, Not(Contains("../hog")));
}

TEST_F(Audible, WhoEndsTakesHisStreamsAlongWhoeverTellsFirst)
{
    plays();
    desk.changed = {};
    desk.happens(event::ProcessGone{hog.process});
    EXPECT_THAT(desk.changed.apps, Contains("hog")) << "its number of streams is reported anew";
    EXPECT_TRUE(desk.session.streams.empty());
    EXPECT_EQ(why(), "hog played or recorded a moment ago");
    desk.happens(event::StreamGone{7});
    desk.passes(15s);
    EXPECT_EQ(why(), std::nullopt);
}

TEST(ExemptWhileAudible, WhoPlaysIsNotFrozenOnRequestEither)
{
    Desk desk;
    const App player = desk.app("org.kde.elisa");
    desk.happens(event::StreamSeen{stream(player)});
    desk.happens(event::FreezeAsked{player.id, 0s});
    EXPECT_EQ(desk.turns(), Lines{});
    desk.happens(event::StreamSeen{stream(player, StreamKind::Playback, false)});
    desk.happens(event::FreezeAsked{player.id, 0s});
    EXPECT_EQ(desk.turns(), Lines{"freeze " + player.name})
        << "the user outranks the time after playback";
    desk.happens(event::StreamSeen{stream(player)});
    EXPECT_EQ(desk.turns(), Lines{"thaw " + player.name});
}

TEST(ExemptWhileAudible, WhoRecordsCountsAsFocused)
{
    for (const auto &[kind, boosts] :
         std::vector<std::pair<StreamKind, bool>>{{StreamKind::Capture, true},
                                                  {StreamKind::Screencast, true},
                                                  {StreamKind::Playback, false},
                                                  {StreamKind::Loopback, false}}) {
        Desk desk;
        const App call = desk.app("org.example.call");
        desk.turns();
        desk.happens(event::StreamSeen{stream(call, kind)});
        ASSERT_EQ(desk.turns(), boosts ? Lines{"boost " + call.name} : Lines{})
            << static_cast<int>(kind);
        desk.happens(event::StreamSeen{stream(call, kind, false)});
        EXPECT_EQ(desk.turns(), boosts ? Lines{"unboost " + call.name} : Lines{})
            << static_cast<int>(kind);
        if (boosts) {
            EXPECT_EQ(desk.actions.size(), 0U);
            EXPECT_EQ(
                desk.session.last_reason.at(call.id),
                "no longer boosting org.example.call: it no longer fills a screen or records");
        }
    }
}

TEST(ExemptWhileAudible, ACaptureThatVanishesWhileItRunsLeavesNoBoost)
{
    Desk desk;
    const App call = desk.app("org.example.call");
    desk.happens(event::StreamSeen{stream(call, StreamKind::Capture)});
    EXPECT_EQ(desk.turns(), Lines{"boost " + call.name});
    desk.happens(event::StreamGone{7});
    EXPECT_EQ(desk.turns(), Lines{"unboost " + call.name});
}

/// The portal reports the screen cast of a browser under the id of its scope.
TEST(StreamsByName, AnyIdOfTheAppWillDo)
{
    Desk desk;
    const UnitId service = desk.unit("app.slice/app-chromium@1f.service");
    const UnitId scope = desk.unit("app.slice/app-org.chromium.Chromium-77.scope");
    desk.happens(event::UnitTied{service, {{scope, TieKind::SameProgram}}});
    ASSERT_EQ(desk.session.units.at(scope).app, "chromium");
    desk.happens(event::StreamSeen{{.id = 9,
                                    .process = {},
                                    .app_hint = "org.chromium.Chromium",
                                    .kind = StreamKind::Screencast,
                                    .running = true}});
    EXPECT_EQ(desk.session.streams_of("chromium").size(), 1U);
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/recorder.h"

#include "model/config.h"
#include "parts/main_context.h"
#include "policy/thaw_wanted.h"
#include "recording/event_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <map>
#include <ranges>
#include <string_view>
#include <vector>

namespace headroom {
namespace {

using namespace std::chrono_literals;

const event::FocusMoved moved{WindowId(200, 'w')};

/// All that can be read without waiting.
std::string read_now(const UniqueFd &stream)
{
    fcntl(stream.get(), F_SETFL, O_NONBLOCK);
    std::string text;
    std::array<char, 65536> buffer{};
    for (ssize_t got = 0; (got = read(stream.get(), buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    return text;
}

/// Works even with data pending, which is lost then.
bool has_ended(const UniqueFd &stream)
{
    (void)read_now(stream);
    char byte{};
    return read(stream.get(), &byte, 1) == 0;
}

/// Reads the beginning of a recording, up to the line with `last`, into another session.
void replay_beginning(const Session &session, TimePoint now, std::string_view last,
                      Session &replayed)
{
    Recorder recorder;
    const auto stream = recorder.add(session, now);
    ASSERT_TRUE(stream);
    std::string text;
    EXPECT_TRUE(seen::comes_true([&] {
        text += read_now(*stream);
        return text.contains(last) && text.ends_with("}\n");
    }));
    for (const auto line : text | std::views::split('\n')) {
        if (line.empty())
            continue;
        const auto read = event_from_line(std::string_view{line});
        ASSERT_TRUE(read) << read.error().sentence;
        replayed.apply(read->event, read->at);
    }
}

TEST(Recorder, GivesWhatIsReadLateAndInOrder)
{
    Recorder recorder;
    const auto stream = recorder.add(Session{}, TimePoint{});
    ASSERT_TRUE(stream);
    constexpr int events = 5000; // more than the kernel buffers
    for (int i = 0; i < events; ++i)
        recorder.event(moved, TimePoint{Duration{i}});
    std::string text;
    EXPECT_TRUE(seen::comes_true([&] {
        text += read_now(*stream);
        return text.contains(":4999,");
    }));
    EXPECT_TRUE(text.starts_with("{")) << text.substr(0, 80);
    EXPECT_TRUE(text.ends_with("}\n"));
    EXPECT_GE(std::ranges::count(text, '\n'), events);
    EXPECT_LT(text.find(":100,"), text.find(":4000,"));
}

TEST(Recorder, BeginsWithEachFactOnce)
{
    Session session;
    session.compositor = ProcessId{.pid = 77, .start_ticks = 1};
    session.screen_reader = true;
    Recorder recorder;
    const auto stream = recorder.add(session, TimePoint{});
    ASSERT_TRUE(stream);
    std::string text;
    EXPECT_TRUE(seen::comes_true([&] {
        text += read_now(*stream);
        return text.contains("ScreenReaderSeen") && text.ends_with("}\n");
    }));
    for (const std::string_view fact : {"CompositorSeen", "ScreenReaderSeen"}) {
        const auto first = text.find(fact);
        EXPECT_NE(first, std::string::npos) << fact;
        EXPECT_EQ(text.find(fact, first + 1), std::string::npos) << fact;
    }
}

TEST(Recorder, BeginsWithTheHoldsAndTheRequestedFreezesInForce)
{
    constexpr TimePoint now{30min};
    Session session;
    session.holds["player"][":1.5/1"] = "plays";
    session.holds["player"][":1.6/1"] = "records";
    session.holds["editor"][":1.5/2"] = "saves";
    const auto asked = [&](const char *app, Duration ago, Duration hold) {
        session.requests[app] = {.asked = now - ago, .hold = hold, .ended = std::nullopt};
    };
    asked("for-longest", 1min, Duration::zero());
    asked("for-ten", 1min, 10min);
    asked("editor", 2min, 10min);
    asked("expired", 10min, 10min);
    asked("ended", 1min, 10min);
    session.requests["ended"].ended = ThawCause::Asked;
    session.windows_lost = true;
    Session replayed;
    replay_beginning(session, now, "for-ten", replayed);
    EXPECT_EQ(replayed.holds, session.holds);
    EXPECT_TRUE(replayed.windows_lost && replayed.window_source.empty());
    std::map<AppId, TimePoint> expire;
    for (const auto &[app, request] : replayed.requests) {
        EXPECT_EQ(request.ended, std::nullopt) << app;
        expire.emplace(app, request_expires(Config{}, request));
    }
    EXPECT_EQ(expire,
              (std::map<AppId, TimePoint>{{"editor", now + 8min},
                                          {"for-longest", now - 1min + Config{}.longest_freeze},
                                          {"for-ten", now + 9min}}));
}

TEST(Recorder, BeginsWithWhatHasStartedATab)
{
    constexpr UnitId tab{2};
    constexpr ProcessId kgx{70, 700};
    const std::string slice = "/user.slice/user-1000.slice/user@1000.service/app.slice/";
    Session session;
    for (const Event &event : std::vector<Event>{
             event::UnitAppeared{{1}, slice + "app-org.gnome.Console-1.scope"},
             event::UnitAppeared{tab, slice + "vte-spawn-0a1b.scope"},
             event::ProcessSeen{
                 {.id = kgx, .unit = {1}, .lineage = {{kgx, "kgx", false}}, .app_hint = {}}},
             event::TabStarted{tab, kgx}})
        session.apply(event, TimePoint{});
    Session replayed;
    replay_beginning(session, TimePoint{}, "TabStarted", replayed);
    EXPECT_EQ(replayed.units.at(tab).app, "org.gnome.Console:0a1b");
}

TEST(Recorder, BeginsWithWhatIsInFrontAndWhetherTheUserHasLeftIt)
{
    constexpr TimePoint now{30min};
    Window window{.id = "w", .process = ProcessId{.pid = 77, .start_ticks = 1}, .app_hint = "kate"};
    Session session;
    session.apply(event::WindowSourceChanged{"kwin", true}, now);
    session.apply(event::WindowSeen{window}, now);
    session.apply(event::FocusMoved{window.id}, now);
    window.hidden = true;
    session.apply(event::WindowSeen{window}, now);
    session.apply(event::FocusMoved{}, now);
    for (const bool has_left : {false, true}) {
        if (has_left)
            session.leave_front();
        Session replayed;
        replay_beginning(session, now, "\"window\":null", replayed);
        EXPECT_EQ(replayed.focused_app(), has_left ? std::nullopt : std::optional{AppId{"kate"}});
        EXPECT_EQ(replayed.out_of_sight.has_value(), !has_left) << "the time begins there";
    }
}

TEST(Recorder, DropsWhoFallsFourMebibytesBehind)
{
    Recorder recorder;
    const auto stuck = recorder.add(Session{}, TimePoint{});
    const auto good = recorder.add(Session{}, TimePoint{});
    ASSERT_TRUE(stuck && good);
    for (int i = 0; i < 30000; ++i) {
        recorder.event(moved, TimePoint{Duration{i}});
        if (i % 100 == 0) {
            (void)read_now(*good);
            while (g_main_context_iteration(nullptr, FALSE)) {
            }
        }
    }
    EXPECT_TRUE(has_ended(*stuck));
    std::string end;
    EXPECT_TRUE(seen::comes_true([&] { return (end += read_now(*good)).contains(":29999,"); }));
    EXPECT_FALSE(has_ended(*good));
}

TEST(Recorder, EightAtATimeAndPlaceForTheNextWhenOneHasLeft)
{
    Recorder recorder;
    std::vector<UniqueFd> streams;
    for (int i = 0; i < 8; ++i)
        streams.push_back(std::move(*recorder.add(Session{}, TimePoint{})));
    EXPECT_EQ(recorder.add(Session{}, TimePoint{}).error().kind, ErrorKind::Refused);
    streams.pop_back();
    EXPECT_TRUE(recorder.add(Session{}, TimePoint{}));
}

} // namespace
} // namespace headroom

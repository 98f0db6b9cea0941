// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace headroom {

using namespace std::string_literals;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::vector<std::string> scenarios()
{
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator{HEADROOM_REPLAY_DIR}) {
        if (entry.path().extension() == ".jsonl")
            names.push_back(entry.path().stem());
    }
    std::ranges::sort(names);
    return names;
}

class Scenario : public testing::TestWithParam<std::string> {
protected:
    [[nodiscard]] static fs::path file(const char *extension)
    {
        return fs::path{HEADROOM_REPLAY_DIR} / (GetParam() + extension);
    }
};

TEST_P(Scenario, ComesOutAsExpected)
{
    std::ifstream in{file(".expected")};
    ASSERT_TRUE(in) << "there is no " << file(".expected");
    const std::string expected{std::istreambuf_iterator<char>{in}, {}};
    const auto recorded = read_recording(file(".jsonl"));
    ASSERT_TRUE(recorded) << recorded.error().sentence;
    const auto &events = recorded->events;
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(as_lines(play(events, Config{}), events.front().at), expected);
}

std::string test_name(const testing::TestParamInfo<std::string> &info)
{
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

TEST(Replay, EveryExpectationHasItsScenario)
{
    const auto names = scenarios();
    EXPECT_FALSE(names.empty());
    for (const auto &entry : fs::directory_iterator{HEADROOM_REPLAY_DIR}) {
        const bool known = std::ranges::binary_search(names, entry.path().stem().string());
        EXPECT_TRUE(known || entry.path().extension() != ".expected") << entry.path();
    }
}

INSTANTIATE_TEST_SUITE_P(Replay, Scenario, testing::ValuesIn(scenarios()), test_name);

/// A recording in a temporary file.
class Recording {
public:
    explicit Recording(const std::string &text) { std::ofstream{m_path} << text; }
    Recording(const Recording &) = delete;
    Recording &operator=(const Recording &) = delete;
    ~Recording() { fs::remove(m_path); }
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    std::string m_path =
        testing::TempDir() + "headroom-replay-" + std::to_string(getpid()) + ".jsonl";
};

TEST(Replay, NamesTheLineThatIsNoEvent)
{
    const Recording recording{
        "{\"comment\":\"x\"}\n{\"at\":1,\"event\":\"Ending\"}\n{\"at\":2,\"event\":\"Rain\"}\n"};
    const auto events = read_recording(recording.path());
    ASSERT_FALSE(events);
    EXPECT_EQ(events.error().kind, ErrorKind::BadInput);
    EXPECT_EQ(events.error().sentence, recording.path() + ", line 3: there is no event \"Rain\"");
    EXPECT_EQ(replay(recording.path()), 2);
}

TEST(Replay, NamesTheLineThatGoesBackInTime)
{
    const Recording recording{"{\"at\":5,\"event\":\"Ending\"}\n{\"at\":1,\"did\":\"thaw\"}\n{"
                              "\"at\":4,\"event\":\"Ending\"}\n"};
    const auto events = read_recording(recording.path());
    ASSERT_FALSE(events);
    EXPECT_EQ(events.error().kind, ErrorKind::BadInput);
    EXPECT_EQ(events.error().sentence,
              recording.path() + ", line 3: it is earlier than the event before it");
}

TEST(Replay, LeavesOutALastLineThatIsCut)
{
    const std::string whole = "{\"at\":1,\"event\":\"Ending\"}\n{\"at\":2,\"event\":\"Ending\"}\n";
    for (const char *rest :
         {"{", "{\"at\":3,\"event\":\"Foc", "{\"at\":3,\"event\":\"FocusMoved\""}) {
        const Recording recording{whole + rest};
        const auto recorded = read_recording(recording.path());
        ASSERT_TRUE(recorded) << recorded.error().sentence;
        EXPECT_EQ(recorded->events.size(), 2U) << rest;
        EXPECT_TRUE(recorded->left_out.starts_with(recording.path() + ", line 3: "))
            << recorded->left_out;
        EXPECT_EQ(replay(recording.path()), 0);
    }
}

TEST(Replay, ALastLineWithoutALineBreakMayBeWhole)
{
    const Recording recording{"{\"at\":1,\"event\":\"Ending\"}\n{\"at\":2,\"event\":\"Ending\"}"};
    const auto recorded = read_recording(recording.path());
    ASSERT_TRUE(recorded) << recorded.error().sentence;
    EXPECT_EQ(recorded->events.size(), 2U);
    EXPECT_EQ(recorded->left_out, "");
}

TEST(Replay, OneLineThatIsNoneIsNoRecording)
{
    const Recording recording{"Dear maintainers,"};
    EXPECT_EQ(replay(recording.path()), 2);
}

TEST(Replay, PassesOverActsAndComments)
{
    const Recording recording{
        "{\"comment\":\"x\"}\n{\"at\":5,\"event\":\"Ending\"}\n{\"at\":6,\"did\":\"thaw\"}\n"};
    const auto events = read_recording(recording.path());
    ASSERT_TRUE(events) << events.error().sentence;
    EXPECT_EQ(events->events.size(), 1U);
}

TEST(Replay, SaysWhichFileCannotBeRead)
{
    for (const std::string &path : {std::string{"/nonexistent/recording"}, std::string{"/"}}) {
        const auto events = read_recording(path);
        ASSERT_FALSE(events) << path;
        EXPECT_EQ(events.error().kind, ErrorKind::Failed);
        EXPECT_TRUE(events.error().sentence.contains(path)) << events.error().sentence;
        EXPECT_EQ(replay(path), 1);
    }
}

TEST(Replay, AnEmptyRecordingGivesNothing)
{
    const Recording recording{""};
    EXPECT_EQ(replay(recording.path()), 0);
    EXPECT_TRUE(play({}, Config{}).empty());
}

// One unit and one window are enough to see when the policy was called.

constexpr UnitId unit{7};
constexpr ProcessId process{70, 700};
constexpr TimePoint start{10s};

std::vector<TimedEvent> one_app_at(TimePoint at)
{
    return {
        {at, event::CapabilityFound{Capability::CpuWeight, true, ""s, ""s}},
        {at,
         event::UnitAppeared{
             unit,
             "/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.kde.kate-1.scope"}},
        {at, event::ProcessSeen{{process, unit, {{process, "kate", false}}, ""}}},
        {at, event::WindowSeen{{.id = "w", .process = process, .app_hint = "org.kde.kate"}}},
    };
}

TEST(Replay, EventsOfOneTimeMakeOneTurn)
{
    auto together = one_app_at(start);
    together.push_back({start, event::FocusMoved{"w"}});
    together.push_back({start, event::WindowGone{"w"}});
    EXPECT_TRUE(play(together, Config{}).empty()) << "the window in between was not seen";

    together.back().at += 1us;
    EXPECT_FALSE(play(together, Config{}).empty());
}

TEST(Replay, TimePassesBetweenAndAfterTheEvents)
{
    auto events = one_app_at(start);
    events.push_back({start, event::FocusMoved{"w"}});
    events.push_back({start + 1s, event::WindowGone{"w"}});
    const auto expect_end_at = [&](TimePoint when) {
        const auto actions = play(events, Config{});
        ASSERT_EQ(actions.size(), 2U);
        EXPECT_EQ(verb(actions[0].action), "boost");
        EXPECT_EQ(actions[0].at, start);
        EXPECT_EQ(verb(actions[1].action), "unboost");
        EXPECT_EQ(actions[1].at, when);
    };
    expect_end_at(start + 1s + Config{}.boost_lingers);
    events.push_back({start + 1h, event::Ending{}});
    expect_end_at(start + 1s + Config{}.boost_lingers);
    events.back().at = start + 1s + 1us;
    expect_end_at(start + 1s + 1us);
}

TEST(Replay, LinesTellSecondsSinceTheBeginning)
{
    const TimedAction act{
        start + 1234567us,
        {action::Thaw{}, unit, "app-x.scope", "x", "resumed x: you requested it"s}};
    EXPECT_EQ(as_lines({&act, 1}, start),
              "1.235  thaw  x  app-x.scope  resumed x: you requested it\n");
}

TEST(Replay, ALineIsOneLineWhateverTheRecordingContains)
{
    const TimedAction act{start,
                          {action::Thaw{}, unit, "app-\u202Ex.scope", "x\033[2J",
                           "resumed x:\n0.000  close  y  app-y.scope  \033[31m"s}};
    EXPECT_EQ(as_lines({&act, 1}, start),
              "0.000  thaw  x\uFFFD[2J  app-\uFFFDx.scope  "
              "resumed x:\uFFFD0.000  close  y  app-y.scope  \uFFFD[31m\n");
}

} // namespace

} // namespace headroom

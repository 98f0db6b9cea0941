// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/event_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

namespace headroom {

using namespace std::string_literals;

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
constexpr UnitId unit{largest - 1};
constexpr ProcessId kate{4711, largest};
constexpr ProcessId parent{std::numeric_limits<std::int32_t>::max(), std::uint64_t{1} << 63U};

struct Row {
    Event event;
    std::string members; ///< the line without "at" and the braces
};

/// Every kind of event. No member has its default, so that a lost member, or one swapped with its
/// neighbour, shows.
const std::vector<Row> rows{
    {event::UnitAppeared{unit, "/a/b.service"},
     R"("event":"UnitAppeared","unit":"18446744073709551614","path":"/a/b.service")"},
    {event::UnitGone{unit}, R"("event":"UnitGone","unit":"18446744073709551614")"},
    {event::UnitDescribed{unit, {"a.service", "b.service"}, "/x/a.desktop", 900},
     R"("event":"UnitDescribed","unit":"18446744073709551614","names":["a.service","b.service"],)"
     R"("source_path":"/x/a.desktop","main_pid":900)"},
    {event::UnitDescribed{UnitId{1}, {}, "", 0},
     R"("event":"UnitDescribed","unit":"1","names":[],"source_path":"","main_pid":0)"},
    {event::ProcessSeen{
         {kate, unit, {{kate, "kate", true}, {parent, "sh", false}}, "org.kde.kate"}},
     R"("event":"ProcessSeen","process":{"id":{"pid":4711,"start_ticks":"18446744073709551615"},)"
     R"("unit":"18446744073709551614",)"
     R"("lineage":[{"id":{"pid":4711,"start_ticks":"18446744073709551615"},"program":"kate",)"
     R"("has_tty":true},)"
     R"({"id":{"pid":2147483647,"start_ticks":"9223372036854775808"},"program":"sh",)"
     R"("has_tty":false}],"app_hint":"org.kde.kate"})"},
    {event::HintAwaited{kate},
     R"("event":"HintAwaited","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::HintRead{kate, "org.kde.kate"},
     R"("event":"HintRead","process":{"pid":4711,"start_ticks":"18446744073709551615"},)"
     R"("app_hint":"org.kde.kate")"},
    {event::ProcessGone{kate},
     R"("event":"ProcessGone","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::AppLaunched{kate, "org.kde.kate"},
     R"("event":"AppLaunched","process":{"pid":4711,"start_ticks":"18446744073709551615"},)"
     R"("app":"org.kde.kate")"},
    {event::AppStarting{"org.kde.kate"}, R"("event":"AppStarting","app":"org.kde.kate")"},
    {event::AppNamed{kate, "org.kde.kate"},
     R"("event":"AppNamed","process":{"pid":4711,"start_ticks":"18446744073709551615"},)"
     R"("app":"org.kde.kate")"},
    {event::AppDescribed{"org.kde.konsole", "Konsole — \"quoted\" \\ \t \x01", true,
                         "Konsole is a terminal"s, true, "utilities-terminal"},
     "\"event\":\"AppDescribed\",\"app\":\"org.kde.konsole\",\"name\":\"Konsole — \\\"quoted\\\" "
     "\\\\ \\t \\u0001\",\"terminal\":true,\"never_frozen\":\"Konsole is a "
     "terminal\",\"shows_windows\":true,\"icon\":\"utilities-terminal\""},
    {event::WindowSourceChanged{"kwin", true},
     R"("event":"WindowSourceChanged","name":"kwin","tells_visibility":true)"},
    {event::WindowSeen{{"{w}", kate, "kate", WindowKind::Shell, true, false}},
     R"("event":"WindowSeen","window":{"id":"{w}","process":{"pid":4711,)"
     R"("start_ticks":"18446744073709551615"},"app_hint":"kate","kind":"shell",)"
     R"("hidden":true,"fullscreen":false})"},
    {event::WindowSeen{{"[[[[[[[[[[", std::nullopt, "", WindowKind::Normal, false, true}},
     R"("event":"WindowSeen","window":{"id":"[[[[[[[[[[","process":null,"app_hint":"",)"
     R"("kind":"normal","hidden":false,"fullscreen":true})"},
    {event::WindowGone{"{w}"}, R"("event":"WindowGone","window":"{w}")"},
    {event::WindowAwaited{"{w}"}, R"("event":"WindowAwaited","window":"{w}")"},
    {event::FocusMoved{"{w}"}, R"("event":"FocusMoved","window":"{w}")"},
    {event::FocusMoved{}, R"("event":"FocusMoved","window":null)"},
    {event::UnitFocused{unit}, R"("event":"UnitFocused","unit":"18446744073709551614")"},
    {event::UnitFocused{}, R"("event":"UnitFocused","unit":null)"},
    {event::StreamSeen{{largest, kate, "org.kde.elisa", StreamKind::Capture, true}},
     R"("event":"StreamSeen","stream":{"id":"18446744073709551615","process":{"pid":4711,)"
     R"("start_ticks":"18446744073709551615"},)"
     R"("app_hint":"org.kde.elisa","kind":"capture","running":true})"},
    {event::StreamSeen{{1, std::nullopt, "", StreamKind::Loopback, false}},
     R"("event":"StreamSeen","stream":{"id":"1","process":null,"app_hint":"","kind":"loopback",)"
     R"("running":false})"},
    {event::StreamGone{largest}, R"("event":"StreamGone","stream":"18446744073709551615")"},
    {event::DutySeen{{"tray :1.7", DutyKind::TrayIcon, kate, "Kate", "why"}},
     R"("event":"DutySeen","duty":{"id":"tray :1.7","kind":"tray-icon","process":{"pid":4711,)"
     R"("start_ticks":"18446744073709551615"},"app_name":"Kate",)"
     R"("detail":"why"})"},
    {event::DutyGone{"tray :1.7"}, R"("event":"DutyGone","duty":"tray :1.7")"},
    {event::Copied{kate},
     R"("event":"Copied","by":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::Copied{}, R"("event":"Copied","by":null)"},
    {event::NothingCopied{}, R"("event":"NothingCopied")"},
    {event::DutySeen{{"clipboard ", DutyKind::Clipboard, std::nullopt, "kate", ""}},
     R"("event":"DutySeen","duty":{"id":"clipboard ","kind":"clipboard","process":null,)"
     R"("app_name":"kate","detail":""})"},
    {event::LeftBehind{{42, 4711}, unit, true},
     R"("event":"LeftBehind","process":{"pid":42,"start_ticks":"4711"},)"
     R"("parents":"18446744073709551614","by_guest":true)"},
    {event::UnitTied{unit, {{{7}, TieKind::SameProgram}, {{8}, TieKind::Unreadable}}},
     R"("event":"UnitTied","unit":"18446744073709551614","ties":[{"other":"7",)"
     R"("kind":"same-program"},{"other":"8","kind":"untold"}])"},
    {event::DesktopSeen{kate},
     R"("event":"DesktopSeen","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::ListenerSeen{kate},
     R"("event":"ListenerSeen","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::ListenerGone{kate},
     R"("event":"ListenerGone","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::QuestionRead{kate},
     R"("event":"QuestionRead","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::UnitInspected{unit, {DutyKind::FileServer, DutyKind::SoundCard}, true},
     R"("event":"UnitInspected","unit":"18446744073709551614","duties":["file-server",)"
     R"("sound-card"],"readable":true)"},
    {event::ShellsSeen{unit, {{{42, 4711}, 7}}},
     R"("event":"ShellsSeen","unit":"18446744073709551614","shells":[{"id":{"pid":42,)"
     R"("start_ticks":"4711"},"started_by":7}])"},
    {event::JobSeen{unit, "make", 90s, true},
     R"("event":"JobSeen","unit":"18446744073709551614","program":"make","input_age":90000000,)"
     R"("shared":true)"},
    {event::JobSeen{unit, "", std::nullopt, false},
     R"("event":"JobSeen","unit":"18446744073709551614","program":"","input_age":null,)"
     R"("shared":false)"},
    {event::TabStarted{unit, kate},
     R"("event":"TabStarted","tab":"18446744073709551614","by":{"pid":4711,)"
     R"("start_ticks":"18446744073709551615"})"},
    {event::TabUsed{unit}, R"("event":"TabUsed","unit":"18446744073709551614")"},
    {event::PartingBegins{Parting::Sleep}, R"("event":"PartingBegins","parting":"sleep")"},
    {event::PartingOver{Parting::Logout}, R"("event":"PartingOver","parting":"logout")"},
    {event::CapabilityFound{Capability::Adopt, true, "a"s, "b"s},
     R"("event":"CapabilityFound","capability":"adopt","available":true,"reason":"a",)"
     R"("remedy":"b")"},
    {event::CapabilityFound{Capability::Windows, false, "a"s, "b"s},
     R"("event":"CapabilityFound","capability":"windows","available":false,"reason":"a",)"
     R"("remedy":"b")"},
    {event::DiskSchedulersSeen{true}, R"("event":"DiskSchedulersSeen","only_bfq":true)"},
    {event::FreezeAsked{"org.kde.kate", Duration{(std::int64_t{1} << 53U) - 1}},
     R"("event":"FreezeAsked","app":"org.kde.kate","hold":9007199254740991)"},
    {event::ThawAsked{"org.kde.kate"}, R"("event":"ThawAsked","app":"org.kde.kate")"},
    {event::ThawAsked{}, R"("event":"ThawAsked","app":null)"},
    {event::DisabledFor{1h}, R"("event":"DisabledFor","length":3600000000)"},
    {event::Ending{}, R"("event":"Ending")"},
    {event::ProgramStarted{unit}, R"("event":"ProgramStarted","unit":"18446744073709551614")"},
    {event::EventsArrived{unit}, R"("event":"EventsArrived","unit":"18446744073709551614")"},
    {event::EventsUnread{unit}, R"("event":"EventsUnread","unit":"18446744073709551614")"},
    {event::UnitNeeded{unit}, R"("event":"UnitNeeded","unit":"18446744073709551614")"},
    {event::FreezerSettled{unit, true},
     R"("event":"FreezerSettled","unit":"18446744073709551614","frozen":true)"},
    {event::ActRefused{unit, kate, Act::Freeze, "it could not"},
     R"("event":"ActRefused","unit":"18446744073709551614","process":{"pid":4711,)"
     R"("start_ticks":"18446744073709551615"},"action":"freeze",)"
     R"("sentence":"it could not")"},
    {event::Adopted{kate, unit, 3},
     R"("event":"Adopted","leader":{"pid":4711,"start_ticks":"18446744073709551615"},)"
     R"("unit":"18446744073709551614","processes":"3")"},
    {event::AppIdOwned{"org.kde.kate", kate},
     R"("event":"AppIdOwned","app":"org.kde.kate","owner":{"pid":4711,)"
     R"("start_ticks":"18446744073709551615"})"},
    {event::AppIdOwned{"org.kde.kate", std::nullopt},
     R"("event":"AppIdOwned","app":"org.kde.kate","owner":null)"},
    {event::CompositorSeen{kate},
     R"("event":"CompositorSeen","process":{"pid":4711,"start_ticks":"18446744073709551615"})"},
    {event::HoldTaken{"org.kde.kate", "a client", "a call"},
     R"("event":"HoldTaken","app":"org.kde.kate","holder":"a client","reason":"a call")"},
    {event::HoldReleased{"org.kde.kate", "a client"},
     R"("event":"HoldReleased","app":"org.kde.kate","holder":"a client")"},
    {event::NeedAsked{"org.kde.kate", true},
     R"("event":"NeedAsked","app":"org.kde.kate","cancelled":true)"},
    {event::NeedsKept{{{"org.kde.kate", 20783, 220200960}}},
     R"("event":"NeedsKept","needs":[{"app":"org.kde.kate","day":20783,"bytes":"220200960"}])"},
    {event::CloseAsked{"org.kde.kate"}, R"("event":"CloseAsked","app":"org.kde.kate")"},
    {event::EndAsked{"org.kde.kate"}, R"("event":"EndAsked","app":"org.kde.kate")"},
    {event::QuitLookedFor{"org.kde.kate", true},
     R"("event":"QuitLookedFor","app":"org.kde.kate","offered":true)"},
    {event::ScreenReaderSeen{true}, R"("event":"ScreenReaderSeen","running":true)"},
    {event::PopupChosen{false}, R"("event":"PopupChosen","shown":false)"},
    {event::SettingsRead{{{"Pressure/Response", "warn"}}},
     R"("event":"SettingsRead","settings":[{"name":"Pressure/Response","value":"warn"}])"},
    {event::Reclaimed{unit, 33'554'432, true},
     R"("event":"Reclaimed","unit":"18446744073709551614","bytes":"33554432","all":true)"},
    {event::StallSeen{unit, Resource::Memory, 12ms},
     R"("event":"StallSeen","unit":"18446744073709551614","resource":"memory","stalled":12000)"},
    {event::PressureSampled{
         {.system = GroupStalls{.cpu = {1us, std::nullopt}, .io = {2us, 3us}, .memory = {4us, 5us}},
          .compositor = std::nullopt,
          .focused = std::nullopt,
          .focused_unit = unit,
          .memory = MemoryLevel{10, 9, 8, 7, 6},
          .units = {{unit, 1, 2, std::nullopt, 3us, 4, true}}}},
     R"("event":"PressureSampled","sample":{"system":{"cpu":{"some":1,"full":null},)"
     R"("io":{"some":2,"full":3},"memory":{"some":4,"full":5}},)"
     R"("compositor":null,"focused":null,"focused_unit":"18446744073709551614",)"
     R"("memory":{"total":"10","available":"9","active_file":"8","swap_total":"7",)"
     R"("swap_free":"6"},)"
     R"("units":[{"unit":"18446744073709551614","held":"1","scanned":"2","refaults":null,"cpu":3,)"
     R"("io":"4","let_be":true}]})"},
    {event::WorkingSetsSeen{{{unit, 1, 2us, std::nullopt, true}}, MemoryLevel{10, 9, 8, 7, 6}, 5},
     R"("event":"WorkingSetsSeen","units":[{"unit":"18446744073709551614","current":"1",)"
     R"("memory_stalled":2,"io_stalled":null,"let_be":true}],)"
     R"("memory":{"total":"10","available":"9","active_file":"8","swap_total":"7",)"
     R"("swap_free":"6"},"swapped_out":"5")"},
    {event::WorkingSetsSeen{},
     R"("event":"WorkingSetsSeen","units":[],"memory":null,"swapped_out":null)"},
    {event::PowerSeen{true}, R"("event":"PowerSeen","on_battery":true)"},
    {event::PowerSeen{}, R"("event":"PowerSeen","on_battery":null)"},
};

std::string line_of(const std::string &members, const std::string &at = "9007199254740991")
{
    return "{\"at\":" + at + "," + members + "}";
}

std::string written(const Event &event)
{
    return to_line({latest_recorded, event});
}

TEST(EventJson, WritesEveryMember)
{
    for (const Row &row : rows)
        EXPECT_EQ(written(row.event), line_of(row.members));
}

TEST(EventJson, ReadsWhatItWrites)
{
    for (const Row &row : rows) {
        const auto read = event_from_line(line_of(row.members));
        ASSERT_TRUE(read) << row.members << ": " << read.error().sentence;
        EXPECT_EQ(read->event.index(), row.event.index());
        EXPECT_EQ(read->at, latest_recorded);
        EXPECT_EQ(to_line(*read), line_of(row.members));
    }
}

TEST(EventJson, TableHasEveryKind)
{
    std::set<std::size_t> kinds;
    for (const Row &row : rows)
        kinds.insert(row.event.index());
    EXPECT_EQ(kinds.size(), std::variant_size_v<Event::variant>);
}

TEST(EventJson, EveryCapabilityComesBack)
{
    for (int i = 0; i <= static_cast<int>(Capability::Windows); ++i) {
        const auto read = event_from_line(
            written(event::CapabilityFound{static_cast<Capability>(i), true, ""s, ""s}));
        ASSERT_TRUE(read) << read.error().sentence;
        EXPECT_EQ(std::get<event::CapabilityFound>(read->event).capability,
                  static_cast<Capability>(i));
    }
}

TEST(EventJson, WhatIsNoUtf8IsReplaced)
{
    const auto read =
        event_from_line(written(event::UnitAppeared{unit, std::string{"/a\xff/b\0/c", 8}}));
    ASSERT_TRUE(read) << read.error().sentence;
    EXPECT_EQ(std::get<event::UnitAppeared>(read->event).path, "/a\xef\xbf\xbd/b\xef\xbf\xbd/c");
}

TEST(EventJson, UnknownMembersArePassedOver)
{
    EXPECT_TRUE(event_from_line(R"({"at":1,"event":"Ending","since":2,"comment":"why"})"));
}

TEST(EventJson, ActsAndCommentsAreNoEvents)
{
    const Action act{action::Freeze{}, unit, "app-x.scope", "x", "paused x: you requested it"s};
    const std::string line = to_line(TimePoint{Duration{7}}, act);
    EXPECT_EQ(line,
              R"({"at":7,"did":"freeze","app":"x","unit":"app-x.scope",)"
              R"("reason":"paused x: you requested it"})");
    for (const std::string &passed_over : {line, std::string{R"({"comment":"what this shows"})"}}) {
        const auto read = recorded_line(passed_over);
        EXPECT_TRUE(read && !*read) << passed_over;
        const auto event = event_from_line(passed_over);
        ASSERT_FALSE(event) << passed_over;
        EXPECT_EQ(event.error().kind, ErrorKind::BadInput);
    }
}

/// Recordings from before it was known have no needs, and stay as they are.
TEST(EventJson, NeedsAreWrittenWhereThereAreAny)
{
    PressureSample sample;
    const auto written = [&] { return to_line({TimePoint{1s}, event::PressureSampled{sample}}); };
    EXPECT_FALSE(written().contains("needs"));
    EXPECT_TRUE(event_from_line(written()));
    sample.needs = {{UnitId{7}, 4096, {}}, {UnitId{8}, 0, 9}};
    EXPECT_TRUE(written().contains(R"("needs":[{"unit":"7","bytes":"4096"},)")) << written();
    EXPECT_TRUE(written().contains(R"({"unit":"8","bytes":"0","came_back":"9"}])")) << written();
    const auto read = event_from_line(written());
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<event::PressureSampled>(read->event).sample, sample);
}

TEST(EventJson, WhatCompressedSwapTakesIsWrittenWhereItIsKnown)
{
    PressureSample sample;
    sample.memory = MemoryLevel{10, 9, 8, 7, 6};
    const auto written = [&] { return to_line({TimePoint{1s}, event::PressureSampled{sample}}); };
    EXPECT_FALSE(written().contains("compressed"));
    sample.memory->compressed = 0;
    EXPECT_TRUE(written().contains(R"("swap_free":"6","compressed":"0"},)")) << written();
    const auto read = event_from_line(written());
    ASSERT_TRUE(read);
    EXPECT_EQ(std::get<event::PressureSampled>(read->event).sample, sample);
}

TEST(EventJson, Verbs)
{
    const auto verb_of = [](auto what) { return verb(Action{what, {}, {}, {}, {}}); };
    EXPECT_EQ(verb_of(action::SetWeights{}), "boost");
    EXPECT_EQ(verb_of(action::UnsetWeights{}), "unboost");
    EXPECT_EQ(verb_of(action::Protect{}), "protect");
    EXPECT_EQ(verb_of(action::Unprotect{}), "unprotect");
    EXPECT_EQ(verb_of(action::Ask{}), "ask");
    EXPECT_EQ(verb_of(action::Freeze{}), "freeze");
    EXPECT_EQ(verb_of(action::Thaw{}), "thaw");
    EXPECT_EQ(verb_of(action::Adopt{}), "adopt");
    EXPECT_EQ(verb_of(action::SplitTab{}), "adopt");
    EXPECT_EQ(verb_of(action::RejoinTab{}), "rejoin");
}

struct BadLine {
    std::string line;
    std::string says; ///< a part of the sentence
};

const std::vector<BadLine> bad_lines{
    {"", "no JSON"},
    {"{", "no JSON"},
    {"[]", "no JSON object"},
    {"null", "no JSON object"},
    {"7", "no JSON object"},
    {R"({"at":1,"event":"Ending"} {"at":2,"event":"Ending"})", "no JSON"},
    {R"({"at":1,"event":"Ending"} x)", "no JSON"},
    {R"(/* " */{"at":1,"event":"Ending"})", "no JSON"},
    {R"({'at':1,"event":"Ending"})", "no JSON"},
    {"{\"at\":1,\"event\":\"Ending\xff\"}", "no JSON"},
    {std::string{"{\"at\":1,\"event\":\"Ending\"}\0", 26}, "no JSON"},
    {R"({"at":1,"event":"Ending\u0000"})", "NUL"},
    {R"({"event":"Ending"})", R"("at" is missing)"},
    {R"({"at":1})", R"("event" is missing)"},
    {line_of(R"("event":"Ending")", "null"), R"("at" is no whole number)"},
    {line_of(R"("event":"Ending")", "\"1\""), R"("at" is no whole number)"},
    {line_of(R"("event":"Ending")", "1.0"), R"("at" is no whole number)"},
    {line_of(R"("event":"Ending")", "1e999"), R"("at" is no whole number)"},
    {line_of(R"("event":"Ending")", "-1"), R"("at" is no number from 0 to 9007199254740991)"},
    {line_of(R"("event":"Ending")", "9007199254740992"), R"("at" is no number from 0 to)"},
    {line_of(R"("event":"Ending")", "18446744073709551617"), R"("at" is no number from 0 to)"},
    {line_of(R"("event":7)"), R"("event" is no text)"},
    {line_of(R"("event":"Rain")"), R"(there is no event "Rain")"},
    {line_of(R"("event":"UnitGone")"), R"("unit" is missing of the event UnitGone)"},
    {line_of(R"("event":"UnitGone","unit":7)"), R"("unit" is no number written as text)"},
    {line_of(R"("event":"UnitGone","unit":"")"),
     R"("unit" is no number from 0 to 18446744073709551615)"},
    {line_of(R"("event":"UnitGone","unit":"-1")"), R"("unit" is no number from 0 to)"},
    {line_of(R"("event":"UnitGone","unit":"7 ")"), R"("unit" is no number from 0 to)"},
    {line_of(R"("event":"UnitGone","unit":"18446744073709551616")"),
     R"("unit" is no number from 0 to)"},
    {line_of(R"("event":"ProcessGone","process":null)"), R"("process" is no object)"},
    {line_of(R"("event":"ProcessGone","process":{"pid":2147483648,"start_ticks":"1"})"),
     R"("process.pid" is no number from 0 to 2147483647)"},
    {line_of(R"("event":"ProcessGone","process":{"pid":-1,"start_ticks":"1"})"),
     R"("process.pid" is no number from 0 to)"},
    {line_of(R"("event":"ProcessGone","process":{"pid":1})"),
     R"("process.start_ticks" is missing)"},
    {line_of(R"("event":"FocusMoved")"), R"("window" is missing)"},
    {line_of(R"("event":"FocusMoved","window":{})"), R"("window" is no text)"},
    {line_of(R"("event":"FreezeAsked","app":"x","hold":-5)"), R"("hold" is no number from 0 to)"},
    {line_of(R"("event":"FreezerSettled","unit":"1","frozen":1)"),
     R"("frozen" is neither true nor false)"},
    {line_of(R"("event":"FreezerSettled","unit":"1","frozen":null)"),
     R"("frozen" is neither true nor false)"},
    {line_of(R"("event":"CapabilityFound","capability":"fly","available":true,"reason":"",)"
             R"("remedy":"")"),
     R"("capability" is none of the words)"},
    {line_of(R"("event":"ActRefused","unit":"1","process":{"pid":1,"start_ticks":"1"},)"
             R"("action":"dance","sentence":"no")"),
     R"("action" is none of the words)"},
    {line_of(R"("event":"UnitDescribed","unit":"1","names":"x","source_path":"","main_pid":0)"),
     R"("names" is no list)"},
    {line_of(
         R"("event":"UnitDescribed","unit":"1","names":["x",null],"source_path":"","main_pid":0)"),
     R"("names[1]" is no text)"},
    {line_of(R"("event":"ProcessSeen","process":{"id":{"pid":1,"start_ticks":"1"},"unit":"1",)"
             R"("lineage":[{"id":7}],"app_hint":""})"),
     R"("process.lineage[0].id" is no object)"},
    {line_of(R"("event":"Ending","x":[[[[[[[[[]]]]]]]]])"), "deeper than 8 levels"},
    {std::string(1'000'000, '['), "deeper than 8 levels"},
    {R"({"at":1,"event":"Ending"})" + std::string(1'048'576, ' '), "longer than 1 MiB"},
};

TEST(EventJson, BadLinesAreRefusedWithTheReason)
{
    for (const BadLine &bad : bad_lines) {
        const std::string shown = bad.line.substr(0, 200);
        const auto read = event_from_line(bad.line);
        ASSERT_FALSE(read) << shown;
        EXPECT_EQ(read.error().kind, ErrorKind::BadInput) << shown;
        EXPECT_TRUE(read.error().sentence.contains(bad.says))
            << shown << "\nsays: " << read.error().sentence << "\ninstead of: " << bad.says;
    }
}

TEST(EventJson, WhatOlderRecordingsLackIsWrittenIfItIsKnown)
{
    const event::WorkingSetsSeen seen{{{unit, 1, 2us, 3us, false, 9}}, std::nullopt, 5, false};
    const std::string line = to_line({TimePoint{1us}, seen});
    EXPECT_TRUE(line.contains(R"("returned":"9")")) << line;
    EXPECT_TRUE(line.contains(R"("swap_on_disk":false)")) << line;
    const auto read = event_from_line(line);
    ASSERT_TRUE(read);
    const auto &again = std::get<event::WorkingSetsSeen>(read->event);
    EXPECT_EQ(again.units, seen.units);
    EXPECT_EQ(again.swap_on_disk, false);
    const auto asked =
        event_from_line(to_line({TimePoint{1us}, event::FreezeAsked{"x", 0s, true}}));
    ASSERT_TRUE(asked);
    EXPECT_TRUE(std::get<event::FreezeAsked>(asked->event).once_behind);
    const auto source = event_from_line(
        to_line({TimePoint{1us}, event::WindowSourceChanged{"hyprland", true, true}}));
    ASSERT_TRUE(source);
    EXPECT_TRUE(std::get<event::WindowSourceChanged>(source->event).offers_to_end);
    const auto described = event_from_line(to_line(
        {TimePoint{1us}, event::UnitDescribed{unit, {"a.service"}, "/x/a.desktop", 900, true}}));
    ASSERT_TRUE(described);
    EXPECT_TRUE(std::get<event::UnitDescribed>(described->event).starts_programs);
}

TEST(EventJson, NoMemberCanBeLeftOut)
{
    for (const Row &row : rows) {
        // Renames each member in turn: the unknown member is ignored, and the known one is missing.
        const std::string line = line_of(row.members);
        for (auto colon = line.find("\":"); colon != std::string::npos;
             colon = line.find("\":", colon + 1)) {
            std::string renamed = line;
            renamed.insert(colon, "_");
            const auto read = event_from_line(renamed);
            ASSERT_FALSE(read) << renamed;
            EXPECT_TRUE(read.error().sentence.contains("is missing"))
                << renamed << ": " << read.error().sentence;
        }
    }
}

} // namespace

} // namespace headroom

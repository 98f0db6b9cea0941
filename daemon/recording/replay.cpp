// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/replay.h"

#include "model/session.h"
#include "model/settings.h"
#include "policy/decide.h"
#include "policy/leave_front.h"
#include "sys/plain_text.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <format>
#include <fstream>
#include <ranges>
#include <string_view>

namespace headroom {

namespace {

// A policy that never settles must show as a long output, not as a program that hangs.
constexpr int most_rounds = 16;
constexpr int most_waits = 1000;

class Player {
public:
    Player(const Config &config, std::span<const TimedEvent> all) : m_config(config)
    {
        for (const TimedEvent &timed : all) {
            if (const auto *inspected = std::get_if<event::UnitInspected>(&timed.event))
                m_inspected.insert(inspected->unit);
        }
    }

    void turn(std::span<const TimedEvent> events)
    {
        const TimePoint now = events.front().at;
        for (const TimedEvent &timed : events) {
            if (const auto *read = std::get_if<event::SettingsRead>(&timed.event))
                m_config = config_from(read->settings);
            m_session.apply(timed.event, now);
        }
        decide_at(now);
    }

    /// Lets time pass until `end`. Without an end: until the policy waits for nothing more.
    void wait(std::optional<TimePoint> end)
    {
        for (int i = 0; i < most_waits && m_again_at && (!end || *m_again_at < *end); ++i)
            decide_at(*m_again_at);
    }

    [[nodiscard]] std::vector<TimedAction> take_actions() { return std::move(m_actions); }

private:
    void decide_at(TimePoint now)
    {
        if (has_left_front(m_session, m_config, now))
            m_session.leave_front();
        for (int i = 0; i < most_rounds; ++i) {
            const Decision decision = decide(m_session, m_config, now);
            m_again_at = decision.again_at;
            if (!answer(decision.inspect, now) && decision.actions.empty())
                return;
            for (const Action &action : decision.actions) {
                m_session.note(action, now);
                m_actions.push_back({now, action});
            }
        }
    }

    /// An inspection that was not requested when this was recorded can't be in the recording. It
    /// finds nothing here. False: no such inspection was requested.
    bool answer(const std::set<UnitId> &to_inspect, TimePoint now)
    {
        bool any = false;
        for (const UnitId unit : to_inspect) {
            if (m_inspected.contains(unit) || !m_session.find_unit(unit))
                continue;
            m_session.apply(event::UnitInspected{unit, {}, true}, now);
            any = true;
        }
        return any;
    }

    std::set<UnitId> m_inspected; ///< units whose inspection the recording has
    Config m_config;
    Session m_session;
    std::optional<TimePoint> m_again_at;
    std::vector<TimedAction> m_actions;
};

/// It may quote the recording, which is untrusted.
void print_error(std::string_view sentence)
{
    std::fprintf(stderr, "headroomd: %s\n", plain_text(sentence).c_str());
}

} // namespace

Result<RecordedEvents> read_recording(const std::string &file)
{
    std::ifstream in{file};
    if (!in)
        return system_error(errno, "opening " + file);
    RecordedEvents recorded;
    std::vector<TimedEvent> &events = recorded.events;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        auto read = recorded_line(line);
        if (!read) {
            std::string why = std::format("{}, line {}: {}", file, number, read.error().sentence);
            // The recorder was killed, or its disk was full. All earlier lines are valid.
            if (in.eof() && !events.empty()) {
                recorded.left_out = std::move(why);
                break;
            }
            return error(ErrorKind::BadInput, std::move(why));
        }
        if (!*read)
            continue;
        if (!events.empty() && (*read)->at < events.back().at)
            return error(
                ErrorKind::BadInput,
                std::format("{}, line {}: it is earlier than the event before it", file, number));
        events.push_back(std::move(**read));
    }
    if (in.bad())
        return system_error(errno, "reading " + file);
    return recorded;
}

std::vector<TimedAction> play(std::span<const TimedEvent> events, const Config &config)
{
    Player player{config, events};
    const auto together = [](const TimedEvent &a, const TimedEvent &b) { return a.at == b.at; };
    for (const auto &turn : events | std::views::chunk_by(together)) {
        player.wait(turn.front().at);
        player.turn(turn);
    }
    player.wait(std::nullopt);
    return player.take_actions();
}

std::string as_lines(std::span<const TimedAction> actions, TimePoint begin)
{
    std::string lines;
    for (const auto &[at, action] : actions) {
        const std::chrono::duration<double> since = at - begin;
        lines += std::format("{:.3f}  {}  {}  {}  {}\n", since.count(), verb(action),
                             plain_text(action.app), plain_text(action.name),
                             plain_text(action.reason.in_english()));
    }
    return lines;
}

int replay(const std::string &file)
{
    const auto recorded = read_recording(file);
    if (!recorded) {
        print_error(recorded.error().sentence);
        return recorded.error().kind == ErrorKind::BadInput ? 2 : 1;
    }
    if (!recorded->left_out.empty())
        print_error("left out the last line, which is incomplete: " + recorded->left_out);
    if (recorded->events.empty())
        return 0;
    const std::string lines =
        as_lines(play(recorded->events, Config{}), recorded->events.front().at);
    if (std::fputs(lines.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
        print_error(system_error(errno, "writing what would be done").error().sentence);
        return 1;
    }
    return 0;
}

} // namespace headroom

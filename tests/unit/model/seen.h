// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// A desk to work at: a session that receives events, and in which the policy decides as in the
// loop.

#include "model/config.h"
#include "model/session.h"
#include "policy/decide.h"
#include "policy/leave_front.h"
#include "policy/why_not_frozen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom::seen {

using namespace std::string_literals;

using namespace std::chrono_literals;

using Lines = std::vector<std::string>;

inline constexpr std::uint64_t mib = 1ULL << 20U;

inline constexpr const char *manager = "/user.slice/user-1000.slice/user@1000.service";

/// What an action does, and to what, like "freeze app-x-1.scope".
std::string said(const Action &action);

/// Of the app whose unit this is.
inline std::optional<Sentence> why_not_frozen(const Session &session, const Config &config,
                                              UnitId unit, Level level, TimePoint now)
{
    return headroom::why_not_frozen(session, config, session.units.at(unit).app, level, now);
}

/// One line each, for failure messages.
inline std::string listed(const Lines &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += "\n  " + line;
    return text;
}

/// An app with a unit, a process and a normal window of its own.
struct App {
    AppId id;
    UnitId unit;
    std::string name; ///< the unit's name
    ProcessId process;
    WindowId window;
};

class Desk {
public:
    Session session;
    Changes changed; ///< by all facts and acts, until the test clears it
    Config config;
    TimePoint now{1000s};
    std::vector<Action> actions; ///< the last turn's
    std::optional<TimePoint> again_at; ///< the last turn's
    std::set<UnitId> inspect; ///< of all turns, until the test clears it
    std::set<UnitId> to_inspect; ///< the last turn's
    std::set<UnitId> measure; ///< the last turn's
    std::set<UnitId> needs_of; ///< the last turn's

    std::uint64_t ticks_later = 0; ///< added to the start time of processes from now on

    Desk();

    void happens(const Event &event) { changed.add(session.apply(event, now)); }
    void passes(Duration time) { now += time; }
    void can(Capability what) { happens(event::CapabilityFound{what, true, "it works"s, ""s}); }
    void cannot(Capability what);

    /// A unit at a path below the user manager. The slices above it come with it.
    UnitId unit(const std::string &below);

    UnitId unit_at(const std::string &path) { return appears(path); }

    ProcessId process(UnitId in, const std::string &program, std::vector<Ancestor> above = {},
                      const AppId &hint = {});

    /// A process whose hint has yet to be read.
    ProcessId process_unread(UnitId in, const std::string &program,
                             std::vector<Ancestor> above = {});

    Ancestor ancestor(const std::string &program, bool has_tty = false)
    {
        return {new_process_id(), program, has_tty};
    }

    WindowId window(std::optional<ProcessId> process, const AppId &hint = {},
                    WindowKind kind = WindowKind::Normal);

    void closes(const WindowId &id) { happens(event::WindowGone{id}); }

    App app(const AppId &id);

    /// A window changes as `change` makes it, and the session sees that.
    template<typename Change> void changes(const WindowId &id, Change change)
    {
        Window window = session.windows.at(id);
        change(window);
        happens(event::WindowSeen{std::move(window)});
    }

    void focus(const App &app) { happens(event::FocusMoved{app.window}); }

    /// One turn of the loop. A decision must not depend on earlier calls, so each is made twice.
    Lines turn();

    /// Turns until there is nothing left to do.
    Lines turns();

    /// An app that was frozen on request.
    App frozen(const AppId &id, Duration hold = 0s);

private:
    UnitId appears(const std::string &path);

    ProcessId new_process_id();

    std::map<std::string, UnitId> m_units;
    std::int32_t m_processes = 0;
    int m_windows = 0;
    int m_apps = 0;
};

} // namespace headroom::seen

namespace headroom {

inline std::ostream &operator<<(std::ostream &stream, const Sentence &sentence)
{
    return stream << sentence.in_english();
}

/// As the journal shows them.
inline std::vector<std::string> in_english(const std::vector<Sentence> &sentences)
{
    std::vector<std::string> lines;
    for (const Sentence &sentence : sentences)
        lines.push_back(sentence.in_english());
    return lines;
}

inline std::optional<std::string> in_english(const std::optional<Sentence> &sentence)
{
    return sentence ? std::optional{sentence->in_english()} : std::nullopt;
}

inline void PrintTo(const Action &action, std::ostream *out)
{
    *out << seen::said(action) << " of " << action.app << ": " << action.reason;
}

} // namespace headroom

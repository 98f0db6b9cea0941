// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// A desk to work at: a session that receives events, and in which the policy decides as in the
// loop.

#include "model/config.h"
#include "model/session.h"
#include "policy/decide.h"
#include "policy/why_not_frozen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <format>
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
inline std::string said(const Action &action)
{
    struct Say {
        const std::string &unit;
        std::string operator()(const action::SetWeights &set) const
        {
            return (set.kind == WeightKind::Nap ? "nap " : "boost ") + unit;
        }
        std::string operator()(const action::UnsetWeights &unset) const
        {
            return (unset.kind == WeightKind::Nap ? "wake " : "unboost ") + unit;
        }
        std::string operator()(const action::Protect &protect) const
        {
            return std::format("protect {} MiB of {}", protect.bytes / mib, unit);
        }
        std::string operator()(const action::Unprotect & /*unprotect*/) const
        {
            return "unprotect " + unit;
        }
        std::string operator()(const action::Freeze & /*freeze*/) const { return "freeze " + unit; }
        std::string operator()(const action::Ask & /*ask*/) const { return "ask " + unit; }
        std::string operator()(const action::Thaw & /*thaw*/) const { return "thaw " + unit; }
        std::string operator()(const action::SplitTab &split) const
        {
            return std::format("split {} from {}", split.shell.pid, unit);
        }
        std::string operator()(const action::RejoinTab & /*rejoin*/) const
        {
            return "rejoin " + unit;
        }
        std::string operator()(const action::Adopt &adopt) const
        {
            return std::format("adopt {} from {}", adopt.leader.pid, unit);
        }
        std::string operator()(const action::ChangeLevel &change) const
        {
            return std::format("level {}", name_of(change.level));
        }
        std::string operator()(const action::Reclaim &reclaim) const
        {
            return std::format("reclaim {}{} of {}", reclaim.bytes,
                               reclaim.file_pages_only ? " in file pages" : "", unit);
        }
        std::string operator()(const action::EndReclaim & /*end*/) const
        {
            return "end the reclaim of " + unit;
        }
        std::string operator()(const action::EndMeasurement &end) const
        {
            return end.needed ? std::format("measured {}", *end.needed) : "not measured";
        }
        std::string operator()(const action::Notify &notify) const
        {
            return "warn of " + notify.notice.app;
        }
        std::string operator()(const action::Unnotify & /*unnotify*/) const { return "unwarn"; }
        std::string operator()(const action::Close &close) const
        {
            switch (close.way) {
            case CloseWay::Windows: return "close the windows of " + unit;
            case CloseWay::Quit: return "quit " + unit;
            case CloseWay::End: return "end " + unit;
            }
            return {};
        }
    };
    return std::visit(Say{action.name}, action.what);
}

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

    Desk()
    {
        for (const Capability all : {Capability::Adopt, Capability::Audio, Capability::CpuWeight,
                                     Capability::Freeze, Capability::IoWeight, Capability::Pressure,
                                     Capability::RecordFrozen, Capability::Windows})
            can(all);
        happens(event::WindowSourceChanged{"kwin", true});
        session.level = Level::Calm; // as if reported already
    }

    void happens(const Event &event) { changed.add(session.apply(event, now)); }
    void passes(Duration time) { now += time; }
    void can(Capability what) { happens(event::CapabilityFound{what, true, "it works"s, ""s}); }
    void cannot(Capability what)
    {
        happens(event::CapabilityFound{what, false, "this machine can't"s, "get another one"s});
    }

    /// A unit at a path below the user manager. The slices above it come with it.
    UnitId unit(const std::string &below)
    {
        for (std::size_t slash = below.find('/'); slash != std::string::npos;
             slash = below.find('/', slash + 1))
            appears(std::format("{}/{}", manager, below.substr(0, slash)));
        return appears(std::format("{}/{}", manager, below));
    }

    UnitId unit_at(const std::string &path) { return appears(path); }

    ProcessId process(UnitId in, const std::string &program, std::vector<Ancestor> above = {},
                      const AppId &hint = {})
    {
        Process process{
            .id = new_process_id(), .unit = in, .lineage = std::move(above), .app_hint = hint};
        process.lineage.insert(process.lineage.begin(), {process.id, program, false});
        happens(event::ProcessSeen{process});
        return process.id;
    }

    /// A process whose hint has yet to be read.
    ProcessId process_unread(UnitId in, const std::string &program,
                             std::vector<Ancestor> above = {})
    {
        Process process{
            .id = new_process_id(), .unit = in, .lineage = std::move(above), .app_hint = {}};
        process.lineage.insert(process.lineage.begin(), {process.id, program, false});
        happens(event::HintAwaited{process.id});
        happens(event::ProcessSeen{process});
        return process.id;
    }

    Ancestor ancestor(const std::string &program, bool has_tty = false)
    {
        return {new_process_id(), program, has_tty};
    }

    WindowId window(std::optional<ProcessId> process, const AppId &hint = {},
                    WindowKind kind = WindowKind::Normal)
    {
        Window window{.id = std::format("window-{}", ++m_windows),
                      .process = process,
                      .app_hint = hint,
                      .kind = kind};
        happens(event::WindowSeen{window});
        return window.id;
    }

    void closes(const WindowId &id) { happens(event::WindowGone{id}); }

    App app(const AppId &id)
    {
        App app{.id = id,
                .unit = {},
                .name = std::format("app-{}-{}.scope", id, ++m_apps),
                .process = {},
                .window = {}};
        app.unit = unit("app.slice/" + app.name);
        app.process = process(app.unit, id);
        app.window = window(app.process, id);
        happens(event::AppDescribed{.app = id, .name = id, .terminal = false, .never_frozen = {}});
        passes(5s); // it was started a while ago
        return app;
    }

    /// A window changes as `change` makes it, and the session sees that.
    template<typename Change> void changes(const WindowId &id, Change change)
    {
        Window window = session.windows.at(id);
        change(window);
        happens(event::WindowSeen{std::move(window)});
    }

    void focus(const App &app) { happens(event::FocusMoved{app.window}); }

    /// One turn of the loop. A decision must not depend on earlier calls, so each is made twice.
    Lines turn()
    {
        const Decision decision = decide(session, config, now);
        const Decision again = decide(session, config, now);
        EXPECT_EQ(decision.actions, again.actions) << "invariant 5";
        EXPECT_EQ(decision.again_at, again.again_at) << "invariant 5";
        if (decision.actions.empty() && decision.again_at)
            EXPECT_GT(*decision.again_at, now) << "the loop would never rest";
        Lines lines;
        for (const Action &action : decision.actions) {
            changed.add(session.note(action, now));
            lines.push_back(said(action));
        }
        actions = decision.actions;
        again_at = decision.again_at;
        measure = decision.measure;
        needs_of = decision.needs;
        to_inspect = decision.inspect;
        inspect.insert(decision.inspect.begin(), decision.inspect.end());
        return lines;
    }

    /// Turns until there is nothing left to do.
    Lines turns()
    {
        Lines all;
        constexpr int enough = 64;
        for (int i = 0; i < enough; ++i) {
            const Lines lines = turn();
            if (lines.empty())
                return all;
            all.insert(all.end(), lines.begin(), lines.end());
        }
        ADD_FAILURE() << "it never settles; the last lines: " << testing::PrintToString(all);
        return all;
    }

    /// An app that was frozen on request.
    App frozen(const AppId &id, Duration hold = 0s)
    {
        const App app = this->app(id);
        turns();
        happens(event::FreezeAsked{id, hold});
        EXPECT_EQ(turns(), Lines{"freeze " + app.name});
        happens(event::FreezerSettled{app.unit, true});
        EXPECT_EQ(turns(), Lines{});
        return app;
    }

private:
    UnitId appears(const std::string &path)
    {
        const auto [known, is_new] = m_units.try_emplace(path, UnitId{m_units.size() + 1});
        if (is_new)
            happens(event::UnitAppeared{known->second, path});
        return known->second;
    }

    ProcessId new_process_id()
    {
        ++m_processes;
        return {1000 + m_processes, ticks_later + static_cast<std::uint64_t>(m_processes) * 10};
    }

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

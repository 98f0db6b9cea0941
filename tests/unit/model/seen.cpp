// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

#include <format>
#include <variant>

namespace headroom::seen {

std::string said(const Action &action)
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
        std::string operator()(const action::Minimise & /*minimise*/) const
        {
            return "minimise the windows of " + unit;
        }
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

Desk::Desk()
{
    for (const Capability all : {Capability::Adopt, Capability::Audio, Capability::CpuWeight,
                                 Capability::Freeze, Capability::IoWeight, Capability::Pressure,
                                 Capability::RecordFrozen, Capability::Windows})
        can(all);
    happens(event::WindowSourceChanged{"kwin", true});
    session.level = Level::Calm; // as if reported already
}

void Desk::cannot(Capability what)
{
    happens(event::CapabilityFound{what, false, "this machine can't"s, "get another one"s});
}

UnitId Desk::unit(const std::string &below)
{
    for (std::size_t slash = below.find('/'); slash != std::string::npos;
         slash = below.find('/', slash + 1))
        appears(std::format("{}/{}", manager, below.substr(0, slash)));
    return appears(std::format("{}/{}", manager, below));
}

ProcessId Desk::process(UnitId in, const std::string &program, std::vector<Ancestor> above,
                        const AppId &hint)
{
    Process process{
        .id = new_process_id(), .unit = in, .lineage = std::move(above), .app_hint = hint};
    process.lineage.insert(process.lineage.begin(), {process.id, program, false});
    happens(event::ProcessSeen{process});
    return process.id;
}

ProcessId Desk::process_unread(UnitId in, const std::string &program, std::vector<Ancestor> above)
{
    Process process{
        .id = new_process_id(), .unit = in, .lineage = std::move(above), .app_hint = {}};
    process.lineage.insert(process.lineage.begin(), {process.id, program, false});
    happens(event::HintAwaited{process.id});
    happens(event::ProcessSeen{process});
    return process.id;
}

WindowId Desk::window(std::optional<ProcessId> process, const AppId &hint, WindowKind kind)
{
    Window window{.id = std::format("window-{}", ++m_windows),
                  .process = process,
                  .app_hint = hint,
                  .kind = kind};
    happens(event::WindowSeen{window});
    return window.id;
}

App Desk::app(const AppId &id)
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

Lines Desk::turn()
{
    if (has_left_front(session, config, now))
        changed.add(session.leave_front());
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

Lines Desk::turns()
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

App Desk::frozen(const AppId &id, Duration hold)
{
    const App app = this->app(id);
    turns();
    happens(event::FreezeAsked{id, hold});
    EXPECT_EQ(turns(), Lines{"freeze " + app.name});
    happens(event::FreezerSettled{app.unit, true});
    EXPECT_EQ(turns(), Lines{});
    return app;
}

UnitId Desk::appears(const std::string &path)
{
    const auto [known, is_new] = m_units.try_emplace(path, UnitId{m_units.size() + 1});
    if (is_new)
        happens(event::UnitAppeared{known->second, path});
    return known->second;
}

ProcessId Desk::new_process_id()
{
    ++m_processes;
    return {1000 + m_processes, ticks_later + static_cast<std::uint64_t>(m_processes) * 10};
}

} // namespace headroom::seen

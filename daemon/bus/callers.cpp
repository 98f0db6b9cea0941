// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/callers.h"

#include <algorithm>
#include <format>

namespace headroom {

namespace {

using enum Callers;

struct Row {
    std::string_view interface;
    std::string_view member;
    Callers callers;
};

// A sandboxed program may request holds for itself, and read how short the machine is. It must not
// learn what the user does, which apps run, or what happens to them.
constexpr Row table[] = {
    {"Manager", "Hold", ForItself},
    {"Manager", "Release", Anybody}, // it ends only the caller's own holds
    {"Manager", "Level", Anybody},

    {"Manager", "Freeze", NoSandbox},
    {"Manager", "Thaw", NoSandbox},
    {"Manager", "ThawAll", NoSandbox},
    {"Manager", "Close", NoSandbox},
    {"Manager", "End", NoSandbox},
    {"Manager", "Explain", NoSandbox},
    {"Manager", "Measure", NoSandbox},
    {"Manager", "MeasureMachine", NoSandbox},
    {"Manager", "MeasureNeed", NoSandbox},
    {"Manager", "CancelMeasurement", NoSandbox},
    {"Manager", "Totals", NoSandbox},
    {"Manager", "History", NoSandbox},
    {"Manager", "Record", NoSandbox},
    {"Manager", "SetSetting", NoSandbox},
    {"Manager", "EnableExtension", NoSandbox},
    {"Manager", "DisableFor", NoSandbox},
    {"Manager", "DisabledUntil", NoSandbox},
    {"Manager", "Settings", NoSandbox},
    {"Manager", "Version", NoSandbox},
    {"Manager", "LevelReason", NoSandbox}, // it may name an app
    {"Manager", "LevelReasonCode", NoSandbox},
    {"Manager", "Culprit", NoSandbox},
    {"Manager", "CulpritSummary", NoSandbox},
    {"Manager", "CanFreezeCulprit", NoSandbox},
    {"Manager", "Focused", NoSandbox},
    {"Manager", "WindowSource", NoSandbox},
    {"Manager", "WindowsKnown", NoSandbox},
    {"Manager", "Capabilities", NoSandbox},

    {"App", "Id", NoSandbox},
    {"App", "Name", NoSandbox},
    {"App", "Units", NoSandbox},
    {"App", "State", NoSandbox},
    {"App", "Rule", NoSandbox},
    {"App", "Boosted", NoSandbox},
    {"App", "Napped", NoSandbox},
    {"App", "ProtectedBytes", NoSandbox},
    {"App", "Frozen", NoSandbox},
    {"App", "Holds", NoSandbox},
    {"App", "Windows", NoSandbox},
    {"App", "Streams", NoSandbox},
    {"App", "Reason", NoSandbox},
    {"App", "Measurement", NoSandbox},
    {"org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NoSandbox},
    {"org.freedesktop.DBus.Introspectable", "Introspect",
     Anybody}, // its answer has no running apps for callers that may not see them

    {"Compositor", "Report", Compositor},
};

/// The compositor's interface decides which compositor may be undumpable. That one may report
/// windows, and nothing else.
bool is_allowed(Callers callers, const Sandbox &caller, const CallerFacts &facts)
{
    const bool free = caller.standing == Standing::Free;
    switch (callers) {
    case Anybody: return true;
    case ForItself: return free || facts.names_itself;
    case NoSandbox: return free;
    case Compositor: return facts.is_compositor && is_outside(caller);
    }
    return false;
}

std::string refusal(Callers callers, const Sandbox &caller, std::string_view interface,
                    std::string_view member)
{
    if (callers == Compositor && caller.standing != Standing::Sandboxed)
        return "only the compositor reports windows";
    const std::string reason = caller.standing == Standing::Sandboxed
        ? std::format("the caller is in a sandbox ({})", caller.why)
        : std::format("the caller can't be identified ({})", caller.why);
    const std::string_view allowed =
        callers == ForItself ? ", and it may only name its own application" : "";
    return std::format("{}.{} is refused: {}{}", interface, member, reason, allowed);
}

} // namespace

std::optional<Callers> callers_of(std::string_view interface, std::string_view member)
{
    const auto row = std::ranges::find_if(table, [&](const Row &each) {
        return each.interface == interface && each.member == member;
    });
    return row == std::end(table) ? std::nullopt : std::optional{row->callers};
}

std::vector<std::string> members_of(std::string_view interface)
{
    std::vector<std::string> members;
    for (const Row &row : table) {
        if (row.interface == interface)
            members.emplace_back(row.member);
    }
    return members;
}

bool may_read_everything(const Sandbox &caller, const CallerFacts &facts)
{
    return is_allowed(NoSandbox, caller, facts);
}

Result<void> may_call(const Sandbox &caller, const CallerFacts &facts, std::string_view interface,
                      std::string_view member)
{
    const auto callers = callers_of(interface, member);
    if (!callers)
        return error(ErrorKind::Refused,
                     std::format("{}.{} is refused to all: no rule says which callers may use it",
                                 interface, member));
    if (!is_allowed(*callers, caller, facts))
        return error(ErrorKind::Refused, refusal(*callers, caller, interface, member));
    return {};
}

} // namespace headroom

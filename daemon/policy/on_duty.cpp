// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/on_duty.h"

#include <format>

namespace headroom {

namespace {

/// Files are opened and locked all the time. The next look comes early enough to leave no gap.
constexpr Duration look_again = std::chrono::seconds{5};
constexpr Duration holds_for = std::chrono::seconds{10};

std::string sentence(const std::string &app, DutyKind kind, const std::string &detail)
{
    const std::string more = detail.empty() ? "" : std::format(" ({})", detail);
    switch (kind) {
    case DutyKind::Media: return std::format("{} plays media", app);
    case DutyKind::TrayIcon: return std::format("{} has an icon in the tray", app);
    case DutyKind::Game: return std::format("{} is a game that GameMode looks after", app);
    case DutyKind::Inhibitor: return std::format("{} keeps the session from sleeping or ending{}", app, more);
    case DutyKind::Background: return std::format("{} was allowed to run in the background", app);
    case DutyKind::Progress: return std::format("{} shows the progress of something", app);
    case DutyKind::Clipboard: return std::format("what was copied last is in {}", app);
    case DutyKind::LockAwaited: return std::format("another process waits for a file that {} has locked", app);
    case DutyKind::FileServer: return std::format("{} serves files to others (FUSE)", app);
    case DutyKind::Camera: return std::format("{} has a camera open", app);
    case DutyKind::SoundCard: return std::format("{} has a sound card open", app);
    }
    return {};
}

const Inspection *fresh(const Session &session, UnitId unit, TimePoint now)
{
    const auto found = session.inspections.find(unit);
    return found == session.inspections.end() || now >= found->second.at + holds_for ? nullptr : &found->second;
}

} // namespace

std::optional<std::string> on_duty(const Session &session, const AppId &app)
{
    for (const Duty *duty : session.duties_of(app))
        return sentence(session.name_of(app), duty->kind, duty->detail);
    return std::nullopt;
}

std::optional<std::string> found_on_duty(const Session &session, UnitId unit, TimePoint now)
{
    const Inspection *inspection = fresh(session, unit, now);
    if (!inspection)
        return std::nullopt;
    const std::string app = session.name_of(session.units.at(unit).app);
    if (!inspection->readable)
        return std::format("nobody can see what {} has open", app);
    return inspection->duties.empty() ? std::nullopt : std::optional{sentence(app, inspection->duties.front(), {})};
}

void inspect_in_time(const Session &session, UnitId unit, TimePoint now, Wanted &wanted)
{
    const Inspection *inspection = fresh(session, unit, now);
    if (!inspection || now >= inspection->at + look_again)
        wanted.inspect.insert(unit);
}

} // namespace headroom

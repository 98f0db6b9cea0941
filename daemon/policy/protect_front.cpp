// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/protect_front.h"

#include "model/job.h"
#include "policy/desktop_first.h"
#include "policy/exempt.h"
#include "policy/rank_culprits.h"
#include "policy/session_slice.h"

#include <algorithm>

namespace headroom {

namespace {

/// Bytes. The kernel rounds to whole pages, and no machine has larger ones than this.
constexpr std::uint64_t step = 1ULL << 20U;

using Slices = std::vector<std::string>;

/// The units of the app in front, and tabs inside them that are not protected with it.
struct Front {
    std::set<UnitId> units;
    std::set<UnitId> left_out;
};

/// What makes memory run short, with those that have a good part in it: of two that are equally
/// large, each sample may show another one first.
std::set<AppId> causes(const Session &session, const Config &config, TimePoint now)
{
    std::set<AppId> found;
    for (const Culprit &culprit : rank_culprits(session, config, now))
        found.insert(culprit.app);
    if (found.empty())
        return found;
    for (const auto &[app, share] : app_shares(session, config, Resource::Memory, now)) {
        if (100 * share >= config.freezing.least_share)
            found.insert(app);
    }
    return found;
}

/// Tabs inside a terminal's unit that are frozen, or cause the shortage. Its figures contain
/// theirs. A tab that the user works in has not taken all memory.
std::set<UnitId> tabs_left_out(const Session &session, const Config &config,
                               const std::set<UnitId> &units, TimePoint now)
{
    std::vector<UnitId> tabs;
    for (const UnitId terminal : units)
        std::ranges::copy(tabs_of(session, session.units.at(terminal).app),
                          std::back_inserter(tabs));
    if (tabs.empty())
        return {};
    const auto blamed = causes(session, config, now);
    std::set<UnitId> found;
    for (const UnitId tab : tabs) {
        const Unit &unit = session.units.at(tab);
        if (unit.is_inside() && unit.app != session.focused_app()
            && (blamed.contains(unit.app) || session.leases.contains(tab)))
            found.insert(tab);
    }
    return found;
}

/// Those of the app whose unit has the focus. What is exempt is no app's, or not run by the user
/// manager.
std::set<UnitId> focused_units(const Session &session)
{
    std::set<UnitId> found;
    const auto focused = session.focused_unit();
    if (!focused)
        return found;
    for (const UnitId unit : session.units_of(session.units.at(*focused).app)) {
        const UnitId known = known_to_systemd(session, unit);
        if (!exempt(session, known) && !session.refusal(known, Act::Protect))
            found.insert(known);
    }
    return found;
}

/// Protection keeps a shortage from being felt. So it outlasts the shortage for a while, as a nap
/// does.
bool is_due(const Session &session, const Config &config, const Judgement &judgement, TimePoint now,
            Wanted &wanted)
{
    if (judgement.level >= Level::Uneasy && judgement.resource == Resource::Memory)
        return true;
    if (session.protections.empty())
        return false;
    if (judgement.level >= Level::Uneasy || session.level >= Level::Uneasy)
        return true;
    const TimePoint until = session.level_since + config.nap_lingers;
    if (now >= until)
        return false;
    wanted.look_again_at(until);
    return true;
}

/// Without what came back, a unit that was too small when the shortage began would stay so: it is
/// reclaimed to what is protected. nullopt: not known.
std::optional<std::uint64_t> need_of(const Session &session, UnitId unit)
{
    const auto need = session.needs.find(unit);
    return need == session.needs.end()
        ? std::nullopt
        : std::optional{need->second.bytes + need->second.back_lately};
}

/// What to protect of a unit, without those of `left_out` that are inside it. What is protected now
/// stays while it is nearly right. nullopt: the need isn't known.
std::optional<std::uint64_t> wish(const Session &session, const Config &config, UnitId unit,
                                  const std::set<UnitId> &left_out = {})
{
    const auto need = need_of(session, unit);
    if (!need)
        return std::nullopt;
    std::uint64_t needed = *need;
    for (const UnitId tab : left_out) {
        if (known_to_systemd(session, tab) == unit)
            needed -= std::min(needed, need_of(session, tab).value_or(0));
    }
    const std::uint64_t bytes = (needed + step - 1) / step * step;
    const auto in_force = session.protections.find(unit);
    if (in_force == session.protections.end())
        return bytes;
    const std::uint64_t has = in_force->second.bytes;
    const bool is_nearly_right = bytes >= has / 2
        && static_cast<double>(bytes)
            < static_cast<double>(has) * (1 + config.protection.raised_from / 100);
    return is_nearly_right ? has : bytes;
}

std::uint64_t share_of(std::uint64_t total, double percent)
{
    const auto bytes = static_cast<std::uint64_t>(static_cast<double>(total) * percent / 100);
    return bytes / step * step;
}

/// Returns what it protects.
std::uint64_t protect_session(const Session &session, const Config &config, std::uint64_t limit,
                              Wanted &wanted)
{
    const auto slice = session_slice(session);
    if (!slice || session.refusal(*slice, Act::Protect))
        return 0;
    const std::uint64_t bytes = std::min(wish(session, config, *slice).value_or(0), limit);
    if (bytes > 0)
        wanted.protections[*slice] = {bytes, {}};
    return bytes;
}

/// A unit has no more than its slice has, so each slice above it gets the sum of what is protected
/// in it.
void protect_slices_above(const Session &session, const Unit &unit, const WantedProtection &want,
                          Wanted &wanted)
{
    Slices path;
    for (const std::string &slice : unit.path.slices) {
        path.push_back(slice);
        const auto id = unit_of_slice(session, path);
        if (!id || session.refusal(*id, Act::Protect))
            continue; // another program's value is in force there
        WantedProtection &above = wanted.protections[*id];
        above = {above.bytes + want.bytes, want.app};
    }
}

/// Returns what it protects.
std::uint64_t protect_focused(const Session &session, const Config &config, const Front &front,
                              std::uint64_t limit, Wanted &wanted)
{
    std::uint64_t left = limit;
    for (const UnitId id : front.units) {
        const std::uint64_t bytes =
            std::min(wish(session, config, id, front.left_out).value_or(0), left);
        if (bytes == 0)
            continue;
        left -= bytes;
        const Unit &unit = session.units.at(id);
        const WantedProtection want{bytes, unit.app};
        wanted.protections[id] = want;
        protect_slices_above(session, unit, want, wanted);
    }
    return limit - left;
}

bool may_protect(const Session &session, const Config &config)
{
    return config.protection.enabled && !session.ending
        && session.capability(Capability::Protect).available;
}

} // namespace

void protect_front(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted)
{
    const bool is_sampled = wanted.sample_every || !session.protections.empty();
    if (!may_protect(session, config) || (!is_sampled && judgement.level < Level::Uneasy))
        return;
    Front front;
    front.units = focused_units(session);
    front.left_out = tabs_left_out(session, config, front.units, now);
    if (is_sampled) {
        wanted.needs = front.units;
        wanted.needs.insert(front.left_out.begin(), front.left_out.end());
        if (const auto slice = session_slice(session))
            wanted.needs.insert(*slice);
    }
    if (!is_due(session, config, judgement, now, wanted))
        return;
    const auto last = session.pressure.last_at();
    const auto memory = last ? session.pressure.memory(*last) : std::nullopt;
    if (!memory)
        return;
    const ProtectLimits &limits = config.protection;
    const auto share = [&](double percent) { return share_of(memory->total, percent); };
    std::uint64_t left = share(limits.share);
    const auto desktop = [&] {
        const std::uint64_t limit = std::min(left, share(limits.session_share));
        left -= protect_session(session, config, limit, wanted);
    };
    const auto app = [&] {
        const std::uint64_t limit = std::min(left, share(limits.front_share));
        left -= protect_focused(session, config, front, limit, wanted);
    };
    // What the second one needs may not be left. A desktop holds much that it hardly uses, and an
    // app in front that is the culprit would get what it is short of.
    if (desktop_first(session, config, now)) {
        desktop();
        app();
    } else {
        app();
        desktop();
    }
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <utility>

// Notes which acts are in force, or under way.
namespace headroom {

namespace {

/// Whether the user wants the app now. Activated and Shown need no record: the window is in front,
/// or visible.
bool is_the_users_word(ThawCause cause)
{
    return cause == ThawCause::Asked || cause == ThawCause::ByOthers
        || cause == ThawCause::LaunchedAgain || cause == ThawCause::NewWindow;
}

struct Note {
    Session &session;
    const Action &action;
    TimePoint now;

    void operator()(const action::SetWeights &set) const
    {
        session.weights[action.unit] = {action.app, set.weights, set.kind};
    }
    void operator()(const action::UnsetWeights & /*unset*/) const
    {
        session.weights.erase(action.unit);
    }
    void operator()(const action::Protect &protect) const
    {
        session.protections[action.unit] = {action.app, protect.bytes};
    }
    void operator()(const action::Unprotect & /*unprotect*/) const
    {
        session.protections.erase(action.unit);
    }
    void operator()(const action::Freeze &freeze) const
    {
        session.leases[action.unit] = {.app = action.app,
                                       .since = now,
                                       .cause = freeze.cause,
                                       .grew = freeze.grew,
                                       .in_turn = freeze.in_turn};
        if (freeze.cause == FreezeCause::Pressure) {
            Offences &offences = session.offences[action.app];
            if (now >= offences.last + Offences::fade_after)
                offences.count = 0;
            // All units of an app that are frozen in one turn are one offence.
            offences.count += offences.count == 0 || offences.last != now ? 1 : 0;
            offences.last = now;
        }
    }
    void operator()(const action::Ask &ask) const
    {
        session.asked[action.app] = {
            .at = now, .held = ask.held, .before = std::nullopt, .now = ask.held};
    }
    void operator()(const action::Thaw &thaw) const
    {
        if (is_the_users_word(thaw.cause))
            session.thawed_by_user[action.app] = now;
        if (thaw.cause == ThawCause::Needed)
            session.needed[action.app] = now;
        const auto lease = session.leases.find(action.unit);
        const bool under_pressure =
            lease != session.leases.end() && lease->second.cause == FreezeCause::Pressure;
        session.leases.erase(action.unit);
        session.last_thaw = now;
        if (thaw.cause == ThawCause::NeverSettled && under_pressure)
            session.never_settled[action.unit] = now; // a slow disk may be faster later
        else if (thaw.cause == ThawCause::NeverSettled) {
            session.unit_refusals[action.unit][Act::Freeze] = {
                .why = say("why something is not done",
                           "an earlier attempt to pause it took too long"),
                .at = now};
        }
        // What ended the freeze of one unit ends the request. Otherwise the next turn would freeze
        // it again. While the app answers, as in Session::outlasts_ping(), that is what is wanted.
        if (const auto request = session.requests.find(action.app);
            request != session.requests.end() && !request->second.ended
            && thaw.cause != ThawCause::Awaited)
            request->second.ended = thaw.cause;
    }
    void operator()(const action::Adopt &adopt) const
    {
        session.adopting.insert_or_assign(adopt.leader, action.unit);
    }
    void operator()(const action::SplitTab &split) const
    {
        session.adopting.insert_or_assign(split.shell, action.unit);
    }
    void operator()(const action::RejoinTab & /*rejoin*/) const
    {
        session.rejoining.insert(action.unit);
    }
    void operator()(const action::ChangeLevel &change) const
    {
        if (session.level >= Level::High && change.level < Level::High)
            session.high_until = now;
        session.level = change.level;
        session.level_reason = change.because;
        session.level_since = now;
        if (change.level == Level::Calm) {
            // A slice never loses the focus, nor does what is hidden, nor a terminal's tab. So a
            // call that systemd did not answer in one shortage would count in all later ones. What
            // another program has set is refused again.
            for (auto &[unit, refusals] : session.unit_refusals) {
                refusals.erase(Act::Protect);
                refusals.erase(Act::Nap);
                if (const Unit *known = session.find_unit(unit);
                    known && (known->is_slice || known->terminal))
                    refusals.erase(Act::Boost);
            }
        }
    }
    void operator()(const action::Reclaim &reclaim) const
    {
        if (reclaim.from == ReclaimFrom::Frozen) {
            session.leases.at(action.unit).reclaiming = now;
            session.pressure.reclaim_began(action.unit, now);
            return;
        }
        const auto [entry, is_new] = session.reclaiming.try_emplace(
            action.unit, GentleReclaim{.app = action.app, .since = now});
        GentleReclaim &gentle = entry->second;
        gentle.asked = now;
        session.pressure.reclaim_began(action.unit, now);
        gentle.under_way = true;
        gentle.wanted = reclaim.bytes;
        gentle.held_back = reclaim.held_back;
        if (session.swap && !reclaim.file_pages_only)
            session.swap->asked += reclaim.bytes;
        gentle.file_pages_only = reclaim.file_pages_only;
        ++gentle.slices;
    }
    void operator()(const action::EndReclaim & /*end*/) const
    {
        session.reclaiming.erase(action.unit);
    }
    void operator()(const action::EndMeasurement &end) const
    {
        session.need_requests.erase(action.app);
        session.need_outcomes[action.app] = {end.used, end.needed, action.reason};
    }
    void operator()(const action::Notify &notify) const
    {
        session.notice = notify.notice;
        session.notice_since = now;
    }
    void operator()(const action::Unnotify & /*unnotify*/) const { session.notice.reset(); }
    void operator()(const action::Minimise & /*minimise*/) const
    {
        session.requests.at(action.app).minimised = true;
    }
    void operator()(const action::Close & /*close*/) const
    {
        session.close_asked.erase(action.app);
        session.quits_itself.erase(action.app); // looked up again the next time
    }
};

} // namespace

Changes Session::note(const Action &action, TimePoint now)
{
    std::visit(Note{*this, action, now}, action.what);
    if (std::holds_alternative<action::Thaw>(action.what))
        drop_request(action.app);
    name_culprit(action);
    if (action.app.empty() || std::holds_alternative<action::Reclaim>(action.what))
        return std::exchange(m_changed, {}); // no act on an app, or one of many slices
    last_reason[action.app] = action.reason;
    m_changed.apps.insert(action.app);
    return std::exchange(m_changed, {});
}

} // namespace headroom

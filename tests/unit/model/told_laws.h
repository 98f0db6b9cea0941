// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "told_world.h"

// What may be done in the world of random_events.h, judged by what was reported and done before.
// These laws never query the model.
namespace headroom::seen {

class ToldLaws {
public:
    explicit ToldLaws(const Config &config) : m_config(config) {}

    void happens(const Event &event, TimePoint now)
    {
        if (const auto *asked = std::get_if<event::FreezeAsked>(&event)) {
            m_asked[asked->app] = {now, asked->hold, asked->once_behind};
            if (asked->once_behind)
                m_left_at_once.insert(asked->app);
        }
        if (const auto *awaited = std::get_if<event::WindowAwaited>(&event))
            answers(awaited->window, now);
        if (const auto *thaw = std::get_if<event::ThawAsked>(&event))
            thawed_by_user(*thaw, now);
        if (const auto *settled = std::get_if<event::FreezerSettled>(&event);
            settled && settled->frozen && m_frozen.contains(settled->unit))
            m_frozen.at(settled->unit).settled = true;
        if (const auto *gone = std::get_if<event::UnitGone>(&event))
            m_frozen.erase(gone->unit);
        if (const auto *adopted = std::get_if<event::Adopted>(&event))
            m_adopting.erase(adopted->leader);
        if (const auto *gone = std::get_if<event::ProcessGone>(&event))
            m_adopting.erase(gone->process);
        if (const auto *refused = std::get_if<event::ActRefused>(&event)) {
            m_adopting.erase(refused->process);
            if (refused->action == Act::Freeze)
                m_frozen.erase(refused->unit);
        }
        m_world.happens(event, now);
    }

    void check(const Action &action, TimePoint now) const
    {
        EXPECT_FALSE(action.reason.empty());
        if (action.unit == UnitId{}) {
            EXPECT_TRUE(std::holds_alternative<action::ChangeLevel>(action.what)
                        || std::holds_alternative<action::EndMeasurement>(action.what)
                        || std::holds_alternative<action::Notify>(action.what)
                        || std::holds_alternative<action::Unnotify>(action.what));
            return;
        }
        EXPECT_EQ(action.name, m_world.name_of(action.unit));
        if (const auto *adopt = std::get_if<action::Adopt>(&action.what))
            check_adoption(action.unit, *adopt);
        else if (const auto *set = std::get_if<action::SetWeights>(&action.what))
            check_weights(action, *set, now);
        else if (const auto *protect = std::get_if<action::Protect>(&action.what))
            check_protection(action, *protect);
        else if (const auto *freeze = std::get_if<action::Freeze>(&action.what))
            check_freeze(action, *freeze, now);
        else if (const auto *ask = std::get_if<action::Ask>(&action.what))
            check_question(action, *ask, now);
        else if (const auto *minimise = std::get_if<action::Minimise>(&action.what))
            check_minimising(action, *minimise, now);
        else if (const auto *close = std::get_if<action::Close>(&action.what))
            check_close(action, *close);
        else if (const auto *slice = std::get_if<action::Reclaim>(&action.what);
                 slice && slice->from == ReclaimFrom::Background)
            check_slice(action, *slice, now);
        else if (std::holds_alternative<action::Thaw>(action.what))
            EXPECT_TRUE(m_frozen.contains(action.unit)) << "it was never frozen";
    }

    void done(const Action &action, TimePoint now)
    {
        if (const auto *freeze = std::get_if<action::Freeze>(&action.what))
            m_frozen[action.unit] = {action.app, now, freeze->cause, freeze->in_turn, false};
        if (std::holds_alternative<action::Thaw>(action.what)) {
            m_frozen.erase(action.unit);
            if (const auto asked = m_asked.find(action.app); asked == m_asked.end()
                || now >= asked->second.answers_until
                || action.reason != "its window had to respond")
                m_asked.erase(action.app); // the request has ended, and is no reason any more
        }
        if (std::holds_alternative<action::Minimise>(action.what))
            m_asked.at(action.app).minimised = true;
        if (const auto *change = std::get_if<action::ChangeLevel>(&action.what))
            m_level = change->level;
        if (const auto *adopt = std::get_if<action::Adopt>(&action.what))
            m_adopting.insert(adopt->leader);
    }

    /// Nothing stays frozen against a reason, nor against the event that has just come.
    void check_rest(const Event &event, TimePoint now) const
    {
        for (const auto &[unit, frozen] : m_frozen) {
            EXPECT_FALSE(is_in_front(unit, frozen.app, now)) << "invariant 10";
            EXPECT_FALSE(m_world.is_heard(unit, frozen.app)) << "an audible app is never frozen";
            EXPECT_TRUE(m_world.may_be_touched(unit)) << "invariant 3";
            EXPECT_FALSE(m_world.is_ending() || m_world.parts()) << "a frozen app couldn't answer";
            EXPECT_TRUE(m_world.has_source()) << "no click would end it";
            EXPECT_TRUE(std::ranges::all_of(m_world.whole(unit), [&](UnitId part) {
                return m_frozen.contains(part);
            })) << "half of the app is frozen";
            EXPECT_TRUE(frozen.settled || now < frozen.since + m_config.freeze_must_settle
                        || (frozen.cause == FreezeCause::Pressure && m_level == Level::Critical))
                << "it takes too long, and the level doesn't justify waiting";
            if (frozen.cause == FreezeCause::Pressure)
                check_rest_under_pressure(unit, frozen, now);
            else
                EXPECT_LT(now, request_expires(frozen.app))
                    << "it was requested for no longer than that";
            EXPECT_FALSE(ends(event, unit, frozen.app)) << "invariant 2";
        }
    }

    [[nodiscard]] const ToldWorld &world() const { return m_world; }

private:
    struct Asked {
        TimePoint at{};
        Duration hold{};
        bool once_behind = false;
        bool minimised = false;
        TimePoint answers_until{}; ///< it runs until then, and may be frozen again
    };
    struct Frozen {
        AppId app;
        TimePoint since{};
        FreezeCause cause{};
        bool in_turn = false;
        bool settled = false;
    };

    void thawed_by_user(const event::ThawAsked &thaw, TimePoint now)
    {
        for (const auto &[unit, frozen] : m_frozen) {
            if (!thaw.app || *thaw.app == frozen.app)
                m_thawed_by_user[frozen.app] = now;
        }
        if (thaw.app)
            m_asked.erase(*thaw.app);
        else
            m_asked.clear();
    }

    /// It was in front until it was frozen, so the compositor may have pinged it before.
    void answers(const WindowId &window, TimePoint now)
    {
        for (auto &[app, asked] : m_asked) {
            const bool was_pinged_before = std::ranges::any_of(m_frozen, [&](const auto &entry) {
                const auto &[unit, frozen] = entry;
                return frozen.app == app && frozen.cause == FreezeCause::Asked
                    && now < frozen.since + 3s && m_world.is_window_of(unit, window);
            });
            if (asked.once_behind && asked.answers_until == TimePoint{} && was_pinged_before)
                asked.answers_until = now + 2s;
        }
    }

    [[nodiscard]] TimePoint request_expires(const AppId &app) const
    {
        const auto asked = m_asked.find(app);
        if (asked == m_asked.end())
            return TimePoint::min();
        return asked->second.at
            + (asked->second.hold == 0s ? m_config.longest_freeze
                                        : std::min(asked->second.hold, m_config.longest_freeze));
    }

    /// Whether the event makes an app run, whatever had it frozen.
    [[nodiscard]] static bool ends(const Event &event, UnitId unit, const AppId &app)
    {
        if (const auto *thaw = std::get_if<event::ThawAsked>(&event))
            return !thaw->app || *thaw->app == app;
        if (const auto *launched = std::get_if<event::AppLaunched>(&event))
            return launched->app == app;
        if (const auto *starting = std::get_if<event::AppStarting>(&event))
            return starting->app == app;
        if (const auto *held = std::get_if<event::HoldTaken>(&event))
            return held->app == app;
        if (const auto *started = std::get_if<event::ProgramStarted>(&event))
            return started->unit == unit;
        if (const auto *needed = std::get_if<event::UnitNeeded>(&event))
            return needed->unit == unit;
        if (const auto *unread = std::get_if<event::EventsUnread>(&event))
            return unread->unit == unit;
        return false;
    }

    void check_rest_under_pressure(UnitId unit, const Frozen &frozen, TimePoint now) const
    {
        EXPECT_LT(now, frozen.since + m_config.longest_freeze) << "no freeze lasts longer";
        EXPECT_FALSE(m_world.is_held(frozen.app)) << "invariant 2: a hold outranks policy";
        EXPECT_FALSE(m_world.is_on_duty(unit, frozen.app, now))
            << "a frozen app couldn't do its duty";
        EXPECT_FALSE(m_world.is_read_aloud(unit)) << "a screen reader would wait for it";
    }

    void check_adoption(UnitId from, const action::Adopt &adopt) const
    {
        EXPECT_TRUE(m_world.is_stray_source(from) || m_world.may_have_kin(from)
                    || m_world.is_tab(from) || m_world.is_part_of_session(from))
            << "invariant 3";
        EXPECT_FALSE(m_world.is_desktop(adopt.leader))
            << "invariant 3: the desktop stays where it is";
        EXPECT_FALSE(m_adopting.contains(adopt.leader)) << "it is being adopted";
        EXPECT_NE(m_world.main_pid(from), adopt.leader.pid) << "a service keeps its main process";
        EXPECT_TRUE(!m_world.is_service(from) || m_world.main_pid(from))
            << "invariant 7: an unknown main process may be any of them";
    }

    /// What the user has left is not, after a while; or at once if they have requested to pause it.
    [[nodiscard]] bool is_in_front(UnitId unit, const AppId &app, TimePoint now) const
    {
        return m_world.is_in_front(unit, now - m_config.freezing.unfocused_for)
            && !(m_left_at_once.contains(app) && m_world.front_may_be_left());
    }

    void check_minimising(const Action &action, const action::Minimise &minimise,
                          TimePoint now) const
    {
        const auto asked = m_asked.find(action.app);
        ASSERT_NE(asked, m_asked.end()) << "it was not requested";
        EXPECT_TRUE(asked->second.once_behind && now < asked->second.at + 10s);
        EXPECT_FALSE(asked->second.minimised) << "it was asked already";
        EXPECT_TRUE(m_world.may_be_touched(action.unit)) << "invariant 3";
        EXPECT_TRUE(std::ranges::all_of(minimise.windows, [&](const WindowId &id) {
            return m_world.has_normal_window(id);
        })) << "there is no such window";
    }

    void check_close(const Action &action, const action::Close &close) const
    {
        EXPECT_TRUE(m_world.wants_to_close(action.app)) << "it was not requested";
        EXPECT_TRUE(std::ranges::all_of(close.windows, [&](const WindowId &id) {
            return m_world.has_normal_window(id);
        })) << "there is no such window";
    }

    void check_weights(const Action &action, const action::SetWeights &set, TimePoint now) const
    {
        EXPECT_TRUE(set.weights.cpu || set.weights.io);
        EXPECT_TRUE(!set.weights.cpu || m_world.can(Capability::CpuWeight)) << "invariant 7";
        EXPECT_TRUE(!set.weights.io || m_world.can(Capability::IoWeight)) << "invariant 7";
        if (action.app.empty()) { // the desktop's own, for which a slice has to be named
            EXPECT_EQ(action.name, "session.slice");
            EXPECT_EQ(set.kind, WeightKind::Boost);
            EXPECT_FALSE(set.weights.io);
            return;
        }
        if (set.kind == WeightKind::Boost) {
            for (const UnitId member : m_world.members(action.unit))
                EXPECT_TRUE(m_world.may_be_touched(member)) << "invariant 3";
            return;
        }
        EXPECT_FALSE(m_world.is_heard(action.unit, action.app))
            << "an audible app keeps its weight";
        EXPECT_FALSE(m_world.was_heard_since(action.unit, now - m_config.sound_lingers))
            << "a pause is no silence";
        check_hidden(action, now);
    }

    void check_protection(const Action &action, const action::Protect &protect) const
    {
        EXPECT_TRUE(m_world.can(Capability::Protect)) << "invariant 7";
        EXPECT_GT(protect.bytes, 0U) << "invariant 7";
        if (action.name.ends_with(".slice"))
            return;
        EXPECT_TRUE(m_world.may_be_touched(action.unit)) << "invariant 3";
        EXPECT_TRUE(m_world.front()) << "without an app in front, none is protected";
    }

    /// Laws of what is done only to hidden apps.
    void check_hidden(const Action &action, TimePoint now) const
    {
        EXPECT_TRUE(m_world.may_be_touched(action.unit)) << "invariant 3";
        EXPECT_FALSE(is_in_front(action.unit, action.app, now)) << "it is in front";
        EXPECT_TRUE(m_world.visibility_is_told()) << "invariant 7: unknown is not hidden";
        EXPECT_FALSE(m_world.can_be_seen(action.unit)) << "it has a window that is visible";
        EXPECT_FALSE(m_world.is_held(action.app)) << "invariant 2";
    }

    void check_freeze(const Action &action, const action::Freeze &freeze, TimePoint now) const
    {
        EXPECT_TRUE(m_world.may_be_touched(action.unit)) << "invariant 3";
        EXPECT_FALSE(is_in_front(action.unit, action.app, now)) << "invariant 10";
        EXPECT_FALSE(m_world.is_heard(action.unit, action.app)) << "an audible app is never frozen";
        EXPECT_FALSE(m_world.is_ending() || m_world.parts()) << "it must be able to answer";
        EXPECT_TRUE(m_world.has_source()) << "no click would end it";
        EXPECT_TRUE(m_world.is_left_alone_by_systemd(action.unit)) << "systemd would hang";
        EXPECT_TRUE(m_world.can(Capability::Freeze) && m_world.can(Capability::RecordFrozen))
            << "invariant 7";
        if (freeze.cause == FreezeCause::Asked) {
            EXPECT_LT(now, request_expires(action.app))
                << "invariant 2: no request since it was thawed";
            EXPECT_GE(now, m_asked.at(action.app).answers_until) << "it is to answer";
        } else {
            EXPECT_FALSE(m_world.is_read_aloud(action.unit)) << "a screen reader would wait for it";
            check_freeze_under_pressure(action, now);
        }
        if (freeze.in_turn) {
            EXPECT_FALSE(freeze.grew) << "a freeze in turn has no culprit";
            check_hidden(action, now);
            check_shortage(now);
        }
    }

    /// Only what may be frozen is asked.
    void check_question(const Action &action, const action::Ask &ask, TimePoint now) const
    {
        EXPECT_TRUE(m_world.may_be_touched(action.unit)) << "invariant 3";
        EXPECT_FALSE(is_in_front(action.unit, action.app, now)) << "invariant 10";
        EXPECT_FALSE(m_frozen.contains(action.unit)) << "it could not answer";
        EXPECT_FALSE(ask.listeners.empty());
        for (const ProcessId process : ask.listeners)
            EXPECT_TRUE(m_world.listens(process));
        check_freeze_under_pressure(action, now);
    }

    void check_freeze_under_pressure(const Action &action, TimePoint now) const
    {
        EXPECT_TRUE(m_world.may_be_stopped_by_its_kind(action.app))
            << "invariant 7: what kind of app it is";
        EXPECT_FALSE(m_world.is_a_terminal(action.unit));
        EXPECT_FALSE(m_world.is_held(action.app)) << "invariant 2: a hold outranks policy";
        EXPECT_FALSE(m_world.is_on_duty(action.unit, action.app, now))
            << "a frozen app couldn't do its duty";
        const auto thawed = m_thawed_by_user.find(action.app);
        EXPECT_TRUE(thawed == m_thawed_by_user.end()
                    || now >= thawed->second + m_config.freezing.user_thaw_exempts)
            << "invariant 2: the user outranks policy";
        EXPECT_FALSE(m_world.was_in_front_since(action.unit, now - m_config.freezing.unfocused_for))
            << "it was in front until a moment ago, however it left";
        EXPECT_TRUE(m_world.visibility_is_told()
                    || m_world.front_was_known_since(now - m_config.freezing.unfocused_for))
            << "invariant 7: it may be in front";
        const auto &sample = m_world.last_sample();
        EXPECT_TRUE(sample) << "there was no sample";
        const auto is_it = [&](const UnitUse &use) { return use.unit == action.unit; };
        const auto use = sample ? std::ranges::find_if(sample->units, is_it)
                                : std::vector<UnitUse>::const_iterator{};
        EXPECT_TRUE(sample && use != sample->units.end() && !use->marked_exempt)
            << "it is marked as exempt";
    }

    void check_shortage(TimePoint now) const
    {
        const auto &memory = m_world.last_sample()->memory;
        EXPECT_TRUE(!memory
                    || 4 * (memory->available - std::min(memory->available, memory->active_file))
                        < memory->total)
            << "there is enough memory";
        for (const auto &[unit, frozen] : m_frozen)
            EXPECT_TRUE(frozen.cause != FreezeCause::Pressure
                        || now >= frozen.since + m_config.freezing.between_freezes)
                << "the last one must take effect first";
    }

    void check_slice(const Action &action, const action::Reclaim &slice, TimePoint now) const
    {
        const bool requested = m_world.wants_to_know_need_of(action.app);
        EXPECT_TRUE(m_config.gentle.enabled || requested) << "this is switched off";
        check_hidden(action, now);
        EXPECT_FALSE(m_frozen.contains(action.unit));
        EXPECT_FALSE(m_world.is_ending() || m_world.parts());
        EXPECT_TRUE(m_world.runs_on_mains() || requested) << "invariant 7: it may be on battery";
        const UnitMemory *memory = m_world.memory_of(action.unit);
        ASSERT_TRUE(memory && memory->current) << "invariant 7: its memory is unknown";
        EXPECT_FALSE(memory->marked_exempt);
        EXPECT_GE(*memory->current - slice.bytes, m_config.gentle.least);
        EXPECT_LE(static_cast<double>(slice.bytes) * 100,
                  static_cast<double>(*memory->current) * m_config.gentle.share
                      * WorkingSet::fastest);
        const event::WorkingSetsSeen *look = m_world.last_look_at_memory();
        ASSERT_TRUE(look && look->memory && (look->swapped_out || look->swap_on_disk == false))
            << "invariant 7: unknown swap has no room";
        EXPECT_GT(look->memory->swap_total, 0U);
        EXPECT_GE(100.0 * static_cast<double>(look->memory->swap_free),
                  m_config.reclaim.swap_reserve * static_cast<double>(look->memory->swap_total));
    }

    const Config &m_config;
    ToldWorld m_world;
    std::map<AppId, Asked> m_asked; ///< and not thawed since
    /// A request to pause them was to wait until they are not in front.
    std::set<AppId> m_left_at_once;
    std::map<UnitId, Frozen> m_frozen;
    std::map<AppId, TimePoint> m_thawed_by_user;
    std::set<ProcessId> m_adopting;
    Level m_level = Level::Unknown;
};

} // namespace headroom::seen

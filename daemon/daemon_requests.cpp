// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

#include "ended_leases.h"
#include "model/job.h"
#include "model/settings.h"
#include "policy/close_asked.h"
#include "policy/disabled.h"
#include "policy/exempt.h"
#include "policy/explain.h"
#include "policy/minimise_first.h"
#include "policy/why_not_frozen.h"
#include "sys/bus_queries.h"
#include "sys/log.h"
#include "sys/own_language.h"
#include "sys/quit_action.h"

// Passes requests from D-Bus clients and from acts to the part that answers them.
namespace headroom {

namespace {

/// In the user's language: the sentence is for the user who made the request.
std::unexpected<Error> no(ErrorKind kind, const Sentence &why)
{
    return error(kind, in_own_language(why));
}

/// The app whose rule is set. The next tab will be another app, so a rule for a tab is its
/// terminal's.
AppId ruled(const Session &session, const AppId &app)
{
    const Unit *tab = tab_called(session, app);
    return tab && !tab->terminal->empty() ? *tab->terminal : app;
}

} // namespace

Result<void> Daemon::is_there(const AppId &app) const
{
    if (m_loop.session().units_of(app).empty() && !m_loop.session().has_windows(app))
        return no(ErrorKind::NoSuchApp, say("answer to a request", "there is no app {}", app));
    return {};
}

void Daemon::explain(const AppId &app, const Explained &done)
{
    // Open and locked files are inspected when memory runs short. An answer before that must be the
    // same, so this inspects them first.
    m_inspector.look_at(m_loop.session().units_of(m_loop.session().app_called(app)),
                        [this, app, done] {
                            m_loop.settle();
                            done(explained(app));
                        });
}

void Daemon::hold(const AppId &app, const std::string &holder, const std::string &reason)
{
    m_loop.post(event::HoldTaken{app, holder, reason});
    m_loop.settle(); // a frozen app is thawed before the answer
}

void Daemon::release(const AppId &app, const std::string &holder)
{
    m_loop.post(event::HoldReleased{app, holder});
}

Requests::ReadHistory Daemon::history(WallTime since)
{
    m_given_back.note_answer(m_history.size());
    return [history = m_history, since, now = wall_now()] { return history.since(since, now); };
}

Totals Daemon::totals()
{
    return {.tally = m_tally,
            .began = m_began,
            .now = m_loop.now(),
            .slices = {m_place.manager_path + "/app.slice",
                       m_place.manager_path + "/background.slice"}};
}

std::map<Resource, StallAverages> Daemon::machine_pressure()
{
    return m_pressure.averages();
}

std::map<Resource, StallAverages> Daemon::foreground_pressure()
{
    return m_pressure.followed_averages();
}

Result<UniqueFd> Daemon::record()
{
    m_pressure.report_all_again();
    return m_recorder.add(m_loop.session(), m_loop.now());
}

void Daemon::set_setting(const std::string &name, const std::string &value, const Done &done)
{
    const AppId app{app_of_rule(name)};
    m_settings.set(app.empty() ? name : rule_of(ruled(m_loop.session(), app)), value,
                   [this, done](const Result<void> &is_set) {
                       m_loop.settle(); // the caller must find the new value
                       done(is_set);
                   });
}

void Daemon::disable_for(Duration length)
{
    m_disabled_until = wall_now() + length;
    log::info(length > Duration::zero()
                  ? std::format("paused on request for {:%T}",
                                std::chrono::floor<std::chrono::seconds>(length))
                  : "resumed on request");
    m_loop.post(event::DisabledFor{length});
    m_loop.settle(); // the caller must find that everything is undone
}

std::optional<WallTime> Daemon::disabled_until() const
{
    return is_disabled(m_loop.session(), m_loop.now()) ? std::optional{m_disabled_until}
                                                       : std::nullopt;
}

void Daemon::enable_extension(const Done &done)
{
    m_gnome_extension.enable(done);
}

Result<std::string> Daemon::report_windows(std::string_view compositor, std::string_view json)
{
    auto wish = m_windows.report(compositor, json);
    // The foreground window must not wait for the rest of this main loop iteration.
    m_loop.settle();
    return wish;
}

void Daemon::compositor_changed(std::string_view compositor, bool present)
{
    m_windows.compositor_changed(compositor, present);
}

void Daemon::reporter_gone()
{
    m_windows.reporter_gone();
}

void Daemon::compositor_process(std::int32_t pid)
{
    m_windows.compositor_process(pid);
}

bool Daemon::is_compositor(const std::string &name) const
{
    return m_compositor_interface.is_compositor(name);
}

Result<std::vector<Sentence>> Daemon::explained(const AppId &id) const
{
    const AppId app = m_loop.session().app_called(id);
    if (const auto there = is_there(app); !there)
        return std::unexpected(there.error());
    return headroom::explain(m_loop.session(), m_loop.config(), app, m_loop.now());
}

Result<void> Daemon::freeze(const AppId &id, Duration hold)
{
    const AppId app = m_loop.session().app_called(id);
    if (auto there = is_there(app); !there)
        return there;
    if (const auto why = why_request_refused(m_loop.session(), app))
        return no(ErrorKind::Refused, *why);
    const bool once_behind = minimises_on_request(m_loop.session(), app);
    m_loop.post(event::FreezeAsked{app, hold, once_behind});
    m_loop.settle();
    const auto why = once_behind ? refuse_freeze_behind(m_loop.session(), app)
                                 : refuse_freeze(m_loop.session(), app);
    if (why)
        return no(ErrorKind::Failed, *why);
    return {};
}

bool Daemon::may_freeze(const AppId &app) const
{
    return !why_request_refused(m_loop.session(), app);
}

Result<void> Daemon::thaw(const AppId &id)
{
    const AppId app = m_loop.session().app_called(id);
    if (auto there = is_there(app); !there)
        return there;
    m_loop.post(event::ThawAsked{app});
    m_loop.settle();
    return {};
}

Result<void> Daemon::may_be_closed(const AppId &app) const
{
    const Session &session = m_loop.session();
    if (auto there = is_there(app); !there)
        return there;
    if (session.units_of(app).empty())
        // It has a window, whose process is in another app's unit.
        return no(ErrorKind::Refused,
                  say("why an application can't be frozen", "{} has no unit of its own", app));
    for (const UnitId unit : session.units_of(app)) {
        if (const auto why = exempt(session, unit))
            return no(ErrorKind::Refused, *why);
    }
    return {};
}

/// A frozen app is thawed first: while frozen, it can neither report nor run a quit action.
void Daemon::close(const AppId &id, bool unasked, const Done &done)
{
    const AppId app = m_loop.session().app_called(id);
    if (const auto may = may_be_closed(app); !may)
        return done(may);
    if (close_way(m_loop.session(), app))
        return done(close_now(app, unasked));
    m_loop.post(event::ThawAsked{app});
    m_loop.settle();
    query_pid(m_bus, app.c_str(), default_bus_timeout, m_end.get(),
              [this, app, unasked, done](Result<std::int32_t> pid) {
                  const auto process =
                      pid.and_then([this](std::int32_t known) { return m_processes.look(known); });
                  m_loop.settle(); // the process may have been located only now
                  if (!process || m_loop.session().app_of(*process) != app)
                      return done(close_now(app, unasked));
                  ask_for_quit_action(m_bus, app, m_end.get(),
                                      [this, app, unasked, done](bool offered) {
                                          m_loop.post(event::QuitLookedFor{app, offered});
                                          done(close_now(app, unasked));
                                      });
              });
}

Result<void> Daemon::close_now(const AppId &app, bool unasked)
{
    m_loop.settle(); // apply what was found meanwhile
    const Session &session = m_loop.session();
    if (auto may = may_be_closed(app); !may)
        return may;
    if (!unasked && !close_way(session, app))
        return no(ErrorKind::Refused, why_not_closed(session, app));
    m_loop.post(unasked ? Event{event::EndAsked{app}} : Event{event::CloseAsked{app}});
    m_loop.settle();
    for (const UnitId unit : session.units_of(app)) {
        if (const auto why = session.refusal(unit, Act::Close))
            return no(ErrorKind::Failed, *why);
    }
    return {};
}

Result<void> Daemon::close_windows(const std::vector<WindowId> &windows)
{
    return m_windows.close(windows);
}

Result<void> Daemon::minimise_windows(const std::vector<WindowId> &windows)
{
    return m_windows.minimise(windows);
}

/// The choice has closed the notification. Without an answer, the user would think that a refused
/// request was carried out.
void Daemon::answer_choice(const AppId &app, const Result<void> &done) const
{
    if (!done)
        m_actor->show_text(app, m_loop.session().name_of(app), done.error().sentence);
}

void Daemon::freeze_was_chosen(const AppId &app)
{
    answer_choice(app, freeze(app, Duration{0}));
}

void Daemon::close_was_chosen(const AppId &app)
{
    close(app, false, [this, app](const Result<void> &done) { answer_choice(app, done); });
}

void Daemon::never_was_chosen(const AppId &app)
{
    set_setting(rule_of(app), "never",
                [this, app](const Result<void> &done) { answer_choice(app, done); });
}

unsigned Daemon::thaw_all()
{
    const auto before = m_loop.session().leases;
    m_loop.post(event::ThawAsked{});
    m_loop.settle();
    return ended_leases(before, m_loop.session().leases);
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/claims.h"

#include "sys/service_query.h"
#include "sys/bus_queries.h"
#include "sys/log_about.h"

#include <algorithm>
#include <format>
#include <memory>
#include <set>
#include <utility>

namespace headroom {

namespace {

/// Of one source. An app with more connections than one is in one unit with all of them, unless it
/// is given more units.
constexpr std::size_t most_claims = 256;
constexpr std::size_t most_later = 1024; ///< until it is known whose the first ones are
constexpr std::size_t most_of_a_peer = 16;
constexpr std::size_t most_of_a_unit = 32;

struct PendingAnswer {
    Claims *claims;
    std::string key;
    std::uint64_t number;
};

} // namespace

Claims::Claims(std::string source, GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_source(std::move(source)), m_bus(bus), m_processes(processes), m_emit(std::move(emit))
{
}

Claims::~Claims()
{
    g_cancellable_cancel(m_end.get());
}

/// Any program may list items for another one's bus name. Those that it lacks must not take the
/// places of those that it has.
void Claims::set_all(const std::vector<Claim> &all)
{
    std::set<std::string> keys;
    for (const Claim &claim : all)
        keys.insert(claim.key);
    keep_only(keys);
    const std::set<std::string> last = std::exchange(m_dropped, {});
    m_later.clear();
    for (const bool were_dropped : {false, true}) {
        for (const Claim &claim : all) {
            if (last.contains(claim.key) != were_dropped)
                continue;
            if (m_known.size() < most_claims)
                add(claim);
            else if (m_later.size() < most_later)
                m_later.push_back(claim);
        }
    }
}

void Claims::keep_only(const std::set<std::string> &keys)
{
    std::vector<std::string> gone;
    for (const auto &[key, known] : m_known) {
        if (!keys.contains(key))
            gone.push_back(key);
    }
    for (const std::string &key : gone)
        remove(key);
}

void Claims::add(const Claim &claim)
{
    if (m_known.contains(claim.key) || m_known.size() >= most_claims
        || count_of(claim.peer) >= most_of_a_peer)
        return;
    Known &known = m_known[claim.key];
    known.claim = claim;
    if (claim.peer.empty())
        return admit(claim.key, claim.pid);
    known.number = ++m_questions;
    ask_for_process(claim.key, known.number,
                    [this, key = claim.key](std::int32_t pid) { admit(key, pid); });
}

std::size_t Claims::count_of(const std::string &peer) const
{
    return peer.empty()
        ? 0
        : static_cast<std::size_t>(std::ranges::count_if(
              m_known, [&](const auto &entry) { return entry.second.claim.peer == peer; }));
}

std::size_t Claims::count_in(UnitId unit) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_known, [&](const auto &entry) { return entry.second.unit == unit; }));
}

void Claims::change(const std::string &key, DutyKind kind)
{
    const auto known = m_known.find(key);
    if (known == m_known.end() || known->second.claim.kind == kind)
        return;
    known->second.claim.kind = kind;
    if (!known->second.reported)
        return; // report() comes later, with this kind
    known->second.reported->kind = kind;
    m_emit(event::DutySeen{*known->second.reported});
}

void Claims::remove(const std::string &key)
{
    if (m_known.erase(key) > 0)
        m_emit(event::DutyGone{id(key)});
}

void Claims::ask_for_process(const std::string &key, std::uint64_t number, Answered answered)
{
    query_pid(m_bus, m_known.at(key).claim.peer.c_str(), duty_answer_ms, m_end.get(),
              [this, key, number, answered = std::move(answered)](Result<std::int32_t> pid) {
                  const auto known = m_known.find(key);
                  if (known != m_known.end() && known->second.number == number)
                      answered(pid.value_or(0)); // else the duty has ended, or is asked for anew
              });
}

/// Before the peer is asked: one that never answers would keep the places of others. Its process is
/// followed only if it has the duty.
void Claims::admit(const std::string &key, std::int32_t pid)
{
    Known &known = m_known.at(key);
    if (const auto unit = m_processes.unit_now(pid)) {
        if (count_in(*unit) >= most_of_a_unit)
            return drop(key);
        known.unit = *unit;
    }
    if (known.claim.tray_object.empty())
        report(key, pid);
    else
        ask_for_item(key, known.claim);
}

/// Any program may register any name with the watcher. By its specification each item has an Id. If
/// the peer lacks it, the item isn't the peer's.
void Claims::ask_for_item(const std::string &key, const Claim &claim)
{
    g_dbus_connection_call(
        m_bus, claim.peer.c_str(), claim.tray_object.c_str(), "org.freedesktop.DBus.Properties",
        "Get", g_variant_new("(ss)", "org.kde.StatusNotifierItem", "Id"), G_VARIANT_TYPE("(v)"),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, duty_answer_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<PendingAnswer> pending{static_cast<PendingAnswer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, problem.out())};
            if (!g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED))
                pending->claims->item_answered(pending->key, pending->number,
                                               answer ? nullptr : problem->message);
        },
        new PendingAnswer{this, key, m_known.at(key).number});
}

/// problem: nullptr if the item is there. If it isn't, the peer is asked again when the item is
/// listed again: this may have been too early.
void Claims::item_answered(const std::string &key, std::uint64_t number, const char *problem)
{
    const auto known = m_known.find(key);
    if (known == m_known.end() || known->second.number != number)
        return;
    if (!problem) // the answer may have taken long, so the process is asked for again
        return ask_for_process(key, number, [this, key](std::int32_t pid) { report(key, pid); });
    log::info_about(
        0,
        std::format("{} has no tray icon, although one was registered for it: {}", key, problem));
    drop(key);
}

void Claims::drop(const std::string &key)
{
    const Claim dropped = m_known.extract(key).mapped().claim;
    if (!dropped.tray_object.empty() && m_dropped.size() < most_claims)
        m_dropped.insert(key);
    if (on_dropped)
        on_dropped(dropped);
    if (m_later.empty())
        return;
    const Claim next = std::move(m_later.front());
    m_later.pop_front();
    add(next);
}

void Claims::report(const std::string &key, std::int32_t pid)
{
    Known &known = m_known.at(key);
    const Claim &claim = known.claim;
    Duty duty{.id = id(key),
              .kind = claim.kind,
              .process = {},
              .app_name = claim.app_name,
              .detail = claim.detail};
    if (const auto process = pid > 0
            ? m_processes.look(pid)
            : Result<ProcessId>{error(ErrorKind::BadInput, "no process was named")}) {
        duty.process = *process;
    } else if (claim.app_name.empty() || !claim.peer.empty()) {
        // The app name of a process that hides doesn't count: it may name any app.
        log::info_about(pid,
                        std::format("the owner of {} can't be identified: {}", duty.id,
                                    process.error().sentence));
        return drop(key);
    }
    known.reported = duty;
    m_emit(event::DutySeen{std::move(duty)});
}

} // namespace headroom

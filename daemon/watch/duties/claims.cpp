// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/claims.h"

#include "sys/service_query.h"
#include "sys/bus_queries.h"
#include "sys/log_about.h"

#include <format>
#include <memory>
#include <set>

namespace headroom {

namespace {

constexpr std::size_t most_claims = 256; ///< of one source

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

void Claims::set_all(const std::vector<Claim> &all)
{
    std::set<std::string> keys;
    for (const Claim &claim : all)
        keys.insert(claim.key);
    keep_only(keys);
    for (const Claim &claim : all)
        add(claim);
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
    if (m_known.contains(claim.key) || m_known.size() >= most_claims)
        return;
    Known &known = m_known[claim.key];
    known.claim = claim;
    if (!claim.peer.empty()) {
        known.number = ++m_questions;
        ask(claim);
    } else {
        report(claim.key, claim, claim.pid);
    }
}

void Claims::remove(const std::string &key)
{
    if (m_known.erase(key) > 0)
        m_emit(event::DutyGone{id(key)});
}

void Claims::ask(const Claim &claim)
{
    if (claim.tray_object.empty())
        ask_for_process(claim.key, m_questions);
    else
        ask_for_item(claim);
}

/// Any program may register any name with the watcher. By its specification each item has an Id. If
/// the peer lacks it, the item isn't the peer's.
void Claims::ask_for_item(const Claim &claim)
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
            if (answer)
                pending->claims->ask_for_process(pending->key, pending->number);
            else if (!g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED))
                pending->claims->drop_without_item(pending->key, pending->number, problem->message);
        },
        new PendingAnswer{this, claim.key, m_questions});
}

/// The peer is asked again when the item is listed again: this may have been too early.
void Claims::drop_without_item(const std::string &key, std::uint64_t number, const char *problem)
{
    const auto known = m_known.find(key);
    if (known == m_known.end() || known->second.number != number)
        return;
    m_known.erase(known);
    log::info_about(
        0,
        std::format("{} has no tray icon, although one was registered for it: {}", key, problem));
}

void Claims::ask_for_process(const std::string &key, std::uint64_t number)
{
    const auto known = m_known.find(key);
    if (known == m_known.end() || known->second.number != number)
        return; // the duty has ended, or a newer query is under way
    query_pid(m_bus, known->second.claim.peer.c_str(), duty_answer_ms, m_end.get(),
              [this, key, number](Result<std::int32_t> pid) {
                  const auto asked = m_known.find(key);
                  if (asked != m_known.end() && asked->second.number == number)
                      report(key, asked->second.claim, pid.value_or(0));
              });
}

void Claims::report(const std::string &key, const Claim &claim, std::int32_t pid)
{
    Duty duty{.id = id(key),
              .kind = claim.kind,
              .process = {},
              .app_name = claim.app_name,
              .detail = claim.detail};
    if (const auto process = pid > 0
            ? m_processes.look(pid)
            : Result<ProcessId>{error(ErrorKind::BadInput, "no process was named")})
        duty.process = *process;
    // The app name of a process that hides doesn't count: it may name any app.
    else if (claim.app_name.empty() || !claim.peer.empty())
        return log::info_about(pid,
                               std::format("the owner of {} can't be identified: {}", duty.id,
                                           process.error().sentence));
    m_emit(event::DutySeen{std::move(duty)});
}

} // namespace headroom

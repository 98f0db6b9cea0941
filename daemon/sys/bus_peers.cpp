// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/bus_peers.h"

#include "sys/flatpak.h"
#include "sys/log_about.h"
#include "sys/off_the_loop.h"
#include "sys/process.h"

#include <format>
#include <gio/gunixfdlist.h>

namespace headroom {

namespace {

constexpr const char *the_bus = "org.freedesktop.DBus";
/// The bus has delivered the call, so it is alive and will answer. It may be slow when memory is
/// short, and a timeout would then refuse a permitted caller.
constexpr int no_limit = G_MAXINT;
constexpr guint root_answers_within_ms = 500;
constexpr std::size_t most_waiting = 64; ///< calls of one connection
/// Roots read at the same time. Each occupies a thread while its file system does not answer.
constexpr unsigned most_roots = 4;

/// "ProcessFD" is an index into the descriptors of the message (dbus 1.15.8, dbus-broker 34). The
/// pidfd refers to the process that made the connection, even if its pid was reused since.
UniqueFd pidfd_in(GVariant *credentials, GUnixFDList *fds)
{
    gint32 index = -1;
    if (!fds || !g_variant_lookup(credentials, "ProcessFD", "h", &index) || index < 0
        || index >= g_unix_fd_list_get_length(fds))
        return UniqueFd{};
    return UniqueFd{g_unix_fd_list_get(fds, index, nullptr)};
}

/// The security module's label of the process. The bytes end in a NUL.
std::string label_in(GVariant *credentials)
{
    const VariantPtr label{
        g_variant_lookup_value(credentials, "LinuxSecurityLabel", G_VARIANT_TYPE_BYTESTRING)};
    return label ? g_variant_get_bytestring(label.get()) : "";
}

/// A bus without pidfds reports a number that another process may have by now. The start time then
/// at least shows whether the pid changed hands during the look.
BusPeer looked_at(BusPeer peer, const std::string &proc_root, const std::string &label,
                  const UniqueFd &pidfd)
{
    const ProcessTable table{proc_root};
    const auto before = table.stat(peer.pid);
    peer.sandbox = sandbox_of(proc_root, peer.pid, label);
    const auto after = table.stat(peer.pid);
    const bool is_the_same =
        before && after && before->id == after->id && (!pidfd || is_alive(pidfd.get()));
    if (is_the_same)
        peer.start_ticks = before->id.start_ticks;
    else
        peer.sandbox = unidentified("the process that made the connection has ended");
    return peer;
}

/// The answer for a call that cannot even wait.
BusPeer called_too_often(BusPeer peer)
{
    peer.sandbox = {.standing = Standing::Sandboxed,
                    .why = "it called too often before it was identified",
                    .app = {},
                    .has_own_files = false};
    return peer;
}

} // namespace

BusPeers::BusPeers(GDBusConnection *bus, std::string proc_root, std::string runtime_dir)
    : m_bus(bus), m_proc_root(std::move(proc_root)), m_runtime_dir(std::move(runtime_dir))
{
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, the_bus, the_bus, "NameOwnerChanged", "/org/freedesktop/DBus", nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer self) {
            const char *name = nullptr;
            const char *owner = nullptr;
            g_variant_get(parameters, "(&s&s&s)", &name, nullptr, &owner);
            if (*name == ':' && *owner == '\0')
                static_cast<BusPeers *>(self)->gone(name);
        },
        this, nullptr);
}

BusPeers::~BusPeers()
{
    g_cancellable_cancel(m_end.get());
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

void BusPeers::identify(const std::string &name, Answer answer)
{
    const auto [at, is_new] = m_known.try_emplace(name);
    Known &known = at->second;
    if (is_new)
        known.peer = {.name = name,
                      .pid = 0,
                      .start_ticks = {},
                      .sandbox = unidentified("it asked before it was identified")};
    if (known.settled)
        return answer(known.peer);
    if (known.waiting.size() >= most_waiting)
        return answer(called_too_often(known.peer));
    known.waiting.push_back(std::move(answer));
    if (is_new)
        request_credentials(name);
}

void BusPeers::identify_owner(const std::string &name, const std::string &owner, Answer answer)
{
    identify(owner, [this, name, answer = std::move(answer)](const BusPeer &peer) mutable {
        if (is_outside(peer.sandbox))
            return answer(peer);
        if (peer.pid == 0)
            return; // the connection has ended
        ++m_ignored;
        log::warning_about(peer.pid,
                           std::format("process {} on the bus owns the name {}, which only the "
                                       "desktop should own; ignoring it, because {} ({} of these "
                                       "so far)",
                                       peer.pid, name, peer.sandbox.why, m_ignored));
    });
}

const BusPeer *BusPeers::find(const std::string &name) const
{
    const auto known = m_known.find(name);
    return known == m_known.end() || !known->second.settled ? nullptr : &known->second.peer;
}

bool BusPeers::has_its_pid(const BusPeer &peer) const
{
    const auto stat = ProcessTable{m_proc_root}.stat(peer.pid);
    return stat && peer.start_ticks == stat->id.start_ticks;
}

void BusPeers::request_credentials(const std::string &name)
{
    struct PendingAnswer {
        BusPeers *peers;
        std::string name;
    };
    g_dbus_connection_call_with_unix_fd_list(
        m_bus, the_bus, "/org/freedesktop/DBus", the_bus, "GetConnectionCredentials",
        g_variant_new("(s)", name.c_str()), G_VARIANT_TYPE("(a{sv})"), G_DBUS_CALL_FLAGS_NONE,
        no_limit, nullptr, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<PendingAnswer> pending{static_cast<PendingAnswer *>(data)};
            GErrorOut problem;
            GUnixFDList *sent = nullptr;
            const VariantPtr answer{g_dbus_connection_call_with_unix_fd_list_finish(
                G_DBUS_CONNECTION(bus), &sent, result, problem.out())};
            const ObjectPtr<GUnixFDList> fds{sent};
            if (g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED))
                return;
            if (!answer) // nothing is known: the next call asks again, if there is one
                return pending->peers->gone(pending->name);
            const VariantPtr credentials{g_variant_get_child_value(answer.get(), 0)};
            pending->peers->take_credentials(pending->name, credentials.get(),
                                             pidfd_in(credentials.get(), fds.get()));
        },
        new PendingAnswer{this, name});
}

void BusPeers::take_credentials(const std::string &name, GVariant *credentials, UniqueFd pidfd)
{
    const auto known = m_known.find(name);
    if (known == m_known.end())
        return; // the connection is gone
    guint32 pid = 0;
    if (!g_variant_lookup(credentials, "ProcessID", "u", &pid) || pid == 0 || pid > G_MAXINT32) {
        known->second.peer.sandbox = unidentified("the bus does not report its process");
        return settle(name);
    }
    known->second.peer.pid = static_cast<std::int32_t>(pid);
    off_the_loop<BusPeer>(
        m_end.get(), "[headroom] a caller",
        [proc = m_proc_root, peer = known->second.peer, label = label_in(credentials),
         pidfd = std::move(pidfd)] { return looked_at(peer, proc, label, pidfd); },
        [this](BusPeer looked) { take_look(std::move(looked)); });
}

void BusPeers::take_look(BusPeer looked)
{
    const std::string name = looked.name;
    const auto known = m_known.find(name);
    if (known == m_known.end())
        return;
    BusPeer &peer = known->second.peer;
    peer = std::move(looked);
    if (peer.sandbox.has_own_files && peer.sandbox.app.empty() && m_roots_read < most_roots)
        read_root(name);
    else
        settle(name);
}

/// The peer is sandboxed in any case. The file only shows as which app it may make requests.
void BusPeers::read_root(const std::string &name)
{
    Known &known = m_known.at(name);
    known.timeout = Timer::once(root_answers_within_ms, [this, name] { settle(name); });
    ++m_roots_read;
    off_the_loop<AppId>(
        m_end.get(), "[headroom] a caller's root",
        [proc = m_proc_root, runtime_dir = m_runtime_dir, pid = known.peer.pid] {
            return noted_flatpak_app(proc, runtime_dir, pid);
        },
        [this, name](AppId app) {
            --m_roots_read;
            const auto asker = m_known.find(name);
            if (asker == m_known.end() || asker->second.settled)
                return; // the connection is gone, or reading took too long
            asker->second.peer.sandbox.app = std::move(app);
            settle(name);
        });
}

void BusPeers::settle(const std::string &name)
{
    Known &known = m_known.at(name);
    known.settled = true;
    known.timeout.stop();
    const BusPeer peer = known.peer; // an answer may end in gone()
    for (Answer &answer : std::exchange(known.waiting, {}))
        answer(peer);
}

void BusPeers::gone(const std::string &name)
{
    const auto known = m_known.extract(name);
    if (known.empty())
        return;
    for (Answer &answer : known.mapped().waiting) // every call must get an answer
        answer(known.mapped().peer);
    if (on_gone)
        on_gone(name);
}

} // namespace headroom

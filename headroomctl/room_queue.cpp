// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "room_queue.h"

#include <memory>
#include <utility>

namespace headroom::ctl {

namespace {

constexpr const char *name_of_queue = "org.headroomd.Headroom1.Queue";
constexpr const char *bus_itself = "org.freedesktop.DBus";
/// In a process that runs, a thread of GDBus answers at once, whatever the others do. One that is
/// passed by mistake loses one place.
constexpr int silent_after_ms = 3000;

using Answer = std::function<void(GVariant *answer, const GError *problem)>;

struct Call {
    const char *peer;
    const char *interface;
    const char *method;
    GVariant *arguments; ///< floating, or nullptr
};

/// Once `end` is cancelled, `answered` does not run.
void send(GDBusConnection *bus, const Call &call, GCancellable *end, Answer answered)
{
    g_dbus_connection_call(
        bus, call.peer, "/org/freedesktop/DBus", call.interface, call.method, call.arguments,
        nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START, silent_after_ms, end,
        [](GObject *source, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<Answer> asker{static_cast<Answer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, problem.out())};
            if (g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED) == FALSE)
                (*asker)(answer.get(), problem.get());
        },
        new Answer{std::move(answered)});
}

/// Empty, too, if the queue does not contain us.
std::vector<std::string> listed_before(const std::string &us, GVariant *answer)
{
    if (answer == nullptr || g_variant_is_of_type(answer, G_VARIANT_TYPE("(as)")) == FALSE)
        return {};
    std::vector<std::string> before;
    g_autoptr(GVariantIter) owners = nullptr;
    g_variant_get(answer, "(as)", &owners);
    const char *owner = nullptr;
    while (g_variant_iter_next(owners, "&s", &owner) != FALSE) {
        if (us == owner)
            return before;
        before.emplace_back(owner);
    }
    return {};
}

} // namespace

RoomQueue::RoomQueue(GDBusConnection *bus, std::function<void()> changed)
    : m_bus(bus), m_changed(std::move(changed))
{
    const auto acquired = [](GDBusConnection *, const char *, gpointer queue) {
        static_cast<RoomQueue *>(queue)->set(true);
    };
    // GLib calls it also for a name that another connection has. We are then in the queue for it.
    const auto lost = [](GDBusConnection *, const char *, gpointer queue) {
        static_cast<RoomQueue *>(queue)->set(false);
    };
    m_owner =
        g_bus_own_name_on_connection(bus, name_of_queue, G_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT,
                                     acquired, lost, this, nullptr);
}

RoomQueue::~RoomQueue()
{
    g_cancellable_cancel(m_end.get());
    g_bus_unown_name(m_owner);
}

void RoomQueue::pass_the_silent()
{
    if (std::exchange(m_is_asking, true))
        return;
    send(m_bus, {bus_itself, bus_itself, "ListQueuedOwners", g_variant_new("(s)", name_of_queue)},
         m_end.get(), [this](GVariant *answer, const GError *) {
             const char *us = g_dbus_connection_get_unique_name(m_bus);
             const auto before = listed_before(us != nullptr ? us : "", answer);
             m_is_asking = !before.empty();
             if (m_is_asking)
                 ask(before);
         });
}

void RoomQueue::ask(const std::vector<std::string> &before_us)
{
    const std::vector<std::string> rest(before_us.begin() + 1, before_us.end());
    send(m_bus, {before_us.front().c_str(), "org.freedesktop.DBus.Peer", "Ping", nullptr},
         m_end.get(), [this, rest](GVariant *, const GError *problem) {
             // An error of any other kind is an answer, or the peer has ended.
             if (g_error_matches(problem, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) == FALSE)
                 m_is_asking = false;
             else if (rest.empty())
                 take_first_place();
             else
                 ask(rest);
         });
}

/// The bus puts the former head behind us, not at the end: it allows replacement and queues.
void RoomQueue::take_first_place()
{
    constexpr guint32 flags =
        G_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT | G_BUS_NAME_OWNER_FLAGS_REPLACE;
    send(m_bus,
         {bus_itself, bus_itself, "RequestName", g_variant_new("(su)", name_of_queue, flags)},
         m_end.get(), [this](GVariant *, const GError *) { m_is_asking = false; });
}

void RoomQueue::set(bool is_head)
{
    m_is_head = is_head;
    m_is_behind = !is_head;
    if (m_changed)
        m_changed();
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "far_end.h"

#include "require.h"

#include <array>
#include <gio/gunixfdlist.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom {

namespace {

constexpr const char *the_bus = "org.freedesktop.DBus";
constexpr const char *the_bus_path = "/org/freedesktop/DBus";
constexpr gint64 patience_us = 60'000'000;

ObjectPtr<GIOStream> stream_of(int fd)
{
    const ObjectPtr<GSocket> socket{g_socket_new_from_fd(fd, nullptr)};
    require(socket != nullptr, "a socket is one");
    return ObjectPtr<GIOStream>{
        G_IO_STREAM(g_socket_connection_factory_create_connection(socket.get()))};
}

/// Each end waits for the other's handshake, so neither may be opened synchronously.
void open_end(int fd, const char *guid, GDBusConnectionFlags flags, ObjectPtr<GDBusConnection> &end)
{
    const ObjectPtr<GIOStream> stream = stream_of(fd);
    g_dbus_connection_new(
        stream.get(), guid, flags, nullptr, nullptr,
        [](GObject *, GAsyncResult *result, gpointer where) {
            GErrorOut problem;
            static_cast<ObjectPtr<GDBusConnection> *>(where)->reset(
                g_dbus_connection_new_finish(result, problem.out()));
            require(!problem, "both ends are there", problem ? problem->message : "");
        },
        &end);
}

GDBusConnectionFlags flags(GDBusConnectionFlags one, GDBusConnectionFlags other)
{
    return static_cast<GDBusConnectionFlags>(one | other);
}

GVariant *credentials_of(std::string_view name)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    if (name != FarEnd::stranger)
        g_variant_builder_add(&builder, "{sv}", "ProcessID",
                              g_variant_new_uint32(static_cast<guint32>(getpid())));
    if (name == FarEnd::snap)
        g_variant_builder_add(&builder, "{sv}", "LinuxSecurityLabel",
                              g_variant_new_bytestring("snap.org-b.org-b (enforce)"));
    return g_variant_new("(a{sv})", &builder);
}

/// The first argument of a call, if it is text.
std::string first_text(GVariant *arguments)
{
    if (!arguments || g_variant_n_children(arguments) == 0)
        return {};
    const VariantPtr first{g_variant_get_child_value(arguments, 0)};
    return g_variant_is_of_type(first.get(), G_VARIANT_TYPE_STRING)
        ? g_variant_get_string(first.get(), nullptr)
        : "";
}

} // namespace

FarEnd::FarEnd()
{
    std::array<int, 2> fds{};
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) == 0,
            "there are two ends");
    const CharPtr guid{g_dbus_generate_guid()};
    open_end(fds[0], guid.get(),
             flags(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER,
                   G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING),
             m_far);
    open_end(fds[1], nullptr,
             flags(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT,
                   G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
             m_near);
    while (!m_far)
        g_main_context_iteration(nullptr, TRUE);
    g_dbus_connection_add_filter(m_far.get(), filter, this, nullptr);
    // the first message is Hello to the bus
    g_dbus_connection_start_message_processing(m_far.get());
    while (!m_near)
        g_main_context_iteration(nullptr, TRUE);
}

FarEnd::~FarEnd()
{
    g_dbus_connection_close_sync(m_near.get(), nullptr, nullptr);
    g_dbus_connection_close_sync(m_far.get(), nullptr, nullptr);
}

std::uint32_t FarEnd::call(const char *sender, const std::string &path,
                           const std::string &interface, const std::string &member,
                           GVariant *arguments)
{
    const ObjectPtr<GDBusMessage> message{g_dbus_message_new_method_call(
        "org.headroomd.Headroom1", path.c_str(), interface.c_str(), member.c_str())};
    g_dbus_message_set_sender(message.get(), sender);
    if (arguments)
        g_dbus_message_set_body(message.get(), arguments);
    volatile guint32 given = 0;
    // the answer must not arrive before it is expected
    const std::scoped_lock lock{m_mutex};
    require(g_dbus_connection_send_message(m_far.get(), message.get(),
                                           G_DBUS_SEND_MESSAGE_FLAGS_NONE, &given, nullptr),
            "a call is sent", member);
    const std::uint32_t serial = given;
    m_open.insert(serial);
    return serial;
}

void FarEnd::signal(const char *sender, const std::string &path, const std::string &interface,
                    const std::string &member, GVariant *arguments)
{
    const ObjectPtr<GDBusMessage> message{
        g_dbus_message_new_signal(path.c_str(), interface.c_str(), member.c_str())};
    g_dbus_message_set_sender(message.get(), sender);
    g_dbus_message_set_body(message.get(), arguments);
    require(g_dbus_connection_send_message(m_far.get(), message.get(),
                                           G_DBUS_SEND_MESSAGE_FLAGS_NONE, nullptr, nullptr),
            "a signal is sent", member);
}

void FarEnd::owner_changed(const char *name, const char *before, const char *now)
{
    signal(the_bus, the_bus_path, the_bus, "NameOwnerChanged",
           g_variant_new("(sss)", name, before, now));
}

void FarEnd::goes(const char *name)
{
    owner_changed(name, name, "");
}

void FarEnd::compositor_comes_or_goes()
{
    const bool comes = !m_has_compositor;
    m_has_compositor = comes;
    owner_changed("org.kde.KWin", comes ? "" : compositor, comes ? compositor : "");
}

GDBusMessage *FarEnd::filter(GDBusConnection *connection, GDBusMessage *message, gboolean incoming,
                             gpointer self)
{
    if (!incoming)
        return message;
    auto *far = static_cast<FarEnd *>(self);
    if (g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL)
        far->asked(connection, message);
    else
        far->heard(message);
    g_object_unref(message);
    return nullptr;
}

void FarEnd::heard(GDBusMessage *message)
{
    const std::scoped_lock lock{m_mutex};
    if (g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL) {
        const char *to = g_dbus_message_get_destination(message);
        m_leaks += to && (std::string_view{to} == snap || std::string_view{to} == stranger) ? 1 : 0;
        return;
    }
    const guint32 serial = g_dbus_message_get_reply_serial(message);
    GVariant *body = g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_RETURN
        ? g_dbus_message_get_body(message)
        : nullptr;
    m_answers[serial] = VariantPtr{body ? g_variant_ref(body) : nullptr};
    m_open.erase(serial);
    g_main_context_wakeup(nullptr);
}

void FarEnd::asked(GDBusConnection *connection, GDBusMessage *message)
{
    const char *to = g_dbus_message_get_destination(message);
    GVariant *answer = nullptr;
    if (to && std::string_view{to} == the_bus)
        answer =
            answer_of_bus(g_dbus_message_get_member(message), g_dbus_message_get_body(message));
    ObjectPtr<GDBusMessage> reply;
    if (answer) {
        reply.reset(g_dbus_message_new_method_reply(message));
        g_dbus_message_set_body(reply.get(), answer);
    } else {
        reply.reset(g_dbus_message_new_method_error_literal(
            message, "org.freedesktop.DBus.Error.ServiceUnknown", "nobody is there"));
    }
    g_dbus_message_set_sender(reply.get(), to ? to : the_bus);
    (void)g_dbus_connection_send_message(connection, reply.get(), G_DBUS_SEND_MESSAGE_FLAGS_NONE,
                                         nullptr, nullptr);
}

GVariant *FarEnd::answer_of_bus(const std::string &member, GVariant *arguments) const
{
    const std::string name = first_text(arguments);
    if (member == "Hello")
        return g_variant_new("(s)", ":1.0");
    if (member == "AddMatch" || member == "RemoveMatch")
        return g_variant_new("()");
    if (member == "GetNameOwner")
        return name == "org.kde.KWin" && m_has_compositor ? g_variant_new("(s)", compositor)
            : name.starts_with(':')                       ? g_variant_new("(s)", name.c_str())
                                                          : nullptr;
    if (member == "GetConnectionCredentials")
        return credentials_of(name);
    if (member == "GetConnectionUnixProcessID")
        return name == stranger || !name.starts_with(':')
            ? nullptr
            : g_variant_new("(u)", static_cast<guint32>(getpid()));
    if (member == "NameHasOwner")
        return g_variant_new("(b)", FALSE);
    if (member == "RequestName" || member == "ReleaseName")
        return g_variant_new("(u)", 1U);
    if (member == "ListNames" || member == "ListActivatableNames")
        return g_variant_new("(@as)", g_variant_new_strv(nullptr, 0));
    return nullptr;
}

void FarEnd::until_answered()
{
    const gint64 over = g_get_monotonic_time() + patience_us;
    const auto is_open = [&] {
        const std::scoped_lock lock{m_mutex};
        return !m_open.empty();
    };
    while (is_open()) {
        require(g_get_monotonic_time() < over, "each call has an answer");
        g_main_context_iteration(nullptr, TRUE);
    }
}

VariantPtr FarEnd::body(std::uint32_t serial)
{
    const std::scoped_lock lock{m_mutex};
    const auto answer = m_answers.find(serial);
    return answer == m_answers.end() || !answer->second
        ? VariantPtr{}
        : VariantPtr{g_variant_ref(answer->second.get())};
}

unsigned FarEnd::leaks()
{
    const std::scoped_lock lock{m_mutex};
    return m_leaks;
}

void FarEnd::forget()
{
    const std::scoped_lock lock{m_mutex};
    m_answers.clear();
    m_has_compositor = true;
}

} // namespace headroom

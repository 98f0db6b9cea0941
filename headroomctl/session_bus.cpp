// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "session_bus.h"

#include <string_view>

#include <glib/gi18n.h>

#include "sys/plain_text.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

bool is_any_of(const GError *error, GQuark domain, std::initializer_list<int> codes)
{
    for (const int code : codes) {
        if (g_error_matches(error, domain, code))
            return true;
    }
    return false;
}

bool is_peer_absent(const GError *error)
{
    return is_any_of(error, G_DBUS_ERROR,
                     {G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER,
                      G_DBUS_ERROR_DISCONNECTED})
        || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

/// NoReply means either that the peer died during the call, or that it is too slow.
bool no_answer(const GError *error)
{
    return is_any_of(error, G_DBUS_ERROR,
                     {G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_TIMEOUT, G_DBUS_ERROR_TIMED_OUT})
        || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
}

/// "NoSuchApp" of "org.headroomd.Headroom1.Error.NoSuchApp" as "no-such-app". Empty for errors that
/// are not headroomd's.
std::string code_in(const char *error_name)
{
    constexpr std::string_view ours = "org.headroomd.Headroom1.Error.";
    const std::string_view name = error_name != nullptr ? error_name : "";
    if (!name.starts_with(ours))
        return {};
    std::string code;
    for (const char letter : name.substr(ours.size())) {
        if (g_ascii_isupper(letter) && !code.empty())
            code += '-';
        code += g_ascii_tolower(letter);
    }
    return plain_text(code);
}

/// Without an address GLib starts a bus of its own (dbus-launch), to which nothing else is
/// connected and which nothing ends.
bool has_address()
{
    g_autofree char *usual = g_build_filename(g_get_user_runtime_dir(), "bus", nullptr);
    return g_getenv("DBUS_SESSION_BUS_ADDRESS") != nullptr
        || g_file_test(usual, G_FILE_TEST_EXISTS);
}

} // namespace

std::expected<ObjectPtr<GDBusConnection>, Failure> session_bus()
{
    if (!has_address())
        return std::unexpected(Failure{
            NotReachable,
            C_("error: a sentence",
               "There is no session bus here; headroomctl has to be run in a user's session.")});
    // Translators: what headroomctl waits for, in "Waiting for %s…".
    PendingResult pending(C_("what headroomctl waits for: a noun", "the session bus"));
    g_bus_get(G_BUS_TYPE_SESSION, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    GDBusConnection *bus = g_bus_get_finish(pending.result(), &error);
    if (bus == nullptr)
        // Translators: %s is GLib's description of the problem.
        return std::unexpected(
            Failure{NotReachable,
                    formatted(C_("error: a sentence", "The session bus cannot be reached: %s."),
                              error->message)});
    // Otherwise GLib would silently end us by SIGTERM when the bus goes away.
    g_dbus_connection_set_exit_on_close(bus, FALSE);
    return ObjectPtr<GDBusConnection>(bus);
}

Failure failed_call(const GError *error, const char *peer)
{
    if (is_peer_absent(error)) {
        if (g_str_equal(peer, "headroomd"))
            return daemon_absent();
        // Translators: %s is the name of a program, "headroomd" or "systemd".
        return {NotReachable,
                formatted(C_("error: a sentence", "%s is not on the session bus."), peer)};
    }
    if (no_answer(error))
        // Translators: %s is the name of a program, "headroomd" or "systemd".
        return {NotReachable, formatted(C_("error: a sentence", "%s did not answer."), peer)};
    g_autoptr(GError) stripped = g_error_copy(error);
    g_dbus_error_strip_remote_error(stripped);
    g_autofree char *name = g_dbus_error_get_remote_error(error);
    const std::string code = code_in(name);
    const int status = code == "no-such-app" ? NoSuchApp : Refused;
    if (*stripped->message != '\0')
        return {status, stripped->message, code};
    // Translators: the name of a program, "headroomd" or "systemd", and that of a D-Bus error.
    return {status,
            formatted(C_("error: a sentence", "%s refused, and gave no reason but %s."), peer,
                      name != nullptr ? name : "?"),
            code};
}

Failure daemon_absent()
{
    return {NotReachable,
            C_("error: a sentence",
               "headroomd is not running. To start it, now and at every login: systemctl --user "
               "enable --now headroomd")};
}

Failure bus_gone()
{
    return {NotReachable, C_("error: a sentence", "The session bus has gone away.")};
}

} // namespace headroom::ctl

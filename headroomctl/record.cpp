// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "session_bus.h"
#include "terminal_text.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

/// The sink, owned by a list that D-Bus can send; it closes what it owns.
std::expected<ObjectPtr<GUnixFDList>, Failure> open_sink(const std::string &path, bool force)
{
    // Without O_NONBLOCK a FIFO that nobody reads would hold us here. 0600: it tells which apps were used when.
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (force ? O_TRUNC : O_EXCL);
    const int fd = open(path.c_str(), flags, 0600);
    if (fd >= 0)
        return ObjectPtr<GUnixFDList>(g_unix_fd_list_new_from_array(&fd, 1));
    const int why = errno;
    g_autofree char *name = g_filename_display_name(path.c_str());
    if (why == EEXIST)
        // Translators: %s is a file. --force is an option.
        return std::unexpected(Failure{Refused, formatted(C_("error: a sentence", "%s exists. To overwrite it, say --force."), name)});
    // Translators: a file, and the system's word for what is wrong.
    return std::unexpected(Failure{Refused, formatted(C_("error: a sentence", "%s cannot be written: %s."), name, g_strerror(why))});
}

std::expected<void, Failure> begin(HeadroomDbusManager *daemon, GUnixFDList *sink)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_record(daemon, g_variant_new_handle(0), sink, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_record_finish(daemon, /* out_fd_list= */ nullptr, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return {};
}

gboolean set(gpointer flag)
{
    *static_cast<bool *>(flag) = true;
    return G_SOURCE_CONTINUE;
}

/// Until a signal asks us to end, or the daemon is gone: false. The recording itself is the daemon's doing.
bool ended_by_user(HeadroomDbusManager *daemon)
{
    bool asked = false;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        g_unix_signal_add(signal, set, &asked);
    g_signal_connect_swapped(daemon, "notify::g-name-owner", G_CALLBACK(+[] { g_main_context_wakeup(nullptr); }), nullptr);
    g_printerr("%s\n", C_("progress: what goes on", "Recording. Ctrl+C ends it.")); // only now that it does
    while (!asked) {
        g_autofree char *owner = g_dbus_proxy_get_name_owner(G_DBUS_PROXY(daemon));
        if (owner == nullptr)
            return false;
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    }
    return true;
}

} // namespace

Outcome record(int argc, char **argv)
{
    gboolean force = FALSE;
    const GOptionEntry options[] = {
        {"force", 0, 0, G_OPTION_ARG_NONE, &force, C_("option: what it does, a verb phrase", "Overwrite the file if it exists"), nullptr},
        {},
    };
    const Usage usage{
        "record", C_("parameter", "FILE"),
        C_("help: what the command does, third person", "Writes all that Headroom sees and does to a file, until Ctrl+C. It holds no window titles.")};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (words->size() != 1)
        return wrong_usage(C_("error in the command line: a request", "Name one file."));
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const std::string &path = words->front();
    const auto sink = open_sink(path, force != FALSE);
    if (!sink)
        return std::unexpected(sink.error());
    if (const auto begun = begin(daemon->get(), sink->get()); !begun) {
        if (force == FALSE)
            unlink(path.c_str()); // we made it, and it is empty
        return std::unexpected(begun.error());
    }
    if (!ended_by_user(daemon->get()))
        return std::unexpected(Failure{NotReachable, C_("error: a sentence", "headroomd has ended, and the recording with it.")});
    return Succeeded;
}

} // namespace headroom::ctl

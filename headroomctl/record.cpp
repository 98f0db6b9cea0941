// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gunixfdlist.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "nohup.h"
#include "session_bus.h"
#include "sys/timer.h"
#include "terminal_text.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

Failure not_written(const std::string &path, const char *why)
{
    g_autofree char *name = g_filename_display_name(path.c_str());
    // Translators: a file, and the system's description of the problem.
    return {Refused, formatted(C_("error: a sentence", "%s cannot be written: %s."), name, why)};
}

struct Target {
    int fd;
    bool is_new; ///< it did not exist
};

/// Opens the file to write to. What it contains stays until the daemon has agreed.
std::expected<Target, Failure> open_file(const std::string &path, bool force)
{
    // Without O_NONBLOCK, opening a FIFO without a reader would block. 0600: the recording reveals
    // which apps were used when.
    constexpr int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    int fd = open(path.c_str(), flags | O_EXCL, 0600);
    const bool is_new = fd >= 0;
    if (!is_new && errno == EEXIST && force)
        fd = open(path.c_str(), flags, 0600);
    if (fd >= 0)
        return Target{fd, is_new};
    const int why = errno;
    g_autofree char *name = g_filename_display_name(path.c_str());
    if (why == EEXIST)
        // Translators: %s is a file. --force is an option.
        return std::unexpected(Failure{
            Refused,
            formatted(C_("error: a sentence", "%s exists. To overwrite it, use --force."), name)});
    return std::unexpected(not_written(path, g_strerror(why)));
}

/// A device or a FIFO has nothing to lose, and ftruncate() would fail. The mode that open() was
/// given is only that of a new file.
std::expected<void, Failure> empty(const std::string &path, int fd)
{
    struct stat info{};
    if (fstat(fd, &info) == 0
        && (!S_ISREG(info.st_mode) || (fchmod(fd, 0600) == 0 && ftruncate(fd, 0) == 0)))
        return {};
    return std::unexpected(not_written(path, g_strerror(errno)));
}

/// Starts the recording and returns the stream from headroomd.
std::expected<int, Failure> begin(HeadroomDbusManager *daemon)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_record(daemon, /* fd_list= */ nullptr, nullptr,
                                      PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    g_autoptr(GVariant) handle = nullptr;
    g_autoptr(GUnixFDList) fds = nullptr;
    if (!headroom_dbus_manager_call_record_finish(daemon, &handle, &fds, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    const int stream =
        fds != nullptr ? g_unix_fd_list_get(fds, g_variant_get_handle(handle), &error) : -1;
    if (stream < 0)
        // Translators: %s is the name of a program, "headroomd" or "systemd".
        return std::unexpected(Failure{
            Refused, formatted(C_("error: a sentence", "%s did not answer."), "headroomd")});
    return stream;
}

/// A recording that is being copied to the file.
struct Copying {
    int stream;
    GCancellable *cancellable;
    Timer timeout{}; ///< with the file, once it is to end
    bool asked_to_end = false;
    bool done = false;
    std::string problem; ///< empty: none
};

/// Ends the recording. What is already recorded is still written, unless the file accepts none of
/// it for two seconds.
gboolean end(gpointer data)
{
    auto *copying = static_cast<Copying *>(data);
    copying->asked_to_end = true;
    shutdown(copying->stream, SHUT_RD);
    if (!copying->timeout)
        copying->timeout = Timer::once_in_seconds(
            2, [cancellable = copying->cancellable] { g_cancellable_cancel(cancellable); });
    return G_SOURCE_CONTINUE;
}

void copied(GObject *file, GAsyncResult *result, gpointer data)
{
    auto *copying = static_cast<Copying *>(data);
    g_autoptr(GError) error = nullptr;
    if (g_output_stream_splice_finish(G_OUTPUT_STREAM(file), result, &error) < 0)
        copying->problem = error->message;
    copying->done = true;
}

/// Copies until a signal or the end of the stream.
Copying copy(int stream, int file)
{
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    Copying copying{.stream = stream, .cancellable = cancellable, .problem = {}};
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (signal != SIGHUP || !under_nohup())
            g_unix_signal_add(signal, end, &copying);
    }
    g_autoptr(GInputStream) from = g_unix_input_stream_new(stream, /* close_fd= */ TRUE);
    g_autoptr(GOutputStream) to = g_unix_output_stream_new(file, /* close_fd= */ TRUE);
    g_output_stream_splice_async(to, from, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, G_PRIORITY_DEFAULT,
                                 cancellable, copied, &copying);
    g_printerr("%s\n",
               C_("progress: what goes on", "Recording. Ctrl+C ends it.")); // only once it does
    while (!copying.done)
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    copying.timeout.stop();
    return copying;
}

/// Whether the daemon is really there. Its bus name may outlast it by a moment.
bool is_there(HeadroomDbusManager *daemon)
{
    PendingResult pending("headroomd");
    g_dbus_proxy_call(G_DBUS_PROXY(daemon), "org.freedesktop.DBus.Peer.Ping", nullptr,
                      G_DBUS_CALL_FLAGS_NO_AUTO_START, /* timeout_msec= */ -1, nullptr,
                      PendingResult::arrived, &pending);
    g_autoptr(GVariant) answer =
        g_dbus_proxy_call_finish(G_DBUS_PROXY(daemon), pending.result(), nullptr);
    return answer != nullptr;
}

/// Why the recording ended. Success if the user ended it.
Outcome outcome(HeadroomDbusManager *daemon, const std::string &path, const Copying &copying)
{
    if (!copying.problem.empty())
        return std::unexpected(not_written(path, copying.problem.c_str()));
    if (copying.asked_to_end)
        return Succeeded;
    if (!is_there(daemon))
        return std::unexpected(
            Failure{NotReachable,
                    C_("error: a sentence", "headroomd has ended, and the recording with it.")});
    return std::unexpected(
        Failure{Refused,
                C_("error: a sentence",
                   "headroomd has ended the recording: it could not be written fast enough.")});
}

} // namespace

Outcome record(int argc, char **argv)
{
    gboolean force = FALSE;
    const GOptionEntry options[] = {
        {"force", 0, 0, G_OPTION_ARG_NONE, &force,
         C_("option: what it does, a verb phrase", "Overwrite the file if it exists"), nullptr},
        {},
    };
    const Usage usage{"record", C_("parameter", "FILE"),
                      C_("help: what the command does, third person",
                         "Writes all that Headroom sees and does to a file, until Ctrl+C. The file "
                         "contains no window titles.")};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (words->size() != 1)
        return wrong_usage(C_("error in the command line: a request", "Name one file."));
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const std::string &path = words->front();
    const auto file = open_file(path, force != FALSE);
    if (!file)
        return std::unexpected(file.error());
    const auto stream = begin(daemon->get());
    if (!stream) {
        if (file->is_new)
            unlink(path.c_str()); // we made it, and it is empty
        return std::unexpected(stream.error());
    }
    if (const auto emptied = empty(path, file->fd); !emptied)
        return std::unexpected(emptied.error());
    return outcome(daemon->get(), path, copy(*stream, file->fd));
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "failure.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include <poll.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "terminal_text.h"

namespace headroom::ctl {

namespace {

/// Whether stdout is a pipe that nothing reads. By the time of report(), errno may be another's.
bool reader_is_gone()
{
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return poll(&output, 1, /* timeout= */ 0) == 1 && (output.revents & POLLERR) != 0;
}

} // namespace

std::string formatted(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *result = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return result;
}

std::string code_of(const Failure &failure)
{
    if (!failure.code.empty())
        return failure.code;
    switch (failure.status) {
    case WrongUsage: return "invalid-usage";
    case NotReachable: return "no-daemon";
    case NoSuchApp: return "no-such-app";
    default: return "failed";
    }
}

std::unexpected<Failure> wrong_usage(const std::string &sentence)
{
    // Translators: the first is a complete sentence about what is wrong, the second a command such
    // as "headroomctl freeze".
    const auto both = formatted(
        C_("error in the command line: a sentence, then a request", "%s Try \"%s --help\"."),
        sentence.c_str(), g_get_prgname());
    return std::unexpected(Failure{WrongUsage, both});
}

int report(const Outcome &outcome)
{
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        // A reader that has read enough ("| head") is no error.
        if (errno != EPIPE && !reader_is_gone())
            // Translators: %s is the system's description of the problem.
            g_printerr("headroomctl: %s\n",
                       formatted(C_("error: a sentence", "The output cannot be written: %s."),
                                 g_strerror(errno))
                           .c_str());
        return Refused;
    }
    if (outcome)
        return *outcome;
    if (!outcome.error().sentence.empty())
        g_printerr("headroomctl: %s\n", plain_text(outcome.error().sentence).c_str());
    return outcome.error().status;
}

} // namespace headroom::ctl

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdlib>
#include <memory>

#include <pwd.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include <glib.h>

#include "endpoint.h"

namespace headroom::metrics {

namespace {

struct Options {
    char **allowed = nullptr;
    int idle = 20;
    int connection = 30;
    std::vector<std::string> command;
};

int fail(const std::string &sentence)
{
    g_printerr("headroom-metrics: %s\n", sentence.c_str());
    return EXIT_FAILURE;
}

std::expected<Options, std::string> parse(int argc, char **argv)
{
    Options options;
    const GOptionEntry entries[] = {
        {"allow", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.allowed,
         "Another user that may connect over TCP", "USER"},
        {"idle", 0, 0, G_OPTION_ARG_INT, &options.idle, "Seconds without use before it ends", "N"},
        {"connection", 0, 0, G_OPTION_ARG_INT, &options.connection,
         "The longest time for a connection, in seconds", "N"},
        {},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("COMMAND [ARGUMENT...]");
    g_option_context_set_summary(context, "Serves what the command prints, as OpenMetrics.");
    g_option_context_set_strict_posix(context, TRUE); // the command has options of its own
    g_option_context_add_main_entries(context, entries, nullptr);
    g_autoptr(GError) error = nullptr;
    if (!g_option_context_parse(context, &argc, &argv, &error))
        return std::unexpected(error->message);
    options.command.assign(argv + 1, argv + argc);
    if (options.command.empty())
        return std::unexpected("name the command that prints the metrics");
    if (options.idle <= 0 || options.connection <= 0)
        return std::unexpected("times are at least a second");
    return options;
}

/// The kernel shows all users as this one that have no number in our user namespace.
constexpr uid_t nobody = 65534;

/// The session's own user, root, and those who were named.
std::expected<std::set<uid_t>, std::string> users_allowed(char **names)
{
    std::set<uid_t> users{getuid(), 0};
    for (char **name = names; name != nullptr && *name != nullptr; ++name) {
        const passwd *entry = getpwnam(*name);
        if (entry == nullptr || entry->pw_uid == nobody)
            return std::unexpected("there is no such user: " + std::string{*name});
        users.insert(entry->pw_uid);
    }
    users.erase(nobody);
    return users;
}

int run(int argc, char **argv)
{
    const auto options = parse(argc, argv);
    if (!options)
        return fail(options.error());
    if (sd_listen_fds(/* unset_environment= */ 1) != 1)
        return fail("systemd has to start it with one socket, as headroom-metrics.socket does");
    const auto users = users_allowed(options->allowed);
    if (!users)
        return fail(users.error());
    const Serving serving{
        .command = options->command,
        .users = *users,
        .limits = {std::chrono::seconds{options->idle}, std::chrono::seconds{options->connection}}};
    const auto endpoint = Endpoint::listen(SD_LISTEN_FDS_START, serving);
    if (!endpoint)
        return fail(endpoint.error());
    (*endpoint)->serve();
    return EXIT_SUCCESS;
}

} // namespace

} // namespace headroom::metrics

int main(int argc, char **argv)
{
    return headroom::metrics::run(argc, argv);
}

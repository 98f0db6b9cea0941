// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <string>

#include <glib/gi18n.h>

#include "app_id.h"
#include "arguments.h"
#include "child_command.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "jobserver.h"
#include "make_flags.h"
#include "own_scope.h"
#include "program.h"

namespace headroom::ctl {

namespace {

/// What a terminal takes without a reader. No build has use for more.
constexpr gint64 most_jobs = 4096;

std::expected<unsigned, Failure> checked(gint64 jobs)
{
    if (jobs < 1 || jobs > most_jobs)
        // Translators: -j is an option.
        return wrong_usage(formatted(
            C_("error in the command line: a sentence", "-j takes a number of jobs from 1 to %d."),
            static_cast<int>(most_jobs)));
    return static_cast<unsigned>(jobs);
}

/// "-j8", as people write it for make, becomes "--jobs=8": GOption takes the value of a short
/// option from the next word only.
std::vector<std::string> spelled_out(int argc, char **argv)
{
    std::vector<std::string> words(argv, argv + argc);
    for (std::size_t at = 1; at < words.size() && words[at].starts_with('-'); ++at) {
        std::string &word = words[at];
        if (word == "--")
            break;
        if (takes_next_word(word))
            ++at; // its value
        else if (word.starts_with("-j"))
            word.replace(0, 2, "--jobs=");
    }
    return words;
}

Outcome run_as(const std::string &app_id, const std::vector<std::string> &command, unsigned jobs)
{
    const auto daemon = running_daemon(Properties::FollowLevel);
    if (!daemon)
        return std::unexpected(daemon.error());
    auto tty = TokenTty::make();
    if (!tty)
        return std::unexpected(tty.error());
    if (const auto moved = enter_own_scope(bus_of(daemon->get()), app_id, joined(command)); !moved)
        return std::unexpected(moved.error());
    Jobserver server(std::move(*tty), jobs, daemon->get());
    const char *before = g_getenv("MAKEFLAGS");
    ChildCommand build;
    build.set_variable("MAKEFLAGS",
                       make_flags(before != nullptr ? before : "", jobs, server.path()));
    if (const auto started = build.start(command); !started)
        return std::unexpected(started.error());
    if (const auto pid = build.pid())
        server.serve(*pid);
    return build.wait_for_its_end();
}

} // namespace

Outcome jobs(int argc, char **argv)
{
    g_autofree char *app = nullptr;
    gint64 most = g_get_num_processors();
    const GOptionEntry options[] = {
        {"app", 0, 0, G_OPTION_ARG_FILENAME, &app,
         // Translators: "it" is the command to be run.
         C_("option: what its value says", "The app it belongs to; its own name if not given"),
         // Translators: placeholder for the id of an app in --app=ID.
         C_("value of an option: a noun", "ID")},
        {"jobs", 'j', 0, G_OPTION_ARG_INT64, &most,
         C_("option: what its value says", "Jobs at most; as many as processors if not given"),
         // Translators: placeholder for a number in --jobs=N.
         C_("value of an option: a noun", "N")},
        {},
    };
    const Usage usage{.command = "jobs",
                      .parameters = C_("parameter", "COMMAND [ARGUMENT…]"),
                      .summary = C_("help: what the command does, third person",
                                    "Runs a build, such as make, with as many jobs at a time as "
                                    "there is room for. Leave out its own option -j."),
                      .options_end_at_first_word = true};
    std::vector<std::string> words = spelled_out(argc, argv);
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const auto command = parse_arguments(usage, options, argc, pointers.data());
    if (!command)
        return std::unexpected(command.error());
    const auto number = checked(most);
    if (!number)
        return std::unexpected(number.error());
    if (command->empty())
        return wrong_usage(
            C_("error in the command line: a sentence", "No command to run was given."));
    const auto app_id = app_id_for(*command, app);
    if (!app_id)
        return std::unexpected(app_id.error());
    if (const auto program = find_program(command->front()); !program)
        return std::unexpected(program.error());
    return run_as(*app_id, *command, *number);
}

} // namespace headroom::ctl

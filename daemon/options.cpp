// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include "sys/glib_ptr.h"

#include <format>
#include <unistd.h>
#include <utility>

namespace headroom {

namespace {

std::string taken(char *&text)
{
    const CharPtr owned{std::exchange(text, nullptr)};
    return owned ? owned.get() : "";
}

} // namespace

Result<Options> parse_options(int argc, char **argv)
{
    gboolean dry_run = FALSE;
    gboolean thaw = FALSE;
    gboolean version = FALSE;
    char *replay = nullptr;
    char *cgroup_root = nullptr;
    char *proc_root = nullptr;
    char *sys_root = nullptr;
    char *broker_socket = nullptr;
    const GOptionEntry entries[] = {
        {"replay", 0, 0, G_OPTION_ARG_FILENAME, &replay,
         "Print what would be done in a recorded session", "FILE"},
        {"dry-run", 0, 0, G_OPTION_ARG_NONE, &dry_run, "Decide and log, but touch nothing",
         nullptr},
        {"thaw", 0, 0, G_OPTION_ARG_NONE, &thaw,
         "Undo what an earlier run has left behind, and exit", nullptr},
        {"cgroup-root", 0, 0, G_OPTION_ARG_FILENAME, &cgroup_root, "Where cgroup2 is mounted",
         "DIR"},
        {"proc-root", 0, 0, G_OPTION_ARG_FILENAME, &proc_root, "Where /proc is mounted", "DIR"},
        {"sys-root", 0, 0, G_OPTION_ARG_FILENAME, &sys_root, "Where /sys is mounted", "DIR"},
        {"broker-socket", 0, 0, G_OPTION_ARG_FILENAME, &broker_socket,
         "Where headroom-broker listens", "FILE"},
        {"version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version, and exit", nullptr},
        {nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr},
    };
    GOptionContext *context = g_option_context_new("– keeps the active app responsive");
    g_option_context_add_main_entries(context, entries, nullptr);
    GErrorOut problem;
    const bool parsed = g_option_context_parse(context, &argc, &argv, problem.out());
    g_option_context_free(context);
    Options options;
    options.replay_file = taken(replay);
    options.cgroup_root = taken(cgroup_root);
    if (std::string root = taken(proc_root); !root.empty())
        options.proc_root = std::move(root);
    if (std::string root = taken(sys_root); !root.empty())
        options.sys_root = std::move(root);
    options.broker_socket = taken(broker_socket);
    if (options.broker_socket.empty())
        options.broker_socket = std::format("/run/headroom-broker/{}", getuid());
    options.dry_run = dry_run != FALSE;
    if (!parsed)
        return error(ErrorKind::BadInput, problem->message);
    if (argc > 1)
        return error(ErrorKind::BadInput, std::string{"unexpected argument: "} + argv[1]);
    if (version)
        options.mode = Options::Mode::Version;
    else if (thaw)
        options.mode = Options::Mode::Thaw;
    else if (!options.replay_file.empty())
        options.mode = Options::Mode::Replay;
    return options;
}

} // namespace headroom

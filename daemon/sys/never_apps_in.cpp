// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/never_apps_in.h"

#include "model/never_apps.h"
#include "sys/cgroup_dir.h"
#include "sys/cgroup_processes.h"
#include "sys/off_the_loop.h"
#include "sys/process.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace headroom {

namespace {

/// The languages that desktops' agents and lockers are written in.
constexpr std::array<std::string_view, 8> interpreters{"python", "perl", "gjs-console", "bash",
                                                       "dash",   "sh",   "zsh",         "wish"};
/// May follow an interpreter's name: "python3.13".
constexpr std::string_view version = "0123456789.";

bool is_interpreter(std::string_view program)
{
    return std::ranges::any_of(interpreters, [program](std::string_view each) {
        return program.starts_with(each)
            && program.find_first_not_of(version, each.size()) == std::string_view::npos;
    });
}

/// Takes a few milliseconds. Few apps have more.
constexpr MostRead most_on_the_loop{.cgroups = 64, .processes = 128};

NeverAppLook look_at(const std::string &directory, const ProcessTable &table, MostRead most)
{
    const auto found = processes_below(directory, most);
    if (!found) // if the cgroup is gone, its processes are, too
        return {.program = std::nullopt, .saw_all = means_gone(found.error())};
    for (const int pid : found->pids) {
        if (pid == getpid()) // started by hand in a terminal, say: frozen, we could thaw nothing
            return {"headroomd", found->are_all};
        const std::string name = table.name(pid);
        const std::string program = table.program(pid);
        if (std::string known = program.empty() ? name : program_or_script(program, name);
            is_never_app(known))
            return {std::move(known), found->are_all};
    }
    return {std::nullopt, found->are_all};
}

} // namespace

std::string program_or_script(std::string program, std::string_view name)
{
    return is_interpreter(program) && is_never_app(name) ? std::string{name} : std::move(program);
}

void look_for_never_app(GCancellable *end, const char *lane, const std::string &directory,
                        const ProcessTable &table,
                        std::move_only_function<void(const NeverAppLook &)> then)
{
    const NeverAppLook look = look_at(directory, table, most_on_the_loop);
    if (look.saw_all || look.program)
        return then(look);
    off_the_loop<NeverAppLook>(
        end, {lane, directory}, [directory, table] { return look_at(directory, table, most_read); },
        [then = std::move(then)](const NeverAppLook &whole) mutable { then(whole); });
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "job_threads.h"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <glib.h>

namespace headroom::ctl {

namespace {

using Folder = std::unique_ptr<GDir, decltype([](GDir *folder) { g_dir_close(folder); })>;

struct Process {
    unsigned threads = 0;
    std::vector<pid_t> children;
};

/// nullopt: the process is gone, or the kernel has no lists of children.
std::optional<Process> look_at(pid_t pid)
{
    const std::string tasks = "/proc/" + std::to_string(pid) + "/task/";
    const Folder folder(g_dir_open(tasks.c_str(), 0, nullptr));
    if (!folder)
        return std::nullopt;
    Process process;
    // Children belong to the thread that has started them.
    while (const char *thread = g_dir_read_name(folder.get())) {
        g_autofree char *text = nullptr;
        if (!g_file_get_contents((tasks + thread + "/children").c_str(), &text, nullptr, nullptr))
            continue;
        ++process.threads;
        std::istringstream pids(text);
        for (pid_t child = 0; pids >> child;)
            process.children.push_back(child);
    }
    return process.threads > 0 ? std::optional(process) : std::nullopt;
}

} // namespace

std::optional<unsigned> job_threads(pid_t root)
{
    unsigned threads = 0;
    std::vector<pid_t> to_do{root};
    while (!to_do.empty()) {
        const auto process = look_at(to_do.back());
        to_do.pop_back();
        if (!process)
            continue;
        if (process->children.empty())
            threads += process->threads;
        to_do.insert(to_do.end(), process->children.begin(), process->children.end());
    }
    return threads > 0 ? std::optional(threads) : std::nullopt;
}

} // namespace headroom::ctl

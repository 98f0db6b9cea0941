// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/same_program.h"

#include "sys/process.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace headroom {

namespace {

namespace fs = std::filesystem;

/// Without versions. Each runs programs of many apps, which only the script distinguishes.
constexpr auto interpreters = std::to_array<std::string_view>(
    {"bash",        "busybox", "dash",   "deno",  "dotnet", "electron", "fish",   "gjs",
     "gjs-console", "guile",   "java",   "julia", "ksh",    "lua",      "luajit", "mono",
     "mono-sgen",   "node",    "nodejs", "perl",  "php",    "pypy",     "python", "qml",
     "qmlscene",    "ruby",    "sh",     "tclsh", "wish",   "zsh"});

/// Sandboxes and the like: parents of the program, whose arguments don't show what they run.
constexpr auto wrappers =
    std::to_array<std::string_view>({"bwrap", "dbus-run-session", "firejail", "flatpak",
                                     "flatpak-bwrap", "snap-confine", "timeout"});

/// Parts of many apps, and never started for their own sake.
constexpr auto helpers = std::to_array<std::string_view>(
    {"at-spi-bus-launcher", "dbus-daemon", "dconf-service", "kioworker", "xdg-dbus-proxy"});

constexpr std::size_t longest_command_line = 65536;

template<std::size_t Size>
bool is_in(const std::array<std::string_view, Size> &names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

std::string_view file_name(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// "python3.13" → "python"
std::string_view without_version(std::string_view name)
{
    const auto last = name.find_last_not_of("0123456789.-");
    return name.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Empty: unreadable.
std::string executable_of(const fs::path &process)
{
    std::error_code problem;
    return std::string{program_path(fs::read_symlink(process / "exe", problem).native())};
}

/// Up to the first argument that is no option. Empty: there is none, or it is a command and no
/// script (sh -c, python3 -c).
std::vector<std::string> script_of(const fs::path &process)
{
    std::ifstream file{process / "cmdline", std::ios::binary};
    std::string text(longest_command_line, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    std::vector<std::string> script;
    for (auto at = text.find('\0'); at != std::string::npos && at + 1 < text.size();) {
        const auto end = std::min(text.find('\0', at + 1), text.size());
        script.push_back(text.substr(at + 1, end - at - 1));
        if (script.back() == "-c")
            return {};
        if (!script.back().starts_with('-'))
            return script;
        at = end;
    }
    return {};
}

/// The script itself, as the process sees it. It is opened only to run it, while the interpreter is
/// opened for a hundred other programs.
std::optional<std::string> script_file(const fs::path &process, const std::string &script)
{
    const bool absolute = script.starts_with('/');
    for (const fs::path &path :
         {process / (absolute ? "root" : "cwd") / script.substr(absolute ? 1 : 0),
          fs::path{absolute ? script : ""}}) {
        if (std::error_code problem; !path.empty() && fs::is_regular_file(path, problem))
            return path.native();
    }
    return std::nullopt;
}

bool is_same_script(const std::vector<std::string> &one, const std::vector<std::string> &other)
{
    return one.size() == other.size() && std::equal(one.begin(), one.end() - 1, other.begin())
        && file_name(one.back()) == file_name(other.back());
}

bool runs(const fs::path &process, const Program &program)
{
    if (executable_of(process) != program.executable)
        return false;
    if (program.script.empty())
        return true;
    const auto script = script_of(process);
    return !script.empty() && is_same_script(script, program.script);
}

/// The processes by parent; 0 stands for any process outside.
std::multimap<int, int> family(const std::string &proc_root, const std::set<int> &pids)
{
    const ProcessTable table{proc_root};
    std::multimap<int, int> children;
    for (const int pid : pids) {
        if (const auto stat = table.stat(pid))
            children.emplace(pids.contains(stat->parent) ? stat->parent : 0, pid);
    }
    return children;
}

} // namespace

std::set<Program> launched_programs(const std::string &proc_root, const std::set<int> &pids)
{
    const auto children = family(proc_root, pids);
    std::set<Program> programs;
    std::vector<int> parents{0};
    while (!parents.empty()) {
        const auto [first, last] = children.equal_range(parents.back());
        parents.pop_back();
        for (auto child = first; child != last; ++child) {
            const fs::path process = fs::path{proc_root} / std::to_string(child->second);
            const std::string executable = executable_of(process);
            const std::string_view name = file_name(executable);
            if (executable.empty() || is_in(helpers, name))
                continue;
            if (is_in(wrappers, name)) {
                parents.push_back(child->second);
                continue;
            }
            if (!is_in(interpreters, without_version(name))) {
                programs.insert({executable, {}, (process / "exe").native()});
                continue;
            }
            if (auto script = script_of(process); !script.empty()) {
                const auto file = script_file(process, script.back());
                programs.insert(
                    {executable, std::move(script), file.value_or((process / "exe").native())});
                // A script may only prepare, and wait for the program itself.
                parents.push_back(child->second);
            }
        }
    }
    return programs;
}

StartedAgain started_again(const std::string &proc_root, const std::set<Program> &programs,
                           const std::set<int> &pids, std::uint64_t since)
{
    const ProcessTable table{proc_root};
    StartedAgain found = StartedAgain::Unseen;
    std::error_code problem;
    for (auto entry = fs::directory_iterator{proc_root, problem};
         !problem && entry != fs::directory_iterator{}; entry.increment(problem)) {
        const std::string name = entry->path().filename().native();
        int pid = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc{}
            || pids.contains(pid))
            continue;
        const auto program = std::ranges::find_if(
            programs, [&](const Program &each) { return runs(entry->path(), each); });
        const auto stat = program == programs.end()
            ? Result<ProcessStat>{error(ErrorKind::Failed, "")}
            : table.stat(pid);
        if (!stat || stat->id.start_ticks < since)
            continue;
        if (!runs(fs::path{proc_root} / std::to_string(stat->parent), *program))
            return StartedAgain::Yes;
        found = StartedAgain::No;
    }
    return found;
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/process.h"

#include "sys/flatpak.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <format>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace headroom {

namespace {

template<typename T> bool parse_number(std::string_view text, T &value)
{
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc{} && end == text.data() + text.size();
}

std::string_view field(std::string_view line, std::size_t index)
{
    for (; index > 0; --index) {
        const auto space = line.find(' ');
        if (space == std::string_view::npos)
            return {};
        line.remove_prefix(space + 1);
    }
    return line.substr(0, line.find(' '));
}

/// The value of NAME in an environment block ("A=1\0B=2\0").
std::string_view variable(std::string_view block, std::string_view name)
{
    while (!block.empty()) {
        const std::string_view entry = block.substr(0, block.find('\0'));
        if (entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
        block.remove_prefix(std::min(entry.size() + 1, block.size()));
    }
    return {};
}

/// "NSpid:\t4711\t2": from the pid in our namespace down to the innermost one. nullopt: the process
/// has no other pid.
std::optional<std::int32_t> innermost_pid(std::string_view status)
{
    constexpr std::string_view key = "\nNSpid:\t";
    const auto at = status.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view line = status.substr(at + key.size());
    line = line.substr(0, line.find('\n'));
    const auto last = line.rfind('\t');
    std::int32_t pid = 0;
    return last != std::string_view::npos && parse_number(line.substr(last + 1), pid)
        ? std::optional{pid}
        : std::nullopt;
}

AppId desktop_id(std::string_view path)
{
    constexpr std::string_view ending = ".desktop";
    if (!path.ends_with(ending))
        return {};
    path.remove_suffix(ending.size());
    return std::string{path.substr(path.rfind('/') + 1)};
}

/// /dev/tty1 and the like, where users log in. /dev/ttyS0 has the same major number. Numbers are as
/// in proc_pid_stat(5): bits 8 to 15 are the major number.
bool is_virtual_console(std::int32_t terminal)
{
    constexpr std::int32_t of_consoles = 4;
    constexpr std::int32_t most_consoles = 63;
    const std::int32_t minor = terminal & 0xff;
    return (terminal >> 8) == of_consoles && minor > 0 && minor <= most_consoles;
}

} // namespace

bool is_alive(int pidfd)
{
    // A pidfd is readable once the process has ended.
    pollfd poller{.fd = pidfd, .events = POLLIN, .revents = 0};
    return poll(&poller, 1, 0)
        // An interrupted poll() counts as alive, and is not repeated.
        != 1;
}

Result<UniqueFd> ProcessTable::hold(std::int32_t pid) const
{
    if (pid <= 1)
        return error(ErrorKind::BadInput, std::format("{} is no process of an application", pid));
    if (pid == getpid())
        return error(ErrorKind::Refused, "that process is Headroom itself");
    UniqueFd fd{static_cast<int>(syscall(SYS_pidfd_open, pid, 0))};
    if (!fd)
        return system_error(errno, std::format("holding process {}", pid));
    struct stat info{};
    if (::stat(std::format("{}/{}", m_root, pid).c_str(), &info) < 0)
        return system_error(errno, std::format("looking at process {}", pid));
    if (info.st_uid != getuid())
        return error(ErrorKind::Refused, std::format("process {} belongs to another user", pid));
    if (!is_alive(fd.get()))
        return error(ErrorKind::Failed, std::format("process {} has ended", pid));
    return fd;
}

Result<std::string> ProcessTable::slurp(std::int32_t pid, const char *file, std::size_t limit,
                                        int flags) const
{
    const std::string path = std::format("{}/{}/{}", m_root, pid, file);
    const UniqueFd fd{open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)};
    if (!fd)
        return system_error(errno, "opening " + path);
    std::string text;
    std::array<char, 4096> buffer{};
    while (text.size() < limit) {
        const ssize_t got = read(fd.get(), buffer.data(), buffer.size());
        if (got < 0)
            return system_error(errno, "reading " + path);
        if (got == 0)
            break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

Result<ProcessStat> ProcessTable::stat(std::int32_t pid) const
{
    const auto text = slurp(pid, "stat", 8192);
    if (!text)
        return std::unexpected(text.error());
    const auto name_end = text->rfind(')'); // the name may contain spaces and brackets
    if (name_end == std::string::npos || name_end + 2 >= text->size())
        return error(ErrorKind::Failed,
                     std::format("the stat file of process {} makes no sense", pid));
    const std::string_view rest = std::string_view{*text}.substr(name_end + 2);
    ProcessStat result{.id = {pid, 0}};
    // proc_pid_stat(5) counts the pid as field 1; `rest` begins with field 3.
    if (!parse_number(field(rest, 4 - 3), result.parent)
        || !parse_number(field(rest, 6 - 3), result.session)
        || !parse_number(field(rest, 7 - 3), result.terminal)
        || !parse_number(field(rest, 22 - 3), result.id.start_ticks))
        return error(ErrorKind::Failed,
                     std::format("the stat file of process {} makes no sense", pid));
    if (is_virtual_console(result.terminal))
        result.terminal = 0;
    result.has_tty = result.terminal != 0;
    return result;
}

Result<std::string> ProcessTable::cgroup(std::int32_t pid) const
{
    const auto text = slurp(pid, "cgroup", 65536);
    if (!text)
        return std::unexpected(text.error());
    for (std::string_view rest = *text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (line.starts_with("0::/"))
            return std::string{line.substr(3)};
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return error(ErrorKind::Failed, std::format("process {} is in no cgroup of version 2", pid));
}

std::string_view program_path(std::string_view link)
{
    constexpr std::string_view deleted = " (deleted)";
    if (link.ends_with(deleted))
        link.remove_suffix(deleted.size());
    return link;
}

std::string ProcessTable::executable(std::int32_t pid) const
{
    std::array<char, 4096> target{};
    const ssize_t length =
        readlink(std::format("{}/{}/exe", m_root, pid).c_str(), target.data(), target.size());
    if (length <= 0)
        return {};
    return std::string{program_path({target.data(), static_cast<std::size_t>(length)})};
}

std::string ProcessTable::program(std::int32_t pid) const
{
    const std::string path = executable(pid);
    return path.substr(path.rfind('/') + 1);
}

std::string ProcessTable::name(std::int32_t pid) const
{
    std::string name = slurp(pid, "comm", 64).value_or("");
    if (name.ends_with('\n'))
        name.pop_back();
    return name;
}

std::string ProcessTable::script(std::int32_t pid) const
{
    const auto line = slurp(pid, "cmdline", 65536);
    std::string_view rest = line ? std::string_view{*line} : std::string_view{};
    for (bool first = true; !rest.empty(); first = false) {
        const std::string_view argument = rest.substr(0, rest.find('\0'));
        if (!first && !argument.starts_with('-'))
            return std::string{argument};
        rest.remove_prefix(std::min(argument.size() + 1, rest.size()));
    }
    return {};
}

std::vector<std::int32_t> ProcessTable::children(std::int32_t pid) const
{
    constexpr std::size_t most_threads = 4096;
    std::vector<std::int32_t> found;
    std::error_code problem;
    std::size_t threads = 0;
    for (auto entry =
             std::filesystem::directory_iterator{std::format("{}/{}/task", m_root, pid), problem};
         !problem && entry != std::filesystem::directory_iterator{} && threads < most_threads;
         entry.increment(problem), ++threads) {
        const auto line =
            slurp(pid, std::format("task/{}/children", entry->path().filename().native()).c_str(),
                  1U << 18U);
        for (std::string_view rest = line ? std::string_view{*line} : std::string_view{};
             !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            if (std::int32_t child = 0; parse_number(word, child))
                found.push_back(child);
            rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        }
    }
    return found;
}

std::optional<std::int32_t> ProcessTable::inner_pid(std::int32_t pid) const
{
    const auto status = slurp(pid, "status", 8192);
    return status ? innermost_pid(*status) : std::nullopt;
}

std::vector<InnerProcess>
ProcessTable::in_pid_namespaces(const std::set<std::string> &programs) const
{
    std::vector<InnerProcess> found;
    std::error_code problem;
    for (auto entry = std::filesystem::directory_iterator{m_root, problem};
         !problem && entry != std::filesystem::directory_iterator{}; entry.increment(problem)) {
        std::int32_t pid = 0;
        if (!parse_number(entry->path().filename().native(), pid))
            continue;
        std::string its_program = program(pid);
        if (its_program.empty() || !programs.contains(its_program))
            continue; // another user's program cannot be read anyway
        if (const auto inner = inner_pid(pid))
            found.push_back({pid, *inner, std::move(its_program)});
    }
    return found;
}

AppId ProcessTable::app_hint(std::int32_t pid) const
{
    if (const auto block = slurp(pid, "environ", 1U << 18U, 0)) {
        const std::string_view file = variable(*block, "GIO_LAUNCHED_DESKTOP_FILE");
        // Children inherit both variables, but the mark is for this pid only.
        std::int32_t meant = 0;
        if (!file.empty() && parse_number(variable(*block, "GIO_LAUNCHED_DESKTOP_FILE_PID"), meant)
            && meant == pid)
            return desktop_id(file);
    }
    return flatpak_app(m_root, pid);
}

} // namespace headroom

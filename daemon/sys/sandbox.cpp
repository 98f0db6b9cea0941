// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/sandbox.h"

#include "sys/unique_fd.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <format>
#include <optional>

namespace headroom {

namespace {

constexpr std::string_view snap = "snap.";

std::optional<std::string> link_target(const std::string &path)
{
    std::array<char, 4096> target{};
    const ssize_t length = readlink(path.c_str(), target.data(), target.size());
    return length > 0 ? std::optional{std::string(target.data(), static_cast<std::size_t>(length))}
                      : std::nullopt;
}

/// At most `limit` bytes. Empty: unreadable.
std::string beginning_of(const std::string &path, std::size_t limit)
{
    const UniqueFd fd{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    std::string text(limit, '\0');
    const ssize_t got = fd ? read(fd.get(), text.data(), text.size()) : 0;
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

/// "snap.firefox.geckodriver (enforce)" → "firefox_geckodriver", the name of its desktop file.
AppId snap_app(std::string_view label)
{
    label = label.substr(snap.size());
    std::string app{label.substr(0, label.find_first_of(std::string_view{" \n\0", 3}))};
    std::ranges::replace(app, '.', '_');
    return app;
}

/// Detects bubblewrap, firejail, flatpak, podman and similar. A process cannot leave a namespace
/// that it was put into.
Sandbox by_namespaces(const std::string &proc_root, std::int32_t pid)
{
    struct Namespace {
        const char *link;
        const char *called;
    };
    constexpr std::array namespaces{Namespace{"mnt", "mount"}, Namespace{"user", "user"},
                                    Namespace{"pid", "PID"}};
    Sandbox found{.standing = Standing::Free, .why = {}, .app = {}, .has_own_files = false};
    for (const Namespace &each : namespaces) {
        const auto its = link_target(std::format("{}/{}/ns/{}", proc_root, pid, each.link));
        const auto ours = link_target(std::format("{}/self/ns/{}", proc_root, each.link));
        if (!its || !ours)
            return unidentified("its namespaces can't be read");
        if (its == ours || found.standing == Standing::Sandboxed)
            continue;
        found.standing = Standing::Sandboxed;
        found.why = std::format("it has a {} namespace of its own", each.called);
        found.has_own_files = std::string_view{each.link} == "mnt";
    }
    return found;
}

/// "NSpid" lists the ids of the process in our PID namespace and in each one below. nullopt: the
/// text is incomplete.
std::optional<bool> has_one_pid(std::string_view status)
{
    constexpr std::string_view key = "\nNSpid:\t";
    const auto at = status.find(key);
    const auto end = at == std::string_view::npos ? at : status.find('\n', at + key.size());
    if (end == std::string_view::npos)
        return std::nullopt;
    return status.substr(at + key.size(), end - at - key.size()).find('\t')
        == std::string_view::npos;
}

/// The same for a process that is "undumpable", of which the kernel shows neither program nor
/// namespaces. KWin is, since its program has a capability. Everybody may read what this reads:
/// the mount id of the first mount, which no mount of another namespace has; how the user ids are
/// mapped; and the ids of the process.
Sandbox by_public_facts(const std::string &proc_root, std::int32_t pid)
{
    constexpr std::size_t longest = 16384;
    const auto text = [&](std::string_view process, const char *file) {
        return beginning_of(std::format("{}/{}/{}", proc_root, process, file), longest);
    };
    const auto first_mount = [&](std::string_view process) {
        const std::string mounts = text(process, "mountinfo");
        return mounts.substr(0, mounts.find(' '));
    };
    const std::string its = std::to_string(pid);
    const std::string mount = first_mount(its);
    const std::string user_ids = text(its, "uid_map");
    const auto one_pid = has_one_pid(text(its, "status"));
    Sandbox found = unidentified("its program can't be read");
    if (mount.empty() || user_ids.empty() || !one_pid)
        return found;
    const char *own = mount != first_mount("self") ? "mount"
        : user_ids != text("self", "uid_map")      ? "user"
        : !*one_pid                                ? "PID"
                                                   : nullptr;
    found.standing = own ? Standing::Sandboxed : Standing::Undumpable;
    if (own)
        found.why = std::format("it has a {} namespace of its own", own);
    return found;
}

/// A filtered connection belongs to a sandbox, wherever the filter itself runs.
bool is_bus_filter(std::string_view program)
{
    return program.substr(program.rfind('/') + 1).starts_with("xdg-dbus-proxy");
}

} // namespace

bool is_outside(const Sandbox &sandbox)
{
    return sandbox.standing == Standing::Free || sandbox.standing == Standing::Undumpable;
}

Sandbox unidentified(std::string why)
{
    return {.standing = Standing::Unidentified,
            .why = std::move(why),
            .app = {},
            .has_own_files = false};
}

Sandbox sandbox_of(const std::string &proc_root, std::int32_t pid, std::string_view label)
{
    const auto program = link_target(std::format("{}/{}/exe", proc_root, pid));
    Sandbox found = program ? by_namespaces(proc_root, pid) : by_public_facts(proc_root, pid);
    const std::string current =
        beginning_of(std::format("{}/{}/attr/current", proc_root, pid), 256);
    for (const std::string_view known : {label, std::string_view{current}}) {
        if (known.starts_with(snap))
            return {.standing = Standing::Sandboxed,
                    .why = "it is a snap",
                    .app = snap_app(known),
                    .has_own_files = found.has_own_files};
    }
    if (program && found.standing == Standing::Free && is_bus_filter(*program))
        return {.standing = Standing::Sandboxed,
                .why = "it calls through xdg-dbus-proxy",
                .app = {},
                .has_own_files = false};
    return found;
}

} // namespace headroom

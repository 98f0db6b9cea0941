// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/flatpak.h"

#include "model/kernel_text.h"
#include "sys/glib_ptr.h"
#include "sys/own_file.h"
#include "sys/process.h"
#include "sys/whole_text.h"

#include <algorithm>
#include <fcntl.h>
#include <format>
#include <optional>

namespace headroom {

namespace {

struct Info {
    AppId app;
    std::string instance;
};

/// An absolute link in the root of another process would be followed in our own root. So no link
/// is. Empty: unreadable.
std::string text_of(const std::string &path)
{
    return open_own_file(path, O_RDONLY)
        .and_then([&](const UniqueFd &fd) { return read_whole(fd, path); })
        .value_or("");
}

std::string value_of(GKeyFile *file, const char *group, const char *key)
{
    const CharPtr value{g_key_file_get_string(file, group, key, nullptr)};
    return value ? value.get() : "";
}

Info info_in(const std::string &path)
{
    const std::string text = text_of(path);
    Info info;
    GKeyFile *file = g_key_file_new();
    if (g_key_file_load_from_data(file, text.data(), text.size(), G_KEY_FILE_NONE, nullptr))
        info = {.app = value_of(file, "Application", "name"),
                .instance = value_of(file, "Instance", "instance-id")};
    g_key_file_free(file);
    return info;
}

Info info_of(const std::string &proc_root, std::int32_t pid)
{
    return info_in(std::format("{}/{}/root/.flatpak-info", proc_root, pid));
}

/// Flatpak's are numbers. Anything else could be a path.
bool can_be_an_instance(const std::string &id)
{
    return !id.empty() && std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

AppId flatpak_app(const std::string &proc_root, std::int32_t pid)
{
    return info_of(proc_root, pid).app;
}

/// Flatpak writes its note outside of the sandbox. The number of an instance is no secret, so it
/// must not be enough. The bus filter that flatpak starts has namespaces of its own, but it is in
/// the cgroup of the app.
AppId noted_flatpak_app(const std::string &proc_root, const std::string &runtime_dir,
                        std::int32_t pid)
{
    const Info claimed = info_of(proc_root, pid);
    if (claimed.app.empty() || !can_be_an_instance(claimed.instance))
        return {};
    const std::string note = std::format("{}/.flatpak/{}", runtime_dir, claimed.instance);
    const auto noted_pid = parse_number(text_of(note + "/pid"));
    if (info_in(note + "/info").app != claimed.app || !noted_pid || *noted_pid > INT32_MAX)
        return {};
    const ProcessTable table{proc_root};
    const auto its = table.cgroup(pid);
    const auto noted = table.cgroup(static_cast<std::int32_t>(*noted_pid));
    return its && noted && *its == *noted ? claimed.app : AppId{};
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/left_notice.h"

#include "sys/log.h"
#include "sys/own_file.h"
#include "sys/whole_text.h"

#include <cerrno>
#include <fcntl.h>
#include <format>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace headroom {

namespace {

std::string file_in(const std::string &directory)
{
    return directory + "/notification";
}

/// Empty: there is none.
std::string text_of(const std::string &path)
{
    const auto fd = open_own_file(path, O_RDONLY);
    return fd ? read_whole(*fd, path).value_or("") : "";
}

Result<void> write(const std::string &directory, const std::string &text)
{
    if (mkdir(directory.c_str(), S_IRWXU) < 0 && errno != EEXIST)
        return system_error(errno, "making " + directory);
    const std::string path = file_in(directory);
    const auto fd = open_own_file(path, O_WRONLY | O_CREAT | O_TRUNC);
    return fd ? write_whole(*fd, text, path) : std::unexpected(fd.error());
}

} // namespace

LeftNotice::LeftNotice(GDBusConnection *bus, std::string directory)
    : m_bus(bus), m_directory(std::move(directory)), m_left(text_of(file_in(m_directory)))
{
}

void LeftNotice::close()
{
    std::istringstream text{std::exchange(m_left, "")};
    std::string bus;
    std::string server;
    guint32 id = 0;
    if (!(text >> bus >> server >> id))
        return;
    if (m_kept.empty())
        forget();
    if (bus != g_dbus_connection_get_guid(m_bus) || g_dbus_is_unique_name(server.c_str()) == FALSE)
        return;
    g_dbus_connection_call(m_bus, server.c_str(), "/org/freedesktop/Notifications",
                           "org.freedesktop.Notifications", "CloseNotification",
                           g_variant_new("(u)", id), nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1,
                           nullptr, nullptr,
                           // An error is fine: the server or the notification has gone.
                           nullptr);
}

void LeftNotice::keep(const std::string &server, guint32 id)
{
    std::string text = std::format("{} {} {}\n", g_dbus_connection_get_guid(m_bus), server, id);
    if (std::exchange(m_kept, text) == text)
        return; // the notification only has another text
    if (const auto written = write(m_directory, text); !written)
        log::info("after a crash, the notification would stay: " + written.error().sentence);
}

void LeftNotice::forget()
{
    m_kept.clear();
    (void)unlink(file_in(m_directory).c_str());
}

} // namespace headroom

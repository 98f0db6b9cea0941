// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/stream_facts.h"

#include "sys/process.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>

namespace headroom {

namespace {

/// xdg-desktop-portal has its own key from 1.22 on. The other one is PipeWire's, for clients that
/// it found to be in a flatpak.
constexpr std::array sandbox_keys{"pipewire.access.portal.app_id", "xdg-desktop-portal.app_id"};
constexpr std::array hardware_classes{"Audio/Device", "Video/Device"};

std::string_view value(const Properties &properties, std::string_view key)
{
    const auto found = properties.find(key);
    return found == properties.end() ? std::string_view{} : std::string_view{found->second};
}

/// The client's value, or the one that it has passed on to its nodes.
std::string_view value(const Properties &client, const Properties &node, std::string_view key)
{
    const std::string_view own = value(client, key);
    return own.empty() ? value(node, key) : own;
}

bool is_true(const Properties &properties, std::string_view key)
{
    const std::string_view found = value(properties, key);
    return found == "true" || found == "1";
}

std::optional<std::uint64_t> as_number(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end == text.data() + text.size() ? std::optional{number}
                                                                      : std::nullopt;
}

std::optional<std::int32_t> as_pid(std::string_view text)
{
    const auto pid = as_number(text).value_or(0);
    return pid > 0 && pid <= std::numeric_limits<std::int32_t>::max()
        ? std::optional{static_cast<std::int32_t>(pid)}
        : std::nullopt;
}

/// Whether another process holds the connection to PipeWire for the app. Then the kernel's pid is
/// that process's.
bool is_relayed(const Properties &client, const Properties &node)
{
    const std::string_view access = value(client, "pipewire.access");
    return value(client, node, "client.api") == "pipewire-pulse" || access == "portal"
        || access == "xdg-desktop-portal";
}

/// Either end of a screencast. WebRTC's consumer in browsers and Electron has no role. The producer
/// is the compositor's stream, or a portal's source. Players make no video nodes.
bool is_of_screencast(const Properties &node)
{
    const std::string_view media_class = value(node, "media.class");
    const bool has_role = value(node, "media.role") == "Screen";
    if (media_class == "Stream/Input/Video")
        return has_role || value(node, "media.name") == "webrtc-consume-stream";
    return media_class == "Stream/Output/Video" || (media_class == "Video/Source" && has_role);
}

bool comes_by_network(const Properties &client)
{
    return value(client, "pulse.server.type") == "tcp";
}

} // namespace

std::optional<std::uint64_t> number_in(const Properties &properties, std::string_view key)
{
    return as_number(value(properties, key));
}

StreamOwner owner_of_stream(const Properties &client, const Properties &node)
{
    StreamOwner owner;
    owner.hint = value(client, node, "application.id");
    for (const char *key : sandbox_keys) {
        if (owner.sandbox.empty())
            owner.sandbox = value(client, key);
    }
    if (!is_relayed(client, node)) {
        owner.pid = as_pid(value(client, "pipewire.sec.pid"));
        return owner;
    }
    // libpulse takes it from /proc/self/exe.
    owner.claimed_program = program_path(value(client, node, "application.process.binary"));
    if (!comes_by_network(client) && !owner.claimed_program.empty())
        owner.pid = as_pid(value(client, node, "application.process.id"));
    return owner;
}

std::optional<StreamKind> kind_of_stream(const Properties &node)
{
    const std::string_view media_class = value(node, "media.class");
    if (!node.contains("client.id") || node.contains("device.id")
        || std::ranges::contains(hardware_classes, media_class))
        return std::nullopt;
    if (is_true(node, "stream.monitor"))
        return std::nullopt; // it only measures the volume: a volume control's meter
    if (media_class == "Stream/Input/Audio")
        return is_true(node, "stream.capture.sink") ? StreamKind::Loopback : StreamKind::Capture;
    if (is_of_screencast(node))
        return StreamKind::Screencast;
    if (media_class == "Stream/Input/Video")
        return StreamKind::Capture;
    // Also filters, virtual devices and JACK clients: if one is frozen, the others wait for it.
    return StreamKind::Playback;
}

} // namespace headroom

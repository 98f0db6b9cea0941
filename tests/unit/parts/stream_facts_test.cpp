// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/stream_facts.h"

#include <gtest/gtest.h>

#include <vector>

namespace headroom {

namespace {

const Properties bare{};

struct OwnerRow {
    const char *what;
    Properties client;
    Properties node;
    StreamOwner owner;
};

// Properties as `pw-dump` of PipeWire 1.4 shows them, reduced to what matters.
const std::vector<OwnerRow> owners{
    {"a native client",
     {{"pipewire.sec.pid", "4711"}, {"application.process.id", "1"}},
     bare,
     {"", 4711, "", ""}},
    {"one that names itself",
     {{"pipewire.sec.pid", "4711"}, {"application.id", "org.kde.elisa"}},
     bare,
     {"", 4711, "", "org.kde.elisa"}},
    {"a native client in a flatpak",
     {{"pipewire.sec.pid", "4711"},
      {"pipewire.sec.flatpak", "true"},
      {"pipewire.access.portal.app_id", "org.videolan.VLC"},
      {"application.process.id", "2"}},
     bare,
     {"org.videolan.VLC", 4711, "", ""}},
    {"through pipewire-pulse",
     {{"client.api", "pipewire-pulse"},
      {"pipewire.sec.pid", "900"},
      {"application.process.id", "4711"},
      {"application.process.binary", "paplay"}},
     bare,
     {"", 4711, "paplay", ""}},
    {"through pipewire-pulse, told by the node alone",
     {{"pipewire.sec.pid", "900"}},
     {{"client.api", "pipewire-pulse"},
      {"application.process.id", "4711"},
      {"application.process.binary", "paplay"}},
     {"", 4711, "paplay", ""}},
    {"through pipewire-pulse from a flatpak, whose pids are its own",
     {{"client.api", "pipewire-pulse"},
      {"pipewire.sec.pid", "900"},
      {"pipewire.access.portal.app_id", "org.mozilla.firefox"},
      {"application.process.id", "2"},
      {"application.process.binary", "firefox"}},
     bare,
     {"org.mozilla.firefox", 2, "firefox", ""}},
    {"through pipewire-pulse without a pid: uresourced read a null pointer",
     {{"client.api", "pipewire-pulse"},
      {"pipewire.sec.pid", "900"},
      {"application.process.binary", "paplay"}},
     bare,
     {"", std::nullopt, "paplay", ""}},
    {"through pipewire-pulse from a program that was upgraded since",
     {{"client.api", "pipewire-pulse"},
      {"application.process.id", "4711"},
      {"application.process.binary", "chrome (deleted)"}},
     bare,
     {"", 4711, "chrome", ""}},
    {"through pipewire-pulse without a program to check the pid by",
     {{"client.api", "pipewire-pulse"},
      {"pipewire.sec.pid", "900"},
      {"application.process.id", "4711"}},
     bare,
     {"", std::nullopt, "", ""}},
    {"through pipewire-pulse from another machine",
     {{"client.api", "pipewire-pulse"},
      {"pulse.server.type", "tcp"},
      {"application.process.id", "4711"},
      {"application.process.binary", "paplay"}},
     bare,
     {"", std::nullopt, "paplay", ""}},
    {"a camera through the portal",
     {{"pipewire.access", "portal"},
      {"pipewire.sec.pid", "901"},
      {"pipewire.access.portal.app_id", "org.gnome.Snapshot"}},
     bare,
     {"org.gnome.Snapshot", std::nullopt, "", ""}},
    {"a camera through xdg-desktop-portal 1.22",
     {{"pipewire.access", "xdg-desktop-portal"},
      {"pipewire.sec.pid", "901"},
      {"xdg-desktop-portal.app_id", "org.gnome.Snapshot"}},
     bare,
     {"org.gnome.Snapshot", std::nullopt, "", ""}},
    {"a browser on the host through the portal",
     {{"pipewire.access", "portal"},
      {"pipewire.sec.pid", "901"},
      {"pipewire.access.portal.app_id", ""},
      {"application.process.id", "4711"},
      {"application.process.binary", "chrome"}},
     bare,
     {"", 4711, "chrome", ""}},
    {"pids that are none", {{"pipewire.sec.pid", "4711x"}}, bare, {"", std::nullopt, "", ""}},
    {"a pid of nobody", {{"pipewire.sec.pid", "0"}}, bare, {"", std::nullopt, "", ""}},
    {"a negative pid", {{"pipewire.sec.pid", "-7"}}, bare, {"", std::nullopt, "", ""}},
    {"a pid too large", {{"pipewire.sec.pid", "99999999999999"}}, bare, {"", std::nullopt, "", ""}},
    {"nothing", bare, bare, {}},
};

TEST(StreamFacts, TheSurestWordOnTheOwner)
{
    for (const OwnerRow &row : owners) {
        const StreamOwner owner = owner_of_stream(row.client, row.node);
        EXPECT_EQ(owner.sandbox, row.owner.sandbox) << row.what;
        EXPECT_EQ(owner.pid, row.owner.pid) << row.what;
        EXPECT_EQ(owner.claimed_program, row.owner.claimed_program) << row.what;
        EXPECT_EQ(owner.hint, row.owner.hint) << row.what;
    }
}

struct KindRow {
    const char *what;
    Properties node;
    std::optional<StreamKind> kind;
};

const std::vector<KindRow> kinds{
    {"a player",
     {{"client.id", "40"}, {"media.class", "Stream/Output/Audio"}},
     StreamKind::Playback},
    {"a recorder",
     {{"client.id", "40"}, {"media.class", "Stream/Input/Audio"}},
     StreamKind::Capture},
    {"a recorder of what is played",
     {{"client.id", "40"}, {"media.class", "Stream/Input/Audio"}, {"stream.capture.sink", "true"}},
     StreamKind::Loopback},
    {"a volume control's meter",
     {{"client.id", "40"}, {"media.class", "Stream/Input/Audio"}, {"stream.monitor", "true"}},
     std::nullopt},
    {"a camera's user",
     {{"client.id", "40"}, {"media.class", "Stream/Input/Video"}, {"media.role", "Camera"}},
     StreamKind::Capture},
    {"a screen's recorder",
     {{"client.id", "40"}, {"media.class", "Stream/Input/Video"}, {"media.role", "Screen"}},
     StreamKind::Screencast},
    {"a browser that shares the screen",
     {{"client.id", "40"},
      {"media.class", "Stream/Input/Video"},
      {"media.name", "webrtc-consume-stream"}},
     StreamKind::Screencast},
    {"a browser that uses a camera",
     {{"client.id", "40"},
      {"media.class", "Stream/Input/Video"},
      {"media.name", "camera-stream"},
      {"media.role", "Camera"}},
     StreamKind::Capture},
    {"the compositor, of which the screen is taken",
     {{"client.id", "40"},
      {"media.class", "Stream/Output/Video"},
      {"media.name", "kwin-screencast-eDP-1"}},
     StreamKind::Screencast},
    {"a portal that passes the screen on",
     {{"client.id", "40"}, {"media.class", "Video/Source"}, {"media.role", "Screen"}},
     StreamKind::Screencast},
    {"a virtual camera",
     {{"client.id", "40"}, {"media.class", "Video/Source"}},
     StreamKind::Playback},
    {"sound of that name",
     {{"client.id", "40"},
      {"media.class", "Stream/Output/Audio"},
      {"media.name", "webrtc-consume-stream"},
      {"media.role", "Screen"}},
     StreamKind::Playback},
    {"a JACK client",
     {{"client.id", "40"},
      {"media.type", "Audio"},
      {"media.role", "DSP"},
      {"node.always-process", "true"}},
     StreamKind::Playback},
    {"an effect that all sound goes through",
     {{"client.id", "40"}, {"media.class", "Audio/Sink"}},
     StreamKind::Playback},
    {"a sound card",
     {{"client.id", "30"}, {"device.id", "50"}, {"media.class", "Audio/Sink"}},
     std::nullopt},
    {"the server's own", {{"media.class", "Audio/Sink"}}, std::nullopt},
};

TEST(StreamFacts, WhatItIs)
{
    for (const KindRow &row : kinds)
        EXPECT_EQ(kind_of_stream(row.node), row.kind) << row.what;
}

} // namespace

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"

#include <string_view>

/// The names of enumeration values in recordings.
namespace headroom::recording {

using headroom::name_of; // capabilities and acts have the same names elsewhere

// Empty beyond the last value, so that a reader can iterate over the values.
constexpr std::string_view name_of(WindowKind kind)
{
    switch (kind) {
    case WindowKind::Normal: return "normal";
    case WindowKind::Shell: return "shell";
    case WindowKind::Desk: return "desk";
    }
    return {};
}

constexpr std::string_view name_of(DutyKind kind)
{
    switch (kind) {
    case DutyKind::Media: return "media";
    case DutyKind::MediaPaused: return "media-paused";
    case DutyKind::TrayIcon: return "tray-icon";
    case DutyKind::Game: return "game";
    case DutyKind::Inhibitor: return "inhibitor";
    case DutyKind::Background: return "background";
    case DutyKind::Progress: return "progress";
    case DutyKind::Clipboard: return "clipboard";
    case DutyKind::BusService: return "bus-service";
    case DutyKind::FileServer: return "file-server";
    case DutyKind::LockAwaited: return "lock-awaited";
    case DutyKind::Connected: return "connected";
    case DutyKind::Wine: return "wine";
    case DutyKind::Camera: return "camera";
    case DutyKind::SoundCard: return "sound-card";
    case DutyKind::InputDevice: return "input-device";
    case DutyKind::Device: return "device";
    case DutyKind::Tunnel: return "tunnel";
    case DutyKind::PulseClient: return "pulse-client";
    case DutyKind::OtherUser: return "other-user";
    case DutyKind::Terminal: return "terminal";
    case DutyKind::Machine: return "machine";
    case DutyKind::OtherDisplay: return "other-display";
    case DutyKind::X11Client: return "x11-client";
    }
    return {};
}

constexpr std::string_view name_of(Parting parting)
{
    switch (parting) {
    case Parting::Sleep: return "sleep";
    case Parting::Shutdown: return "shutdown";
    case Parting::Logout: return "logout";
    }
    return {};
}

constexpr std::string_view name_of(TieKind kind)
{
    switch (kind) {
    case TieKind::SameProgram: return "same-program";
    case TieKind::Unreadable: return "untold";
    }
    return {};
}

constexpr std::string_view name_of(StreamKind kind)
{
    switch (kind) {
    case StreamKind::Playback: return "playback";
    case StreamKind::Capture: return "capture";
    case StreamKind::Screencast: return "screencast";
    case StreamKind::Loopback: return "loopback";
    }
    return {};
}

} // namespace headroom::recording

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app must not be frozen though it may be neither visible nor audible. Those from
/// FileServer on are found by a look at its processes. Clipboard: a paste asks the clipboard owner,
/// and waits for its answer. BusService: it owns a name on the bus that others call. Connected:
/// others are connected to a socket where it listens. Wine: all programs of a prefix share one
/// server, which may be in any unit. Terminal: it holds the other end of a terminal in which
/// something runs. Machine: it is a virtual machine.
enum class DutyKind {
    Media,
    MediaPaused, ///< it has played, and a media key may ask it to go on; exempt for a while only
    TrayIcon,
    Game,
    Inhibitor,
    Background,
    Progress,
    Clipboard,
    BusService,
    FileServer,
    LockAwaited,
    Connected,
    Wine,
    Camera,
    SoundCard,
    InputDevice, ///< it makes keystrokes or pointer movements: a remapper, a tablet driver
    Device, ///< a serial port, a USB device or a disk: a 3D print, a firmware, a disc being written
    Tunnel, ///< a network device of its own (TUN), or the right to make one: a VPN, a proxy
    PulseClient, ///< of PulseAudio itself, which reports no streams to PipeWire
    OtherUser, ///< a program in it has another user's rights, and its files can't be looked at
    Terminal,
    Machine,
    OtherDisplay, ///< it has windows where we see none: of a VNC server, a second login
    X11Client
};

/// Something that an app is in the middle of, for the user or for others.
struct Duty {
    std::string id; ///< a name for the source, and what is unique within it
    DutyKind kind = DutyKind::Media;
    std::optional<ProcessId> process; ///< nullopt: not reported, or refused; then the name counts
    /// What the source calls the app: an id, or a name for users. Empty: nothing.
    std::string app_name;
    std::string detail; ///< the app's own description, unverified; empty: none
    bool operator==(const Duty &) const = default;
};

/// When a player has played.
struct Played {
    std::optional<TimePoint> since; ///< until now; nullopt: it doesn't play
    /// When it was last paused after it had played for more than a moment.
    std::optional<TimePoint> paused;
};

} // namespace headroom

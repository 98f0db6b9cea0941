// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/windows/told_windows.h"

#include <memory>
#include <string>
#include <string_view>

namespace headroom {

/// The ways to reach the compositor.
class CompositorLine {
public:
    CompositorLine() = default;
    CompositorLine(const CompositorLine &) = delete;
    CompositorLine &operator=(const CompositorLine &) = delete;
    virtual ~CompositorLine() = default;

    /// Sends on the connection that CompositorTalk::hear() reads.
    virtual Result<void> say(std::string_view text) = 0;
    /// Sends on a new connection, which ends with the answer. CompositorTalk::answered() gets that;
    /// empty: there is none.
    virtual void ask(std::string_view request) = 0;
    /// The same, but the answer is ignored.
    virtual Result<void> send(std::string_view request) = 0;
    /// Calls CompositorTalk::later() once after a pause, however often it was requested.
    virtual void soon() = 0;
};

/// The language of one kind of compositor. Knows nothing of sockets: bytes in, requests and windows
/// out.
class CompositorTalk {
public:
    CompositorTalk(CompositorLine &line, ToldWindows &windows) : m_line(line), m_windows(windows) {}
    CompositorTalk(const CompositorTalk &) = delete;
    CompositorTalk &operator=(const CompositorTalk &) = delete;
    virtual ~CompositorTalk() = default;

    virtual Result<void> begin() = 0;
    /// An error ends the connection: after one unreadable message no other can be trusted.
    virtual Result<void> hear(std::string_view piece) = 0;
    virtual Result<void> answered(std::string_view answer)
    {
        (void)answer;
        return {};
    }
    virtual Result<void> later() { return {}; }
    virtual Result<void> close(const WindowId &window) = 0;

protected:
    CompositorLine &m_line;
    ToldWindows &m_windows;
};

[[nodiscard]] std::unique_ptr<CompositorTalk> talk_with_sway(CompositorLine &line,
                                                             ToldWindows &windows);
[[nodiscard]] std::unique_ptr<CompositorTalk> talk_with_niri(CompositorLine &line,
                                                             ToldWindows &windows);
[[nodiscard]] std::unique_ptr<CompositorTalk> talk_with_hyprland(CompositorLine &line,
                                                                 ToldWindows &windows);

} // namespace headroom

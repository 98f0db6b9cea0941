// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/windows/told_windows.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace headroom {

/// The language of one kind of compositor. Knows nothing of sockets: bytes in, requests and windows
/// out.
class CompositorTalk {
public:
    /// The ways to reach the compositor.
    struct Line {
        /// sends on the connection that hear() reads
        std::function<Result<void>(std::string_view)> say;
        /// Sends on a new connection, which ends with the answer. `answered` gets that; empty:
        /// there is none.
        std::function<void(std::string_view request)> ask;
        std::function<Result<void>(std::string_view request)>
            send; ///< the same, but the answer is ignored
        /// Calls `later` once after a pause, however often it was requested.
        std::function<void()> soon;
    };

    CompositorTalk(Line line, ToldWindows &windows) : m_line(std::move(line)), m_windows(windows) {}
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
    Line m_line;
    ToldWindows &m_windows;
};

[[nodiscard]] std::unique_ptr<CompositorTalk> talk_with_sway(CompositorTalk::Line line,
                                                             ToldWindows &windows);
[[nodiscard]] std::unique_ptr<CompositorTalk> talk_with_niri(CompositorTalk::Line line,
                                                             ToldWindows &windows);
[[nodiscard]] std::unique_ptr<CompositorTalk> talk_with_hyprland(CompositorTalk::Line line,
                                                                 ToldWindows &windows);

} // namespace headroom

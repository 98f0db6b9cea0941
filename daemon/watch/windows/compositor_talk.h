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

/// What one kind of compositor is told and tells over its socket. Knows the language, not the socket: bytes in, requests and windows out.
class CompositorTalk {
public:
    /// How it reaches the other end.
    struct Line {
        std::function<Result<void>(std::string_view)> say; ///< on the connection on which it hears
        std::function<void(std::string_view request)>
            ask; ///< on a connection of its own, which the answer ends; `answered` gets it, empty if there is none
        std::function<Result<void>(std::string_view request)>
            send; ///< the same, but nobody waits for what is answered
        std::function<void()>
            soon; ///< calls `later` in a while, once, however often it was asked for
    };

    CompositorTalk(Line line, ToldWindows &windows) : m_line(std::move(line)), m_windows(windows) {}
    CompositorTalk(const CompositorTalk &) = delete;
    CompositorTalk &operator=(const CompositorTalk &) = delete;
    virtual ~CompositorTalk() = default;

    virtual Result<void> begin() = 0;
    /// An error ends the connection: what can't be read once can't be trusted any more.
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

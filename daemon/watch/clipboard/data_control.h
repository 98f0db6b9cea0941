// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/display/wayland_search.h"
#include "watch/emit.h"

#include <memory>
#include <string>

namespace headroom {

/// One Wayland compositor's reports of its clipboard (ext-data-control-v1, or its older name
/// wlr-data-control-unstable-v1): something was copied, or the clipboard is empty. They never name
/// the owner, and we don't request the content. What was there before the connection has an unknown
/// owner, and isn't reported. It needs neither a window nor the focus. In the main context; never
/// blocks.
class DataControl : public WaylandTeller {
public:
    /// Emits Copied and NothingCopied. An error if no process listens there, or if Headroom was
    /// built without Wayland.
    [[nodiscard]] static Result<std::unique_ptr<DataControl>>
    connect(const std::string &path, Listener &listener, const Emit &emit);
    ~DataControl() override;

private:
    struct Connection;
    explicit DataControl(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

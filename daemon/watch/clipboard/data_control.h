// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/display/wayland_search.h"

#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// What one Wayland compositor tells of its clipboard (ext-data-control-v1, or wlr-data-control-unstable-v1, its older name): that something was copied, and that
/// nothing is left. Never who did it, and what it is we don't ask. What has been there before was copied by nobody knows whom, and isn't told. Needs no window
/// and no focus; in the main context, and nothing waits.
class DataControl : public WaylandTeller {
public:
    /// An error if nobody listens there, or if Headroom was built without it.
    [[nodiscard]] static Result<std::unique_ptr<DataControl>> connect(const std::string &path);
    ~DataControl() override;

    /// true: something was copied, by an application. false: nothing of an application's is on the clipboard.
    std::function<void(bool copied)> on_change;

private:
    struct Connection;
    explicit DataControl(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

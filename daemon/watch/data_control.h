// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// What one Wayland compositor tells of its clipboard (ext-data-control-v1, or wlr-data-control-unstable-v1, its older name): that something was copied, and that
/// nothing is left. Never who did it, and what it is we don't ask. Needs no window and no focus; in the main context, and nothing waits.
class DataControl {
public:
    /// An error if nobody listens there, or if Headroom was built without it. Whether the compositor tells anything, only time shows.
    [[nodiscard]] static Result<std::unique_ptr<DataControl>> connect(const std::string &path);
    ~DataControl();
    DataControl(const DataControl &) = delete;
    DataControl &operator=(const DataControl &) = delete;

    /// It tells: from now on whatever is copied is known. What has been there before was copied by nobody knows whom, and isn't told.
    std::function<void()> on_begun;
    /// true: something was copied, by an application. false: nothing of an application's is on the clipboard.
    std::function<void(bool copied)> on_change;
    /// The compositor is gone, or tells nothing, or no longer. Told once, with a sentence; may destroy this.
    std::function<void(const std::string &why)> on_end;

private:
    struct Connection;
    explicit DataControl(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

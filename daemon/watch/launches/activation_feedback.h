// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/result.h"
#include "watch/display/wayland_search.h"

#include <functional>
#include <memory>
#include <string>

namespace headroom {

/// KWin's reports of apps that are about to start, meant for panels
/// (org_kde_plasma_activation_feedback): the name of each. KWin gives this interface only to a
/// program that an installed desktop file vouches for (org.headroomd.headroomd.desktop). It needs
/// neither a window nor the focus. In the main context; never blocks.
class ActivationFeedback : public WaylandReporter {
public:
    using Starting = std::function<void(const AppId &id)>;
    /// An error if no process listens there, or if Headroom was built without Wayland.
    [[nodiscard]] static Result<std::unique_ptr<ActivationFeedback>>
    connect(const std::string &path, Listener &listener, Starting starting);
    ~ActivationFeedback() override;

private:
    struct Connection;
    explicit ActivationFeedback(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/display/wayland_search.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace headroom {

/// What KWin tells of applications that are about to start, so that a panel can show which (org_kde_plasma_activation_feedback): the name of each. It has that
/// only for a program that an installed desktop file vouches for (org.headroomd.headroomd.desktop). Needs no window and no focus; in the main context, and
/// nothing waits.
class ActivationFeedback : public WaylandTeller {
public:
    /// An error if nobody listens there, or if Headroom was built without it.
    [[nodiscard]] static Result<std::unique_ptr<ActivationFeedback>>
    connect(const std::string &path);
    ~ActivationFeedback() override;

    /// The name is as whoever starts the application has told it to the compositor, of any length.
    std::function<void(std::string_view app_id)> on_activation;

private:
    struct Connection;
    explicit ActivationFeedback(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom

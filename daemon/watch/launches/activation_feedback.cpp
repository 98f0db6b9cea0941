// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/activation_feedback.h"

#include "watch/display/wayland_link.h"

#include <plasma-window-management-client-protocol.h>

namespace headroom {

/// Members are destroyed in reverse order.
struct ActivationFeedback::Connection {
    using Feedback = org_kde_plasma_activation_feedback;
    using Activation = org_kde_plasma_activation;

    std::unique_ptr<WaylandLink> link;
    Owned<org_kde_plasma_activation_feedback_destroy, Feedback> feedback;
    /// Waits for its name, which follows immediately, so there is at most one.
    Owned<org_kde_plasma_activation_destroy, Activation> activation;

    ActivationFeedback *owner = nullptr;

    void globals_are_told();
    void began(Activation *made);
    void named(const char *app_id);
};

void ActivationFeedback::Connection::globals_are_told()
{
    static constexpr org_kde_plasma_activation_feedback_listener listener{
        .activation = [](void *data, Feedback *,
                         Activation *made) { static_cast<Connection *>(data)->began(made); },
    };
    if (link->version_of(org_kde_plasma_activation_feedback_interface.name) == 0)
        return link->end("it does not offer the protocol to us");
    feedback.reset(
        static_cast<Feedback *>(link->bind(org_kde_plasma_activation_feedback_interface, 1)));
    org_kde_plasma_activation_feedback_add_listener(feedback.get(), &listener, this);
    link->when_all_is_told([this] { owner->begins(); });
}

void ActivationFeedback::Connection::began(Activation *made)
{
    static constexpr org_kde_plasma_activation_listener listener{
        .app_id = [](void *data, Activation *,
                     const char *app_id) { static_cast<Connection *>(data)->named(app_id); },
        .finished = [](void *data,
                       Activation *) { static_cast<Connection *>(data)->activation.reset(); },
    };
    activation.reset(made);
    org_kde_plasma_activation_add_listener(made, &listener, this);
}

/// Destroyed before it is finished: KWin would wake us once more when the window is there.
void ActivationFeedback::Connection::named(const char *app_id)
{
    if (owner->on_activation)
        owner->on_activation(app_id);
    activation.reset();
}

ActivationFeedback::ActivationFeedback(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
    m_connection->owner = this;
    m_connection->link->on_globals = [this] { m_connection->globals_are_told(); };
    m_connection->link->on_end = [this](const std::string &why) { ends(why); };
}

ActivationFeedback::~ActivationFeedback() = default;

Result<std::unique_ptr<ActivationFeedback>> ActivationFeedback::connect(const std::string &path)
{
    auto link = WaylandLink::connect(path);
    if (!link)
        return std::unexpected(link.error());
    auto connection = std::make_unique<Connection>();
    connection->link = std::move(*link);
    return std::unique_ptr<ActivationFeedback>{new ActivationFeedback{std::move(connection)}};
}

} // namespace headroom

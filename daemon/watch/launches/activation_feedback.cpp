// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/activation_feedback.h"

#include "model/unit_escape.h"
#include "watch/display/wayland_link.h"

#include <plasma-window-management-client-protocol.h>
#include <string_view>

namespace headroom {

namespace {

/// Launchers send the desktop file's id, some with its suffix, as the protocol allows, or the whole
/// path.
std::string_view bare_id(std::string_view name)
{
    constexpr std::string_view ending = ".desktop";
    name.remove_prefix(name.rfind('/') + 1); // 0 if there is none
    if (name.ends_with(ending))
        name.remove_suffix(ending.size());
    return name;
}

} // namespace

/// Members are destroyed in reverse order.
struct ActivationFeedback::Connection final : WaylandLink::Listener {
    using Feedback = org_kde_plasma_activation_feedback;
    using Activation = org_kde_plasma_activation;

    std::unique_ptr<WaylandLink> link;
    Owned<org_kde_plasma_activation_feedback_destroy, Feedback> feedback;
    /// Waits for its name, which follows immediately, so there is at most one.
    Owned<org_kde_plasma_activation_destroy, Activation> activation;

    WaylandReporter::Listener &listener;
    Starting starting;

    Connection(WaylandReporter::Listener &listens, Starting sink)
        : listener(listens), starting(std::move(sink))
    {
    }
    void globals_listed() override;
    void ended(WaylandEnd how, const std::string &why) override { listener.ended(how, why); }
    void began(Activation *made);
    void named(const char *app_id);
};

void ActivationFeedback::Connection::globals_listed()
{
    static constexpr org_kde_plasma_activation_feedback_listener of_feedback{
        .activation = [](void *data, Feedback *,
                         Activation *made) { static_cast<Connection *>(data)->began(made); },
    };
    if (link->version_of(org_kde_plasma_activation_feedback_interface.name) == 0)
        return link->end("it does not offer the protocol to us");
    feedback.reset(
        static_cast<Feedback *>(link->bind(org_kde_plasma_activation_feedback_interface, 1)));
    org_kde_plasma_activation_feedback_add_listener(feedback.get(), &of_feedback, this);
    link->call_after_sync([this] { listener.begun(); });
}

void ActivationFeedback::Connection::began(Activation *made)
{
    static constexpr org_kde_plasma_activation_listener of_activation{
        .app_id = [](void *data, Activation *,
                     const char *app_id) { static_cast<Connection *>(data)->named(app_id); },
        .finished = [](void *data,
                       Activation *) { static_cast<Connection *>(data)->activation.reset(); },
    };
    activation.reset(made);
    org_kde_plasma_activation_add_listener(made, &of_activation, this);
}

/// The name is unverified, as the launcher has sent it, and of any length. The activation is
/// destroyed before it is finished: KWin would wake us once more when the window is there.
void ActivationFeedback::Connection::named(const char *app_id)
{
    if (const auto id = bare_id(app_id); usable_app_id(id))
        starting(AppId{id});
    activation.reset();
}

ActivationFeedback::ActivationFeedback(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
}

ActivationFeedback::~ActivationFeedback() = default;

Result<std::unique_ptr<ActivationFeedback>>
ActivationFeedback::connect(const std::string &path, Listener &listener, Starting starting)
{
    auto connection = std::make_unique<Connection>(listener, std::move(starting));
    auto link = WaylandLink::connect(path, *connection);
    if (!link)
        return std::unexpected(link.error());
    connection->link = std::move(*link);
    return std::unique_ptr<ActivationFeedback>{new ActivationFeedback{std::move(connection)}};
}

} // namespace headroom

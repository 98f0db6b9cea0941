// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/fake_wayland.h"

#include <cstdint>
#include <plasma-window-management-server-protocol.h>
#include <string>
#include <vector>

namespace headroom::seen {

/// A Wayland compositor that reports starting apps, as KWin does; or, like all others, doesn't.
class FakeLaunches {
public:
    enum class Tells { All, Nobody };

    /// `at` is a path, or a listening socket that the test owns.
    template<typename At>
    explicit FakeLaunches(const At &at, Tells tells = Tells::All) : m_wayland(at)
    {
        if (tells == Tells::All)
            wl_global_create(m_wayland.display(), &org_kde_plasma_activation_feedback_interface, 1,
                             this, bind_feedback);
    }

    /// A launcher has requested an activation token for the app, which isn't there yet.
    void starts(const std::string &app_id)
    {
        for (wl_resource *listener : m_listeners)
            org_kde_plasma_activation_send_app_id(begin(listener), app_id.c_str());
        m_wayland.flush();
    }
    /// A start that ends before its name is known.
    void starts_and_ends_without_a_name()
    {
        for (wl_resource *listener : m_listeners)
            org_kde_plasma_activation_send_finished(begin(listener));
        m_wayland.flush();
    }
    void starts_without_a_name()
    {
        for (wl_resource *listener : m_listeners)
            (void)begin(listener);
        m_wayland.flush();
    }
    /// Ends all starts that clients still listen to.
    void finish()
    {
        for (wl_resource *activation : m_activations)
            org_kde_plasma_activation_send_finished(activation);
        m_wayland.flush();
    }

    [[nodiscard]] std::size_t listeners() const { return m_listeners.size(); }
    [[nodiscard]] std::size_t activations() const { return m_activations.size(); }
    [[nodiscard]] int clients_seen() const { return m_wayland.clients_seen(); }
    [[nodiscard]] int clients() const { return m_wayland.clients(); }

private:
    static FakeLaunches *of(wl_resource *resource)
    {
        return static_cast<FakeLaunches *>(wl_resource_get_user_data(resource));
    }
    static void end(wl_client * /*client*/, wl_resource *resource)
    {
        wl_resource_destroy(resource);
    }

    static void bind_feedback(wl_client *client, void *data, std::uint32_t version,
                              std::uint32_t id)
    {
        static constexpr struct org_kde_plasma_activation_feedback_interface requests{.destroy =
                                                                                          end};
        auto *self = static_cast<FakeLaunches *>(data);
        wl_resource *listener = wl_resource_create(
            client, &org_kde_plasma_activation_feedback_interface, static_cast<int>(version), id);
        wl_resource_set_implementation(listener, &requests, self, [](wl_resource *gone) {
            std::erase(of(gone)->m_listeners, gone);
        });
        self->m_listeners.push_back(listener);
    }

    wl_resource *begin(wl_resource *listener)
    {
        static constexpr struct org_kde_plasma_activation_interface requests{.destroy = end};
        wl_resource *made = wl_resource_create(wl_resource_get_client(listener),
                                               &org_kde_plasma_activation_interface,
                                               wl_resource_get_version(listener), 0);
        wl_resource_set_implementation(made, &requests, this, [](wl_resource *gone) {
            std::erase(of(gone)->m_activations, gone);
        });
        m_activations.push_back(made);
        org_kde_plasma_activation_feedback_send_activation(listener, made);
        return made;
    }

    std::vector<wl_resource *> m_listeners, m_activations;
    FakeWayland m_wayland;
};

} // namespace headroom::seen

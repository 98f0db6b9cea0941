// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/fake_wayland.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>
#include <wlr-foreign-toplevel-management-unstable-v1-server-protocol.h>

namespace headroom::seen {

/// A Wayland compositor that reports its windows to one client, each with its app id.
class FakeToplevels {
public:
    using States = std::vector<zwlr_foreign_toplevel_handle_v1_state>;

    template<typename At> explicit FakeToplevels(const At &at, int version = 3) : m_wayland(at)
    {
        wl_global_create(m_wayland.display(), &zwlr_foreign_toplevel_manager_v1_interface, version,
                         this, bind_manager);
    }

    void shows(const std::string &app, const States &states = {})
    {
        m_windows[app].states = states;
        if (m_manager && !m_windows[app].handle)
            introduce(app);
        else if (m_manager)
            tell(app);
        m_wayland.flush();
    }
    /// States without the "done" that puts them into effect.
    void half_told(const std::string &app, const States &states)
    {
        send(m_windows.at(app).handle, states);
        m_wayland.flush();
    }
    void closes(const std::string &app)
    {
        zwlr_foreign_toplevel_handle_v1_send_closed(m_windows.at(app).handle);
        m_windows.erase(app);
        m_wayland.flush();
    }
    void finishes()
    {
        zwlr_foreign_toplevel_manager_v1_send_finished(m_manager);
        m_wayland.flush();
    }

    [[nodiscard]] const std::vector<std::string> &asked_to_close() const
    {
        return m_asked_to_close;
    }
    [[nodiscard]] int version() const { return m_manager ? wl_resource_get_version(m_manager) : 0; }
    [[nodiscard]] int handles() const { return m_handles; }
    [[nodiscard]] int clients_seen() const { return m_wayland.clients_seen(); }
    [[nodiscard]] int clients() const { return m_wayland.clients(); }

private:
    struct Shown {
        wl_resource *handle = nullptr;
        States states;
    };

    static FakeToplevels *of(wl_resource *resource)
    {
        return static_cast<FakeToplevels *>(wl_resource_get_user_data(resource));
    }

    static void bind_manager(wl_client *client, void *data, std::uint32_t version, std::uint32_t id)
    {
        static constexpr struct zwlr_foreign_toplevel_manager_v1_interface requests{
            .stop = [](wl_client *, wl_resource *) {}};
        auto *self = static_cast<FakeToplevels *>(data);
        self->m_manager = wl_resource_create(client, &zwlr_foreign_toplevel_manager_v1_interface,
                                             static_cast<int>(version), id);
        wl_resource_set_implementation(self->m_manager, &requests, self,
                                       [](wl_resource *gone) { of(gone)->m_manager = nullptr; });
        for (const auto &[app, shown] : self->m_windows)
            self->introduce(app);
    }

    void introduce(const std::string &app)
    {
        using Interface = struct zwlr_foreign_toplevel_handle_v1_interface;
        static constexpr Interface requests{
            .close =
                [](wl_client *, wl_resource *handle) {
                    const auto &windows = of(handle)->m_windows;
                    const auto shown = std::ranges::find(
                        windows, handle, [](const auto &window) { return window.second.handle; });
                    of(handle)->m_asked_to_close.push_back(shown == windows.end() ? "nobody"
                                                                                  : shown->first);
                },
            .destroy = [](wl_client *, wl_resource *handle) { wl_resource_destroy(handle); },
        };
        wl_resource *handle =
            wl_resource_create(wl_resource_get_client(m_manager),
                               &zwlr_foreign_toplevel_handle_v1_interface, version(), 0);
        wl_resource_set_implementation(handle, &requests, this,
                                       [](wl_resource *gone) { --of(gone)->m_handles; });
        ++m_handles;
        m_windows[app].handle = handle;
        zwlr_foreign_toplevel_manager_v1_send_toplevel(m_manager, handle);
        zwlr_foreign_toplevel_handle_v1_send_title(handle, "a secret");
        zwlr_foreign_toplevel_handle_v1_send_app_id(handle, app.c_str());
        tell(app);
    }

    void tell(const std::string &app)
    {
        send(m_windows.at(app).handle, m_windows.at(app).states);
        zwlr_foreign_toplevel_handle_v1_send_done(m_windows.at(app).handle);
    }

    static void send(wl_resource *handle, const States &states)
    {
        wl_array told;
        wl_array_init(&told);
        for (const auto state : states)
            *static_cast<std::uint32_t *>(wl_array_add(&told, sizeof(std::uint32_t))) = state;
        zwlr_foreign_toplevel_handle_v1_send_state(handle, &told);
        wl_array_release(&told);
    }

    std::map<std::string, Shown> m_windows;
    std::vector<std::string> m_asked_to_close;
    wl_resource *m_manager = nullptr;
    int m_handles = 0;
    FakeWayland m_wayland;
};

} // namespace headroom::seen

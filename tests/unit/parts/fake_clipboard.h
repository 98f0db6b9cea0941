// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/fake_wayland.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <ext-data-control-v1-server-protocol.h>
#include <string>
#include <vector>

namespace headroom::seen {

/// A Wayland compositor that reports its clipboard, if it has a global for that.
class FakeClipboard {
public:
    /// `at` is a path, or a listening socket that the test owns. Possible globals besides the seat:
    /// "ext_data_control_manager_v1", and its older name.
    template<typename At>
    FakeClipboard(const At &at, const std::vector<std::string> &globals) : m_wayland(at)
    {
        for (const std::string &name : globals) {
            Global &global =
                m_globals.emplace_back(Global{this, name, ext_data_control_manager_v1_interface});
            global.interface.name = global.name.c_str();
            global.interface.version = name.starts_with("zwlr") ? 2 : 1;
            wl_global_create(m_wayland.display(), &global.interface, global.interface.version,
                             &global, bind_manager);
        }
    }

    void copied(const std::vector<std::string> &types)
    {
        m_types = types;
        m_is_empty = false;
        for (wl_resource *device : m_devices)
            tell_selection(device);
        m_wayland.flush();
    }
    void emptied()
    {
        m_is_empty = true;
        for (wl_resource *device : m_devices)
            tell_selection(device);
        m_wayland.flush();
    }
    /// The primary selection, sent to the clients that have requested it.
    void marked(const std::vector<std::string> &types)
    {
        for (wl_resource *device : m_told_of_marks)
            ext_data_control_device_v1_send_primary_selection(device, offer(device, types));
        m_wayland.flush();
    }

    [[nodiscard]] std::size_t devices() const { return m_devices.size(); }
    [[nodiscard]] int offers() const { return m_offers; }
    [[nodiscard]] int received() const { return m_received; }
    [[nodiscard]] int clients_seen() const { return m_wayland.clients_seen(); }
    [[nodiscard]] int clients() const { return m_wayland.clients(); }
    /// "name version" of each global that was bound.
    [[nodiscard]] const std::vector<std::string> &bound() const { return m_bound; }

private:
    struct Global {
        FakeClipboard *compositor;
        std::string name;
        wl_interface interface;
    };

    static FakeClipboard *of(wl_resource *resource)
    {
        return static_cast<FakeClipboard *>(wl_resource_get_user_data(resource));
    }
    static void end(wl_client * /*client*/, wl_resource *resource)
    {
        wl_resource_destroy(resource);
    }

    static void bind_manager(wl_client *client, void *data, std::uint32_t version, std::uint32_t id)
    {
        static constexpr struct ext_data_control_manager_v1_interface requests{
            .create_data_source =
                [](wl_client *, wl_resource *, std::uint32_t) {
                    ADD_FAILURE() << "the daemon offers nothing";
                },
            .get_data_device =
                [](wl_client *of_client, wl_resource *manager, std::uint32_t device,
                   wl_resource *) { of(manager)->make_device(of_client, manager, device); },
            .destroy = end,
        };
        const auto *global = static_cast<const Global *>(data);
        global->compositor->m_bound.push_back(global->name + " " + std::to_string(version));
        wl_resource *manager = wl_resource_create(client, &ext_data_control_manager_v1_interface,
                                                  static_cast<int>(version), id);
        wl_resource_set_implementation(manager, &requests, global->compositor, nullptr);
        if (global->name.starts_with("ext"))
            global->compositor->m_newer.push_back(manager);
    }

    void make_device(wl_client *client, wl_resource *manager, std::uint32_t id)
    {
        static constexpr struct ext_data_control_device_v1_interface requests{
            .set_selection = [](wl_client *, wl_resource *,
                                wl_resource *) { ADD_FAILURE() << "the daemon never copies"; },
            .destroy = end,
            .set_primary_selection =
                [](wl_client *, wl_resource *, wl_resource *) {
                    ADD_FAILURE() << "the daemon never sets the primary selection";
                },
        };
        wl_resource *device = wl_resource_create(client, &ext_data_control_device_v1_interface,
                                                 wl_resource_get_version(manager), id);
        wl_resource_set_implementation(device, &requests, this, [](wl_resource *gone) {
            std::erase(of(gone)->m_devices, gone);
            std::erase(of(gone)->m_told_of_marks, gone);
        });
        m_devices.push_back(device);
        if (wl_resource_get_version(manager) > 1
            || std::ranges::find(m_newer, manager) != m_newer.end())
            m_told_of_marks.push_back(device);
        tell_selection(device); // the current one
    }

    void tell_selection(wl_resource *device)
    {
        ext_data_control_device_v1_send_selection(device,
                                                  m_is_empty ? nullptr : offer(device, m_types));
    }

    wl_resource *offer(wl_resource *device, const std::vector<std::string> &types)
    {
        static constexpr struct ext_data_control_offer_v1_interface requests{
            .receive =
                [](wl_client *, wl_resource *asked, const char *, std::int32_t fd) {
                    ++of(asked)->m_received;
                    close(fd);
                },
            .destroy = end,
        };
        wl_resource *made =
            wl_resource_create(wl_resource_get_client(device), &ext_data_control_offer_v1_interface,
                               wl_resource_get_version(device), 0);
        wl_resource_set_implementation(made, &requests, this,
                                       [](wl_resource *gone) { --of(gone)->m_offers; });
        ++m_offers;
        ext_data_control_device_v1_send_data_offer(device, made);
        for (const std::string &type : types)
            ext_data_control_offer_v1_send_offer(made, type.c_str());
        return made;
    }

    /// Managers that report the primary selection from their first version on.
    std::vector<wl_resource *> m_newer;
    std::vector<wl_resource *> m_devices, m_told_of_marks;
    std::vector<std::string> m_bound;
    std::vector<std::string> m_types;
    bool m_is_empty = true;
    int m_offers = 0;
    int m_received = 0;
    std::deque<Global> m_globals; ///< must not move: libwayland has pointers to them
    FakeWayland m_wayland;
};

} // namespace headroom::seen

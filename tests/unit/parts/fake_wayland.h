// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <algorithm>
#include <deque>
#include <ext-data-control-v1-server-protocol.h>
#include <glib-unix.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>
#include <wayland-server.h>

namespace headroom::seen {

/// A Wayland compositor in the main context that has a seat and tells of its clipboard, by the real library.
class FakeWayland {
public:
    static int listen_at(const std::string &path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        EXPECT_EQ(bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0) << path;
        EXPECT_EQ(listen(fd, 8), 0);
        return fd;
    }

    /// Globals besides the seat: "ext_data_control_manager_v1", or its older name. When the compositor is gone, so is its socket.
    FakeWayland(const std::string &path, const std::vector<std::string> &globals) : FakeWayland(Socket{listen_at(path)}, globals) { m_path = path; }
    /// Behind a socket that somebody else keeps.
    FakeWayland(int listening, const std::vector<std::string> &globals) : FakeWayland(Socket{dup(listening)}, globals) {}
    FakeWayland(const FakeWayland &) = delete;
    FakeWayland &operator=(const FakeWayland &) = delete;
    ~FakeWayland()
    {
        m_source.reset();
        if (!m_path.empty())
            (void)unlink(m_path.c_str());
        wl_display_destroy_clients(m_display);
        wl_list_remove(&m_newcomers.listener.link);
        wl_display_destroy(m_display);
    }

    void copied(const std::vector<std::string> &types)
    {
        m_types = types;
        m_is_empty = false;
        for (wl_resource *device : m_devices)
            tell_selection(device);
        wl_display_flush_clients(m_display);
    }
    void emptied()
    {
        m_is_empty = true;
        for (wl_resource *device : m_devices)
            tell_selection(device);
        wl_display_flush_clients(m_display);
    }
    /// The primary selection, for those who have asked to be told of it.
    void marked(const std::vector<std::string> &types)
    {
        for (wl_resource *device : m_told_of_marks)
            ext_data_control_device_v1_send_primary_selection(device, offer(device, types));
        wl_display_flush_clients(m_display);
    }

    [[nodiscard]] std::size_t devices() const { return m_devices.size(); }
    [[nodiscard]] int offers() const { return m_offers; }
    [[nodiscard]] int received() const { return m_received; }
    [[nodiscard]] int clients_seen() const { return m_newcomers.seen; }
    [[nodiscard]] int clients() const { return wl_list_length(wl_display_get_client_list(m_display)); }
    /// "name version", each that was asked for.
    [[nodiscard]] const std::vector<std::string> &bound() const { return m_bound; }

private:
    struct Socket {
        int fd;
    };
    /// The first member is what libwayland knows it by.
    struct Newcomers {
        wl_listener listener{};
        int seen = 0;
    };
    struct Global {
        FakeWayland *compositor;
        std::string name;
        wl_interface interface;
    };

    FakeWayland(Socket socket, const std::vector<std::string> &globals)
    {
        EXPECT_EQ(wl_display_add_socket_fd(m_display, socket.fd), 0);
        wl_global_create(m_display, &wl_seat_interface, 1, nullptr, [](wl_client *client, void *, std::uint32_t version, std::uint32_t id) {
            (void)wl_resource_create(client, &wl_seat_interface, static_cast<int>(version), id);
        });
        for (const std::string &name : globals) {
            Global &global = m_globals.emplace_back(Global{this, name, ext_data_control_manager_v1_interface});
            global.interface.name = global.name.c_str();
            global.interface.version = name.starts_with("zwlr") ? 2 : 1;
            wl_global_create(m_display, &global.interface, global.interface.version, &global, bind_manager);
        }
        m_newcomers.listener.notify = [](wl_listener *listener, void *) { ++reinterpret_cast<Newcomers *>(listener)->seen; };
        wl_display_add_client_created_listener(m_display, &m_newcomers.listener);
        m_source = SourceId{g_unix_fd_add(
            wl_event_loop_get_fd(wl_display_get_event_loop(m_display)), G_IO_IN,
            [](int, GIOCondition, gpointer data) -> gboolean {
                auto *self = static_cast<FakeWayland *>(data);
                (void)wl_event_loop_dispatch(wl_display_get_event_loop(self->m_display), 0);
                wl_display_flush_clients(self->m_display);
                return G_SOURCE_CONTINUE;
            },
            this)};
    }

    static FakeWayland *of(wl_resource *resource) { return static_cast<FakeWayland *>(wl_resource_get_user_data(resource)); }
    static void end(wl_client * /*client*/, wl_resource *resource) { wl_resource_destroy(resource); }

    static void bind_manager(wl_client *client, void *data, std::uint32_t version, std::uint32_t id)
    {
        static constexpr struct ext_data_control_manager_v1_interface requests{
            .create_data_source = [](wl_client *, wl_resource *, std::uint32_t) { ADD_FAILURE() << "we have nothing to offer"; },
            .get_data_device = [](wl_client *of_client, wl_resource *manager, std::uint32_t device,
                                  wl_resource *) { of(manager)->make_device(of_client, manager, device); },
            .destroy = end,
        };
        const auto *global = static_cast<const Global *>(data);
        global->compositor->m_bound.push_back(global->name + " " + std::to_string(version));
        wl_resource *manager = wl_resource_create(client, &ext_data_control_manager_v1_interface, static_cast<int>(version), id);
        wl_resource_set_implementation(manager, &requests, global->compositor, nullptr);
        if (global->name.starts_with("ext"))
            global->compositor->m_newer.push_back(manager);
    }

    void make_device(wl_client *client, wl_resource *manager, std::uint32_t id)
    {
        static constexpr struct ext_data_control_device_v1_interface requests{
            .set_selection = [](wl_client *, wl_resource *, wl_resource *) { ADD_FAILURE() << "we never copy"; },
            .destroy = end,
            .set_primary_selection = [](wl_client *, wl_resource *, wl_resource *) { ADD_FAILURE() << "we never mark"; },
        };
        wl_resource *device = wl_resource_create(client, &ext_data_control_device_v1_interface, wl_resource_get_version(manager), id);
        wl_resource_set_implementation(device, &requests, this, [](wl_resource *gone) {
            std::erase(of(gone)->m_devices, gone);
            std::erase(of(gone)->m_told_of_marks, gone);
        });
        m_devices.push_back(device);
        if (wl_resource_get_version(manager) > 1 || std::ranges::find(m_newer, manager) != m_newer.end())
            m_told_of_marks.push_back(device);
        tell_selection(device); // what is there already
    }

    void tell_selection(wl_resource *device) { ext_data_control_device_v1_send_selection(device, m_is_empty ? nullptr : offer(device, m_types)); }

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
        wl_resource *made = wl_resource_create(wl_resource_get_client(device), &ext_data_control_offer_v1_interface, wl_resource_get_version(device), 0);
        wl_resource_set_implementation(made, &requests, this, [](wl_resource *gone) { --of(gone)->m_offers; });
        ++m_offers;
        ext_data_control_device_v1_send_data_offer(device, made);
        for (const std::string &type : types)
            ext_data_control_offer_v1_send_offer(made, type.c_str());
        return made;
    }

    wl_display *m_display = wl_display_create();
    std::string m_path;
    std::deque<Global> m_globals; ///< stay where they are: libwayland points to them
    Newcomers m_newcomers;
    SourceId m_source;
    std::vector<wl_resource *> m_newer; ///< managers that tell of marks in their first version
    std::vector<wl_resource *> m_devices, m_told_of_marks;
    std::vector<std::string> m_bound;
    std::vector<std::string> m_types;
    bool m_is_empty = true;
    int m_offers = 0;
    int m_received = 0;
};

} // namespace headroom::seen

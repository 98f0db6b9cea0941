// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/data_control.h"

#include "sys/glib_ptr.h"
#include "sys/local_socket.h"

#include <cerrno>
#include <ext-data-control-v1-client-protocol.h>
#include <glib-unix.h>
#include <string_view>
#include <wayland-client.h>

namespace headroom {

namespace {

/// Klipper's mark on what it offers in place of an application that has ended. It is in Plasma's own unit, which nobody freezes.
constexpr std::string_view put_back = "application/x-kde-onlyReplaceEmpty";

/// Requests and events of the older protocol are those of the newer one in the same order. Its first version is asked for, since from the second on it
/// tells of the primary selection, too, and would wake us whenever text is marked.
wl_interface older_manager()
{
    wl_interface like = ext_data_control_manager_v1_interface;
    like.name = "zwlr_data_control_manager_v1";
    return like;
}
const wl_interface older_interface = older_manager();

template<auto Destroy, typename T> using Owned = std::unique_ptr<T, Calling<Destroy>>;

} // namespace

/// What is destroyed first is declared last.
struct DataControl::Connection {
    Owned<wl_display_disconnect, wl_display> display;
    Owned<wl_registry_destroy, wl_registry> registry;
    Owned<wl_seat_destroy, wl_seat> seat;
    Owned<ext_data_control_manager_v1_destroy, ext_data_control_manager_v1> manager;
    Owned<ext_data_control_device_v1_destroy, ext_data_control_device_v1> device;
    Owned<ext_data_control_offer_v1_destroy, ext_data_control_offer_v1> offer;
    Owned<wl_callback_destroy, wl_callback> all_told;
    SourceId source;

    DataControl *owner = nullptr;
    std::uint32_t seat_name = 0, older_name = 0, newer_name = 0; ///< the registry's numbers; 0: there is none
    bool offer_is_put_back = false;
    bool begun = false;
    std::string ended; ///< why; empty: it hasn't. While libwayland calls us nothing may be destroyed

    void begin();
    void ask_whether_all_is_told();
    void globals_are_told();
    void follow_clipboard();
    void selected(const ext_data_control_offer_v1 *what);
    bool hear();
};

/// Whatever the compositor has to say before it answers this has then been said.
void DataControl::Connection::ask_whether_all_is_told()
{
    static constexpr wl_callback_listener listener{.done = [](void *data, wl_callback *, std::uint32_t) {
        auto *self = static_cast<Connection *>(data);
        self->all_told.reset();
        if (!self->device)
            return self->globals_are_told();
        self->begun = true;
        if (self->owner->on_begun)
            self->owner->on_begun();
    }};
    all_told.reset(wl_display_sync(display.get()));
    wl_callback_add_listener(all_told.get(), &listener, this);
}

void DataControl::Connection::begin()
{
    static constexpr wl_registry_listener listener{
        .global =
            [](void *data, wl_registry *, std::uint32_t name, const char *interface, std::uint32_t) {
                auto *self = static_cast<Connection *>(data);
                const std::string_view called = interface;
                if (called == wl_seat_interface.name && self->seat_name == 0)
                    self->seat_name = name;
                else if (called == older_interface.name)
                    self->older_name = name;
                else if (called == ext_data_control_manager_v1_interface.name)
                    self->newer_name = name;
            },
        .global_remove = [](void *, wl_registry *, std::uint32_t) {}, // a seat that goes says so itself
    };
    registry.reset(wl_display_get_registry(display.get()));
    wl_registry_add_listener(registry.get(), &listener, this);
    ask_whether_all_is_told();
    (void)wl_display_flush(display.get());
    source = SourceId{g_unix_fd_add(
        wl_display_get_fd(display.get()), static_cast<GIOCondition>(G_IO_IN | G_IO_HUP | G_IO_ERR),
        [](int, GIOCondition, gpointer self) -> gboolean { return static_cast<Connection *>(self)->hear() ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE; }, this)};
}

void DataControl::Connection::globals_are_told()
{
    if (seat_name == 0 || (older_name == 0 && newer_name == 0)) {
        ended = "it doesn't tell others of its clipboard";
        return;
    }
    seat.reset(static_cast<wl_seat *>(wl_registry_bind(registry.get(), seat_name, &wl_seat_interface, 1)));
    void *const bound = older_name != 0 ? wl_registry_bind(registry.get(), older_name, &older_interface, 1)
                                        : wl_registry_bind(registry.get(), newer_name, &ext_data_control_manager_v1_interface, 1);
    manager.reset(static_cast<ext_data_control_manager_v1 *>(bound));
    follow_clipboard();
    ask_whether_all_is_told();
}

/// An offer is only ever looked at from outside: no receive(), so nobody is asked for what he has copied.
void DataControl::Connection::follow_clipboard()
{
    static constexpr ext_data_control_offer_v1_listener of_offer{.offer = [](void *data, ext_data_control_offer_v1 *, const char *type) {
        auto *self = static_cast<Connection *>(data);
        self->offer_is_put_back = self->offer_is_put_back || put_back == type;
    }};
    static constexpr ext_data_control_device_v1_listener of_device{
        .data_offer =
            [](void *data, ext_data_control_device_v1 *, ext_data_control_offer_v1 *made) {
                auto *self = static_cast<Connection *>(data);
                self->offer.reset(made);
                self->offer_is_put_back = false;
                ext_data_control_offer_v1_add_listener(made, &of_offer, self);
            },
        .selection = [](void *data, ext_data_control_device_v1 *, ext_data_control_offer_v1 *what) { static_cast<Connection *>(data)->selected(what); },
        .finished = [](void *data, ext_data_control_device_v1 *) { static_cast<Connection *>(data)->ended = "it tells no more of its clipboard"; },
        .primary_selection = [](void *data, ext_data_control_device_v1 *, ext_data_control_offer_v1 *) { static_cast<Connection *>(data)->offer.reset(); },
    };
    device.reset(ext_data_control_manager_v1_get_data_device(manager.get(), seat.get()));
    ext_data_control_device_v1_add_listener(device.get(), &of_device, this);
}

void DataControl::Connection::selected(const ext_data_control_offer_v1 *what)
{
    offer.reset();
    if (begun && owner->on_change)
        owner->on_change(what && !offer_is_put_back);
}

/// False: it is over, and there may be no self any more.
bool DataControl::Connection::hear()
{
    bool alive = true;
    while (alive && wl_display_prepare_read(display.get()) != 0)
        alive = wl_display_dispatch_pending(display.get()) >= 0;
    alive = alive && wl_display_read_events(display.get()) >= 0 && wl_display_dispatch_pending(display.get()) >= 0;
    alive = alive && (wl_display_flush(display.get()) >= 0 || errno == EAGAIN); // what doesn't fit goes with what is said next
    if (alive && ended.empty())
        return true;
    source.forget();
    const auto tell = owner->on_end;
    const std::string why = ended.empty() ? "it is gone" : ended;
    if (tell)
        tell(why);
    return false;
}

DataControl::DataControl(std::unique_ptr<Connection> connection) : m_connection(std::move(connection))
{
    m_connection->owner = this;
    m_connection->begin();
}

DataControl::~DataControl() = default;

Result<std::unique_ptr<DataControl>> DataControl::connect(const std::string &path)
{
    auto socket = connect_local(path);
    if (!socket)
        return std::unexpected(socket.error());
    auto connection = std::make_unique<Connection>();
    connection->display.reset(wl_display_connect_to_fd(socket->release())); // it closes the socket, too
    if (!connection->display)
        return system_error("speaking to " + path);
    return std::unique_ptr<DataControl>{new DataControl{std::move(connection)}};
}

} // namespace headroom

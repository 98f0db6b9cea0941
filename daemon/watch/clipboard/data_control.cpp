// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/data_control.h"

#include "watch/display/wayland_link.h"

#include <ext-data-control-v1-client-protocol.h>
#include <string_view>

namespace headroom {

namespace {

/// Klipper's mark on what it restores for an app that has ended. Klipper is in Plasma's own unit,
/// which is never frozen.
constexpr std::string_view put_back = "application/x-kde-onlyReplaceEmpty";

/// The older protocol has the same requests and events in the same order. Version 1 is bound: from
/// version 2 on it reports the primary selection, too, and would wake us whenever text is marked.
wl_interface older_manager()
{
    wl_interface like = ext_data_control_manager_v1_interface;
    like.name = "zwlr_data_control_manager_v1";
    return like;
}
const wl_interface older_interface = older_manager();

} // namespace

/// Members are destroyed in reverse order.
struct DataControl::Connection final : WaylandLink::Listener {
    std::unique_ptr<WaylandLink> link;
    Owned<wl_seat_destroy, wl_seat> seat;
    Owned<ext_data_control_manager_v1_destroy, ext_data_control_manager_v1> manager;
    Owned<ext_data_control_device_v1_destroy, ext_data_control_device_v1> device;
    Owned<ext_data_control_offer_v1_destroy, ext_data_control_offer_v1> offer;

    WaylandReporter::Listener &listener;
    Emit emit;
    bool offer_is_put_back = false;
    bool begun = false;

    Connection(WaylandReporter::Listener &listens, Emit sink)
        : listener(listens), emit(std::move(sink))
    {
    }
    void globals_listed() override;
    void ended(WaylandEnd how, const std::string &why) override { listener.ended(how, why); }
    void follow_clipboard();
    void selected(const ext_data_control_offer_v1 *what);
};

void DataControl::Connection::globals_listed()
{
    const bool older = link->version_of(older_interface.name) != 0;
    if (link->version_of(wl_seat_interface.name) == 0
        || (!older && link->version_of(ext_data_control_manager_v1_interface.name) == 0))
        return link->end("it does not report its clipboard");
    seat.reset(static_cast<wl_seat *>(link->bind(wl_seat_interface, 1)));
    manager.reset(static_cast<ext_data_control_manager_v1 *>(
        link->bind(older ? older_interface : ext_data_control_manager_v1_interface, 1)));
    follow_clipboard();
    link->call_after_sync([this] {
        begun = true;
        listener.begun();
    });
}

/// There is no receive(): the content isn't requested, so no app has to answer.
void DataControl::Connection::follow_clipboard()
{
    static constexpr ext_data_control_offer_v1_listener of_offer{
        .offer = [](void *data, ext_data_control_offer_v1 *, const char *type) {
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
        .selection =
            [](void *data, ext_data_control_device_v1 *, ext_data_control_offer_v1 *what) {
                static_cast<Connection *>(data)->selected(what);
            },
        .finished =
            [](void *data, ext_data_control_device_v1 *) {
                static_cast<Connection *>(data)->link->end("it no longer reports its clipboard");
            },
        .primary_selection =
            [](void *data, ext_data_control_device_v1 *, ext_data_control_offer_v1 *) {
                static_cast<Connection *>(data)->offer.reset();
            },
    };
    device.reset(ext_data_control_manager_v1_get_data_device(manager.get(), seat.get()));
    ext_data_control_device_v1_add_listener(device.get(), &of_device, this);
}

void DataControl::Connection::selected(const ext_data_control_offer_v1 *what)
{
    offer.reset();
    if (!begun)
        return;
    const bool is_of_an_app = what && !offer_is_put_back;
    is_of_an_app ? emit(event::Copied{}) : emit(event::NothingCopied{});
}

DataControl::DataControl(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
}

DataControl::~DataControl() = default;

Result<std::unique_ptr<DataControl>> DataControl::connect(const std::string &path,
                                                          Listener &listener, const Emit &emit)
{
    auto connection = std::make_unique<Connection>(listener, emit);
    auto link = WaylandLink::connect(path, *connection);
    if (!link)
        return std::unexpected(link.error());
    connection->link = std::move(*link);
    return std::unique_ptr<DataControl>{new DataControl{std::move(connection)}};
}

} // namespace headroom

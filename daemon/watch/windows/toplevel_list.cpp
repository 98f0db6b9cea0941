// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/toplevel_list.h"

#include "model/unit_escape.h"
#include "sys/timer.h"
#include "watch/display/wayland_link.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>
#include <wlr-foreign-toplevel-management-unstable-v1-client-protocol.h>

namespace headroom {

namespace {

using State = zwlr_foreign_toplevel_handle_v1_state;

/// The protocol's version: older ones lack full screen, and newer ones add nothing we need.
constexpr std::uint32_t with_full_screen = 2;
/// One window loses the focus before the next one gets it. After this time, none has it.
constexpr guint loss_settles_ms = 300;

bool has(const wl_array *states, State wanted)
{
    const std::span all{static_cast<const std::uint32_t *>(states->data),
                        states->size / sizeof(std::uint32_t)};
    return std::ranges::find(all, static_cast<std::uint32_t>(wanted)) != all.end();
}

} // namespace

/// Members are destroyed in reverse order.
struct ToplevelList::Connection final : WaylandLink::Listener {
    using Manager = zwlr_foreign_toplevel_manager_v1;
    using Handle = zwlr_foreign_toplevel_handle_v1;

    /// The state of a window since its last "done". It counts only when "done" arrives.
    struct Toplevel {
        Connection *list;
        Owned<zwlr_foreign_toplevel_handle_v1_destroy, Handle> handle;
        ProtocolWindows::Entry entry;
        bool active = false;
    };

    std::unique_ptr<WaylandLink> link;
    Owned<zwlr_foreign_toplevel_manager_v1_destroy, Manager> manager;
    std::map<WindowId, Toplevel> toplevels;

    WaylandReporter::Listener &listener;
    ProtocolWindows &windows;
    unsigned last_id = 0;
    std::vector<WindowId> active; ///< in the order of activation: each seat has one
    Timer losing; ///< runs while none is active

    Connection(WaylandReporter::Listener &listens, ProtocolWindows &all)
        : listener(listens), windows(all)
    {
    }
    void globals_listed() override;
    void ended(WaylandEnd how, const std::string &why) override { listener.ended(how, why); }
    void appeared(Handle *handle);
    void toplevel_changed(const Toplevel &toplevel);
    void gone(const WindowId &id);
    void report_focus();
};

void ToplevelList::Connection::globals_listed()
{
    static constexpr zwlr_foreign_toplevel_manager_v1_listener of_manager{
        .toplevel = [](void *data, Manager *,
                       Handle *handle) { static_cast<Connection *>(data)->appeared(handle); },
        .finished =
            [](void *data, Manager *) {
                static_cast<Connection *>(data)->link->end("it no longer reports its windows");
            },
    };
    if (link->version_of(zwlr_foreign_toplevel_manager_v1_interface.name) < with_full_screen)
        return link->end("it does not report its windows");
    manager.reset(static_cast<Manager *>(
        link->bind(zwlr_foreign_toplevel_manager_v1_interface, with_full_screen)));
    zwlr_foreign_toplevel_manager_v1_add_listener(manager.get(), &of_manager, this);
    link->call_after_sync([this] {
        windows.complete_list();
        listener.begun();
    });
}

void ToplevelList::Connection::appeared(Handle *handle)
{
    static constexpr zwlr_foreign_toplevel_handle_v1_listener of_handle{
        .title = [](void *, Handle *, const char *) {}, // titles are private
        .app_id =
            [](void *data, Handle *, const char *app) {
                static_cast<Toplevel *>(data)->entry.window.app_hint =
                    usable_app_id(app) ? app : "";
            },
        .output_enter = [](void *, Handle *, wl_output *) {},
        .output_leave = [](void *, Handle *, wl_output *) {},
        .state =
            [](void *data, Handle *, wl_array *states) {
                auto *toplevel = static_cast<Toplevel *>(data);
                toplevel->active = has(states, ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED);
                toplevel->entry.window.hidden =
                    has(states, ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED);
                toplevel->entry.window.fullscreen =
                    has(states, ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN);
            },
        .done =
            [](void *data, Handle *) {
                auto *toplevel = static_cast<Toplevel *>(data);
                toplevel->list->toplevel_changed(*toplevel);
            },
        .closed =
            [](void *data, Handle *) {
                const auto *toplevel = static_cast<Toplevel *>(data);
                toplevel->list->gone(WindowId{toplevel->entry.window.id});
            },
        .parent = [](void *, Handle *, Handle *) {},
    };
    if (toplevels.size() >= ProtocolWindows::most)
        return zwlr_foreign_toplevel_handle_v1_destroy(handle);
    const WindowId id = std::to_string(++last_id);
    Toplevel &toplevel = toplevels[id];
    toplevel.list = this;
    toplevel.handle.reset(handle);
    toplevel.entry.window.id = id;
    zwlr_foreign_toplevel_handle_v1_add_listener(handle, &of_handle, &toplevel);
}

void ToplevelList::Connection::toplevel_changed(const Toplevel &toplevel)
{
    const WindowId &id = toplevel.entry.window.id;
    windows.put(toplevel.entry);
    const auto known = std::ranges::find(active, id);
    if (toplevel.active && known == active.end())
        active.push_back(id);
    else if (!toplevel.active && known != active.end())
        active.erase(known);
    report_focus();
}

void ToplevelList::Connection::gone(const WindowId &id)
{
    std::erase(active, id);
    report_focus();
    windows.remove(id);
    toplevels.erase(id);
}

void ToplevelList::Connection::report_focus()
{
    if (!active.empty()) {
        losing.stop();
        windows.set_focus(active.back());
    } else if (!losing) {
        losing = Timer::once(loss_settles_ms, [this] { windows.set_focus(std::nullopt); });
    }
}

ToplevelList::ToplevelList(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
}

ToplevelList::~ToplevelList()
{
    m_connection->windows.compositor_gone();
}

void ToplevelList::end(std::string why)
{
    m_connection->link->end(std::move(why));
}

Result<void> ToplevelList::close(const WindowId &window)
{
    const auto toplevel = m_connection->toplevels.find(window);
    if (toplevel == m_connection->toplevels.end())
        return error(ErrorKind::Failed, "the window is gone");
    zwlr_foreign_toplevel_handle_v1_close(toplevel->second.handle.get());
    return m_connection->link->flush();
}

std::int32_t ToplevelList::compositor() const
{
    return m_connection->link->peer();
}

Result<std::unique_ptr<ToplevelList>>
ToplevelList::connect(const std::string &path, Listener &listener, ProtocolWindows &windows)
{
    auto connection = std::make_unique<Connection>(listener, windows);
    auto link = WaylandLink::connect(path, *connection);
    if (!link)
        return std::unexpected(link.error());
    connection->link = std::move(*link);
    return std::unique_ptr<ToplevelList>{new ToplevelList{std::move(connection)}};
}

} // namespace headroom

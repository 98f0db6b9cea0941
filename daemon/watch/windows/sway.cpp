// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"
#include "sys/json.h"
#include "watch/windows/compositor_protocol.h"

#include <cstring>
#include <utility>

// sway-ipc(7). A message is "i3-ipc", the length, the type, then JSON. Events come between replies,
// and have the highest bit of their type set.
namespace headroom {

namespace {

constexpr std::string_view magic = "i3-ipc";
constexpr std::size_t header_size = magic.size() + 2 * sizeof(std::uint32_t);
constexpr std::uint32_t longest_message = 1U << 20U; ///< more is not parsed anyway

enum Type : std::uint32_t {
    run_command = 0,
    subscribe = 2,
    get_tree = 4,
    workspace_event = 0x80000000U,
    window_event = 0x80000003U,
    binding_event = 0x80000005U
};

std::string message(std::uint32_t type, std::string_view payload)
{
    std::string text{magic};
    for (const std::uint32_t number : {static_cast<std::uint32_t>(payload.size()), type})
        text.append(reinterpret_cast<const char *>(&number),
                    sizeof number); // in native byte order
    return text.append(payload);
}

std::uint32_t number_at(std::string_view text, std::size_t at)
{
    std::uint32_t number = 0;
    std::memcpy(&number, text.data() + at, sizeof number);
    return number;
}

/// A node that is a window has a pid; containers, workspaces and outputs have none.
std::optional<ProtocolWindows::Entry> window_of(JsonValue node)
{
    const auto id = node["id"].whole_number();
    const auto pid = node["pid"].whole_number(INT32_MAX).value_or(0);
    if (!id || pid == 0)
        return std::nullopt;
    const std::string own = node["app_id"].text().value_or("");
    const std::string app =
        own.empty() ? node["window_properties"]["class"].text().value_or("") : own;
    ProtocolWindows::Entry entry;
    entry.window.id = std::to_string(*id);
    entry.window.app_hint = usable_app_id(app) ? app : "";
    entry.window.hidden = !node["visible"].boolean().value_or(false);
    entry.window.fullscreen = node["fullscreen_mode"].whole_number().value_or(0) != 0;
    entry.pid = static_cast<std::int32_t>(pid);
    return entry;
}

struct Tree {
    std::vector<ProtocolWindows::Entry> windows;
    std::optional<WindowId> focus;
};

/// The JSON check limits the depth of the tree.
void collect(JsonValue node, Tree &tree)
{
    if (auto entry = window_of(node)) {
        if (node["focused"].boolean().value_or(false))
            tree.focus = entry->window.id;
        tree.windows.push_back(std::move(*entry));
    }
    for (const char *children : {"nodes", "floating_nodes"}) {
        for (const JsonValue child : node[children].list().value_or(JsonValue::List{}))
            collect(child, tree);
    }
}

/// An event reports a change of one window. Only the tree shows the effect on the others (covered,
/// or visible again). It is requested at most once in a while.
class SwayProtocol : public CompositorProtocol {
public:
    using CompositorProtocol::CompositorProtocol;

    Result<void> begin() override
    {
        if (auto sent =
                m_connection.send(message(Type::subscribe, R"(["window","workspace","binding"])"));
            !sent)
            return sent;
        return refresh();
    }

    Result<void> refresh() override
    {
        m_request_again = m_is_requested; // one request at a time
        if (m_is_requested)
            return {};
        m_is_requested = true;
        return m_connection.send(message(Type::get_tree, ""));
    }

    /// In spite of its name, "kill" closes the window.
    Result<void> close(const WindowId &window) override
    {
        return m_connection.send(message(Type::run_command, "[con_id=" + window + "] kill"));
    }

    Result<void> receive(std::string_view piece) override
    {
        m_pending += piece;
        std::string_view rest = m_pending;
        while (rest.size() >= header_size) {
            const std::uint32_t size = number_at(rest, magic.size());
            if (!rest.starts_with(magic) || size > longest_message)
                return error(ErrorKind::BadInput, "sway sent what is no message of its protocol");
            if (rest.size() - header_size < size)
                break;
            if (auto taken = take(number_at(rest, magic.size() + sizeof size),
                                  rest.substr(header_size, size));
                !taken)
                return taken;
            rest.remove_prefix(header_size + size);
        }
        m_pending.erase(0, m_pending.size() - rest.size());
        return {};
    }

private:
    Result<void> take(std::uint32_t type, std::string_view payload)
    {
        if (type == Type::binding_event)
            m_connection.schedule_refresh(); // "layout" hides and shows windows without an event
        if (type != Type::get_tree && type != Type::window_event && type != Type::workspace_event)
            return {};
        if (type == Type::get_tree) {
            m_is_requested = false;
            if (std::exchange(m_request_again, false))
                m_connection.schedule_refresh();
        }
        const auto json = parse_json_of_compositor(payload);
        // Tolerated: a window's title may be longer than any message that is read here, and the
        // next message doesn't depend on this one.
        if (!json || json->root.is_missing())
            return {};
        if (type == Type::get_tree) {
            Tree tree;
            collect(json->root, tree);
            m_windows.set_all(std::move(tree.windows), tree.focus);
        } else if (type == Type::window_event) {
            take_window(json->root["change"].text().value_or(""), json->root["container"]);
        } else {
            m_connection.schedule_refresh();
        }
        return {};
    }

    void take_window(std::string_view change, JsonValue container)
    {
        const auto entry = window_of(container);
        if (!entry || change == "title" || change == "mark" || change == "urgent")
            return;
        if (change == "close") {
            m_windows.remove(entry->window.id);
        } else {
            m_windows.put(*entry);
            // Immediately: the foreground app must not wait for the tree.
            if (change == "focus")
                m_windows.set_focus(entry->window.id);
        }
        m_connection.schedule_refresh();
    }

    std::string m_pending;
    bool m_is_requested = false;
    bool m_request_again = false;
};

} // namespace

std::unique_ptr<CompositorProtocol> make_sway_protocol(CompositorConnection &connection,
                                                       ProtocolWindows &windows)
{
    return std::make_unique<SwayProtocol>(connection, windows);
}

} // namespace headroom

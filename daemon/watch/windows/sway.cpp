// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"
#include "sys/json_object.h"
#include "watch/windows/compositor_talk.h"

#include <cstring>
#include <utility>

// sway-ipc(7). A message is "i3-ipc", the length, the type, then JSON. Events come between replies,
// and have the highest bit of their type set.
namespace headroom {

namespace {

constexpr std::string_view magic = "i3-ipc";
constexpr std::size_t header_size = magic.size() + 2 * sizeof(std::uint32_t);
constexpr std::uint32_t longest_message = 1U << 20U; ///< parse_json() refuses more anyway

enum Type : std::uint32_t {
    run_command = 0,
    subscribe = 2,
    get_tree = 4,
    workspace_event = 0x80000000U,
    window_event = 0x80000003U
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
std::optional<ToldWindows::Entry> window_of(JsonObject *node)
{
    const auto id = number_member(node, "id");
    const auto pid = number_member(node, "pid");
    if (!id || !pid || *pid <= 0 || *pid > INT32_MAX)
        return std::nullopt;
    const std::string own = text_member(node, "app_id");
    const std::string app =
        own.empty() ? text_member(object_member(node, "window_properties"), "class") : own;
    ToldWindows::Entry entry;
    entry.window.id = std::to_string(*id);
    entry.window.app_hint = usable_app_id(app) ? app : "";
    entry.window.hidden = !truth_member(node, "visible");
    entry.window.fullscreen = number_member(node, "fullscreen_mode").value_or(0) != 0;
    entry.pid = static_cast<std::int32_t>(*pid);
    return entry;
}

struct Tree {
    std::vector<ToldWindows::Entry> windows;
    std::optional<WindowId> focus;
};

/// The JSON check limits the depth of the tree.
void collect(JsonObject *node, Tree &tree)
{
    if (auto entry = window_of(node)) {
        if (truth_member(node, "focused"))
            tree.focus = entry->window.id;
        tree.windows.push_back(std::move(*entry));
    }
    for (const char *children : {"nodes", "floating_nodes"}) {
        for (JsonObject *child : objects_member(node, children))
            collect(child, tree);
    }
}

/// An event reports a change of one window. Only the tree shows the effect on the others (covered,
/// or visible again). It is requested at most once in a while.
class SwayTalk : public CompositorTalk {
public:
    using CompositorTalk::CompositorTalk;

    Result<void> begin() override
    {
        if (auto said = m_line.say(message(Type::subscribe, R"(["window","workspace"])")); !said)
            return said;
        return later();
    }

    Result<void> later() override
    {
        m_ask_again = m_asked; // one request at a time
        if (m_asked)
            return {};
        m_asked = true;
        return m_line.say(message(Type::get_tree, ""));
    }

    /// In spite of its name, "kill" closes the window.
    Result<void> close(const WindowId &window) override
    {
        return m_line.say(message(Type::run_command, "[con_id=" + window + "] kill"));
    }

    Result<void> hear(std::string_view piece) override
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
        if (type != Type::get_tree && type != Type::window_event && type != Type::workspace_event)
            return {};
        if (type == Type::get_tree) {
            m_asked = false;
            if (std::exchange(m_ask_again, false))
                m_line.soon();
        }
        const auto json = parse_json(payload);
        // Tolerated: a window's title may be longer than any message that is read here, and the
        // next message doesn't depend on this one.
        if (!json)
            return {};
        JsonObject *object = object_of(json->root);
        if (type == Type::get_tree) {
            Tree tree;
            collect(object, tree);
            m_windows.all(std::move(tree.windows), tree.focus);
        } else if (type == Type::window_event) {
            take_window(text_member(object, "change"), object_member(object, "container"));
        } else {
            m_line.soon();
        }
        return {};
    }

    void take_window(std::string_view change, JsonObject *container)
    {
        const auto entry = window_of(container);
        if (!entry || change == "title" || change == "mark" || change == "urgent")
            return;
        if (change == "close") {
            m_windows.gone(entry->window.id);
        } else {
            m_windows.put(*entry);
            // Immediately: the foreground app must not wait for the tree.
            if (change == "focus")
                m_windows.focus(entry->window.id);
        }
        m_line.soon();
    }

    std::string m_pending;
    bool m_asked = false;
    bool m_ask_again = false;
};

} // namespace

std::unique_ptr<CompositorTalk> talk_with_sway(CompositorLine &line, ToldWindows &windows)
{
    return std::make_unique<SwayTalk>(line, windows);
}

} // namespace headroom

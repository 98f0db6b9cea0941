// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"
#include "sys/json.h"
#include "watch/windows/compositor_protocol.h"
#include "watch/windows/lines.h"

#include <map>

// https://yalter.github.io/niri/niri_ipc/enum.Event.html: each event is a line of JSON, an object
// with one member, which is named for the event. The stream begins with the whole state. A window
// may name a workspace that isn't known (yet): it counts as visible.
namespace headroom {

namespace {

struct Workspace {
    std::string output;
    bool active = false;
};

class NiriProtocol : public CompositorProtocol {
public:
    using CompositorProtocol::CompositorProtocol;

    Result<void> begin() override { return m_connection.send("\"EventStream\"\n"); }

    /// niri takes no requests on the connection that sends events.
    Result<void> close(const WindowId &window) override
    {
        return m_connection.send_command(R"({"Action":{"CloseWindow":{"id":)" + window + "}}}\n");
    }

    Result<void> receive(std::string_view piece) override
    {
        return m_lines.add(piece, [this](std::string_view line) { return take(line); });
    }

private:
    Result<void> take(std::string_view line)
    {
        const auto json = parse_json_of_compositor(line);
        if (!json)
            return {}; // tolerated: an event of an unknown kind may have any form
        const JsonValue event = json->root;
        if (const auto changed = event["WorkspacesChanged"].object())
            take_workspaces((*changed)["workspaces"].list().value_or(JsonValue::List{}));
        else if (const auto activated = event["WorkspaceActivated"].object())
            activate((*activated)["id"].whole_number());
        else if (const auto list = event["WindowsChanged"].object())
            take_windows((*list)["windows"].list().value_or(JsonValue::List{}));
        else if (const auto opened = event["WindowOpenedOrChanged"].object())
            take_window((*opened)["window"]);
        else if (const auto closed = event["WindowClosed"].object())
            remove((*closed)["id"].whole_number());
        else if (const auto focused = event["WindowFocusChanged"].object())
            m_windows.set_focus(id_of((*focused)["id"].whole_number()));
        return {};
    }

    static std::optional<WindowId> id_of(const Result<std::int64_t> &number)
    {
        return number ? std::optional{std::to_string(*number)} : std::nullopt;
    }

    [[nodiscard]] bool is_hidden(const WindowId &id) const
    {
        const auto on = m_on.find(id);
        const auto workspace =
            on == m_on.end() ? m_workspaces.end() : m_workspaces.find(on->second);
        return workspace != m_workspaces.end() && !workspace->second.active;
    }

    void look_again()
    {
        m_windows.change_each([this](ProtocolWindows::Entry &entry) {
            entry.window.hidden = is_hidden(entry.window.id);
        });
    }

    void take_workspaces(const JsonValue::List &all)
    {
        m_workspaces.clear();
        for (const JsonValue each : all) {
            if (const auto id = each["id"].whole_number())
                m_workspaces[*id] = {each["output"].text().value_or(""),
                                     each["is_active"].boolean().value_or(false)};
        }
        look_again();
    }

    /// On each output one workspace is active; activating one deactivates the others there.
    void activate(const Result<std::int64_t> &id)
    {
        const auto now = id ? m_workspaces.find(*id) : m_workspaces.end();
        if (now == m_workspaces.end())
            return;
        for (auto &[other, workspace] : m_workspaces) {
            if (workspace.output == now->second.output)
                workspace.active = other == *id;
        }
        look_again();
    }

    std::optional<ProtocolWindows::Entry> entry_of(JsonValue window)
    {
        const auto id = id_of(window["id"].whole_number());
        if (!id)
            return std::nullopt;
        if (const auto workspace = window["workspace_id"].whole_number())
            m_on[*id] = *workspace;
        else
            m_on.erase(*id);
        const std::string app = window["app_id"].text().value_or("");
        ProtocolWindows::Entry entry;
        entry.window.id = *id;
        entry.window.app_hint = usable_app_id(app) ? app : "";
        entry.window.hidden = is_hidden(*id);
        entry.pid = static_cast<std::int32_t>(window["pid"].whole_number(INT32_MAX).value_or(0));
        return entry;
    }

    void take_windows(const JsonValue::List &all)
    {
        m_on.clear();
        std::vector<ProtocolWindows::Entry> entries;
        std::optional<WindowId> focus;
        for (const JsonValue each : all) {
            auto entry = entry_of(each);
            if (!entry)
                continue;
            if (each["is_focused"].boolean().value_or(false))
                focus = entry->window.id;
            entries.push_back(std::move(*entry));
        }
        m_windows.set_all(std::move(entries), focus);
    }

    void take_window(JsonValue changed)
    {
        auto entry = entry_of(changed);
        if (!entry)
            return;
        const WindowId id = entry->window.id;
        m_windows.put(std::move(*entry));
        if (!m_windows.knows(id))
            m_on.erase(id); // it was over the limit
        if (changed["is_focused"].boolean().value_or(false))
            m_windows.set_focus(id);
    }

    void remove(const Result<std::int64_t> &id)
    {
        if (!id)
            return;
        m_on.erase(std::to_string(*id));
        m_windows.remove(std::to_string(*id));
    }

    Lines m_lines;
    std::map<std::int64_t, Workspace> m_workspaces;
    std::map<WindowId, std::int64_t> m_on; ///< window → workspace
};

} // namespace

std::unique_ptr<CompositorProtocol> make_niri_protocol(CompositorConnection &connection,
                                                       ProtocolWindows &windows)
{
    return std::make_unique<NiriProtocol>(connection, windows);
}

} // namespace headroom

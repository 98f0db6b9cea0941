// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"
#include "sys/json_object.h"
#include "watch/windows/compositor_talk.h"
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

class NiriTalk : public CompositorTalk {
public:
    using CompositorTalk::CompositorTalk;

    Result<void> begin() override { return m_line.say("\"EventStream\"\n"); }

    /// niri takes no requests on the connection that sends events.
    Result<void> close(const WindowId &window) override
    {
        return m_line.send(R"({"Action":{"CloseWindow":{"id":)" + window + "}}}\n");
    }

    Result<void> hear(std::string_view piece) override
    {
        return m_lines.add(piece, [this](std::string_view line) { return take(line); });
    }

private:
    Result<void> take(std::string_view line)
    {
        const auto json = parse_json(line);
        if (!json)
            return {}; // tolerated: an event of an unknown kind may have any form
        JsonObject *event = object_of(json->root);
        if (JsonObject *changed = object_member(event, "WorkspacesChanged"))
            workspaces(objects_member(changed, "workspaces"));
        else if (JsonObject *activated = object_member(event, "WorkspaceActivated"))
            activate(number_member(activated, "id"));
        else if (JsonObject *list = object_member(event, "WindowsChanged"))
            windows(objects_member(list, "windows"));
        else if (JsonObject *opened = object_member(event, "WindowOpenedOrChanged"))
            window(object_member(opened, "window"));
        else if (JsonObject *closed = object_member(event, "WindowClosed"))
            gone(number_member(closed, "id"));
        else if (JsonObject *focused = object_member(event, "WindowFocusChanged"))
            m_windows.focus(id_of(number_member(focused, "id")));
        return {};
    }

    static std::optional<WindowId> id_of(std::optional<std::int64_t> number)
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
        m_windows.each([this](ToldWindows::Entry &entry) {
            entry.window.hidden = is_hidden(entry.window.id);
        });
    }

    void workspaces(const std::vector<JsonObject *> &all)
    {
        m_workspaces.clear();
        for (JsonObject *each : all) {
            if (const auto id = number_member(each, "id"))
                m_workspaces[*id] = {text_member(each, "output"), truth_member(each, "is_active")};
        }
        look_again();
    }

    /// On each output one workspace is active; activating one deactivates the others there.
    void activate(std::optional<std::int64_t> id)
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

    std::optional<ToldWindows::Entry> entry_of(JsonObject *window)
    {
        const auto id = id_of(number_member(window, "id"));
        if (!id)
            return std::nullopt;
        if (const auto workspace = number_member(window, "workspace_id"))
            m_on[*id] = *workspace;
        else
            m_on.erase(*id);
        const std::string app = text_member(window, "app_id");
        ToldWindows::Entry entry;
        entry.window.id = *id;
        entry.window.app_hint = usable_app_id(app) ? app : "";
        entry.window.hidden = is_hidden(*id);
        const auto pid = number_member(window, "pid");
        entry.pid = pid && *pid > 0 && *pid <= INT32_MAX ? static_cast<std::int32_t>(*pid) : 0;
        return entry;
    }

    void windows(const std::vector<JsonObject *> &all)
    {
        m_on.clear();
        std::vector<ToldWindows::Entry> entries;
        std::optional<WindowId> focus;
        for (JsonObject *each : all) {
            auto entry = entry_of(each);
            if (!entry)
                continue;
            if (truth_member(each, "is_focused"))
                focus = entry->window.id;
            entries.push_back(std::move(*entry));
        }
        m_windows.all(std::move(entries), focus);
    }

    void window(JsonObject *one)
    {
        auto entry = entry_of(one);
        if (!entry)
            return;
        const WindowId id = entry->window.id;
        m_windows.put(std::move(*entry));
        if (!m_windows.knows(id))
            m_on.erase(id); // it was over the limit
        if (truth_member(one, "is_focused"))
            m_windows.focus(id);
    }

    void gone(std::optional<std::int64_t> id)
    {
        if (!id)
            return;
        m_on.erase(std::to_string(*id));
        m_windows.gone(std::to_string(*id));
    }

    Lines m_lines;
    std::map<std::int64_t, Workspace> m_workspaces;
    std::map<WindowId, std::int64_t> m_on; ///< window → workspace
};

} // namespace

std::unique_ptr<CompositorTalk> talk_with_niri(CompositorLine &line, ToldWindows &windows)
{
    return std::make_unique<NiriTalk>(line, windows);
}

} // namespace headroom

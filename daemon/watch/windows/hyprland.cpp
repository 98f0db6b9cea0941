// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"
#include "sys/json_object.h"
#include "watch/windows/compositor_talk.h"
#include "watch/windows/lines.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

// https://wiki.hypr.land/IPC/: events are lines "NAME>>DATA", and name windows only by address. The
// rest is requested on the other socket. Each connection there stops Hyprland until it is closed:
// so one request each, and no more than needed.
namespace headroom {

namespace {

using namespace std::string_view_literals;

/// Events that change which windows exist, or which are visible.
constexpr std::array telling{"workspacev2"sv,      "focusedmonv2"sv,       "fullscreen"sv,
                             "monitorremovedv2"sv, "monitoraddedv2"sv,     "moveworkspacev2"sv,
                             "activespecialv2"sv,  "openwindow"sv,         "closewindow"sv,
                             "movewindowv2"sv,     "changefloatingmode"sv, "togglegroup"sv,
                             "moveintogroup"sv,    "moveoutofgroup"sv,     "pin"sv,
                             "minimized"sv};

/// Events omit the 0x.
WindowId id_of_address(std::string_view address)
{
    return WindowId{address.starts_with("0x") ? address.substr(2) : address};
}

class HyprlandTalk : public CompositorTalk {
public:
    using CompositorTalk::CompositorTalk;

    Result<void> begin() override { return later(); }

    Result<void> later() override
    {
        m_ask_again = m_asked;
        if (m_asked)
            return {};
        m_asked = true;
        m_line.ask("[[BATCH]]j/monitors;j/clients;j/activewindow");
        return {};
    }

    Result<void> close(const WindowId &window) override
    {
        return m_line.send("dispatch closewindow address:0x" + window);
    }

    Result<void> hear(std::string_view piece) override
    {
        return m_lines.add(piece, [this](std::string_view line) {
            take(line);
            return Result<void>{};
        });
    }

    /// Three documents, one after the other.
    Result<void> answered(std::string_view answer) override
    {
        m_asked = false;
        if (std::exchange(m_ask_again, false))
            m_line.soon();
        if (answer.empty())
            return {}; // Hyprland was too busy to answer; the next event requests again
        std::vector<JsonDocument> documents;
        for (std::size_t at = 0; documents.size() < 3;) {
            const auto end = end_of_document(answer, at);
            auto json = parse_json(answer.substr(at, end - at));
            if (!json)
                return error(ErrorKind::BadInput,
                             "an answer of Hyprland can't be read: " + json.error().sentence);
            documents.push_back(std::move(*json));
            at = end;
        }
        take_all(objects_of(documents[0].root), objects_of(documents[1].root),
                 object_of(documents[2].root));
        return {};
    }

private:
    static std::size_t end_of_document(std::string_view text, std::size_t from)
    {
        int depth = 0;
        bool in_text = false;
        for (std::size_t at = from; at < text.size(); ++at) {
            const char c = text[at];
            if (in_text) {
                at += c == '\\' ? 1 : 0;
                in_text = c != '"';
                continue;
            }
            in_text = c == '"';
            depth += (c == '{' || c == '[') ? 1 : 0;
            depth -= (c == '}' || c == ']') ? 1 : 0;
            if (depth == 0 && (c == '}' || c == ']'))
                return at + 1;
        }
        return text.size();
    }

    void take(std::string_view line)
    {
        const auto mark = line.find(">>");
        if (mark == std::string_view::npos)
            return;
        const std::string_view name = line.substr(0, mark);
        const std::string_view data = line.substr(mark + 2);
        if (name == "activewindowv2") {
            const auto id = data.empty() ? std::nullopt : std::optional{id_of_address(data)};
            m_windows.focus(id);
            if (id && !m_windows.knows(*id))
                m_line.soon();
            return;
        }
        if (name == "closewindow")
            m_windows.gone(id_of_address(data));
        if (std::ranges::find(telling, name) != telling.end())
            m_line.soon();
    }

    void take_all(const std::vector<JsonObject *> &monitors,
                  const std::vector<JsonObject *> &clients, JsonObject *active)
    {
        std::set<std::int64_t> shown; // a monitor shows its workspace and, above it, a special one
        for (JsonObject *monitor : monitors) {
            for (const char *which : {"activeWorkspace", "specialWorkspace"}) {
                if (const auto id = number_member(object_member(monitor, which), "id");
                    id && *id != 0)
                    shown.insert(*id);
            }
        }
        std::vector<ToldWindows::Entry> windows;
        for (JsonObject *client : clients) {
            const std::string address = text_member(client, "address");
            const auto workspace = number_member(object_member(client, "workspace"), "id");
            const auto pid = number_member(client, "pid");
            if (address.empty() || !pid || *pid <= 0 || *pid > INT32_MAX)
                continue;
            const std::string app = text_member(client, "class");
            ToldWindows::Entry entry;
            entry.window.id = id_of_address(address);
            entry.window.app_hint = usable_app_id(app) ? app : "";
            entry.window.hidden = !truth_member(client, "pinned")
                && (truth_member(client, "hidden") || (workspace && !shown.contains(*workspace)));
            // 1: maximised. Before 0.42: true.
            entry.window.fullscreen = number_member(client, "fullscreen").value_or(0) > 1
                || truth_member(client, "fullscreen");
            entry.pid = static_cast<std::int32_t>(*pid);
            windows.push_back(std::move(entry));
        }
        const std::string focus = text_member(active, "address");
        m_windows.all(std::move(windows),
                      focus.empty() ? std::nullopt : std::optional{id_of_address(focus)});
    }

    Lines m_lines;
    bool m_asked = false;
    bool m_ask_again = false;
};

} // namespace

std::unique_ptr<CompositorTalk> talk_with_hyprland(CompositorLine &line, ToldWindows &windows)
{
    return std::make_unique<HyprlandTalk>(line, windows);
}

} // namespace headroom

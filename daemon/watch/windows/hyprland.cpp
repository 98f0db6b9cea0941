// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_escape.h"
#include "sys/json.h"
#include "watch/windows/compositor_protocol.h"
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

/// Events that change which windows exist, or which are visible, or the option below.
constexpr std::array relevant_events{
    "workspacev2"sv,      "focusedmonv2"sv,       "fullscreen"sv,
    "monitorremovedv2"sv, "monitoraddedv2"sv,     "moveworkspacev2"sv,
    "activespecialv2"sv,  "openwindow"sv,         "closewindow"sv,
    "movewindowv2"sv,     "changefloatingmode"sv, "togglegroup"sv,
    "moveintogroup"sv,    "moveoutofgroup"sv,     "pin"sv,
    "minimized"sv,        "configreloaded"sv};

/// Events omit the 0x.
WindowId id_of_address(std::string_view address)
{
    return WindowId{address.starts_with("0x") ? address.substr(2) : address};
}

constexpr const char *state_request =
    "[[BATCH]]j/monitors;j/clients;j/activewindow;j/getoption misc:enable_anr_dialog";

/// Since 0.48, Hyprland pings each app every 1.5 s, visible or not. If an app misses a few pings in
/// a row, Hyprland offers to end it, with SIGKILL. Older versions don't know the option. Any other
/// answer may mean that it does.
bool may_offer_to_end(std::string_view answer)
{
    answer.remove_prefix(std::min(answer.find_first_not_of(" \n"), answer.size()));
    if (answer.starts_with("no such option"))
        return false;
    const auto json = parse_json_of_compositor(answer);
    if (!json)
        return true;
    if (const auto flag = json->root["bool"].boolean()) // since 0.55
        return *flag;
    return json->root["int"].whole_number().value_or(1) != 0;
}

class HyprlandProtocol : public CompositorProtocol {
public:
    using CompositorProtocol::CompositorProtocol;

    Result<void> begin() override { return refresh(); }

    Result<void> refresh() override
    {
        m_request_again = m_is_requested;
        if (m_is_requested)
            return {};
        m_is_requested = true;
        m_focus_is_newer = false;
        m_connection.query(state_request);
        return {};
    }

    Result<void> close(const WindowId &window) override
    {
        return m_connection.send_command("dispatch closewindow address:0x" + window);
    }

    Result<void> receive(std::string_view piece) override
    {
        return m_lines.add(piece, [this](std::string_view line) {
            take(line);
            return Result<void>{};
        });
    }

    /// Three documents, one after the other, and what is left is the answer about the option.
    Result<void> take_answer(std::string_view answer) override
    {
        m_is_requested = false;
        if (std::exchange(m_request_again, false))
            m_connection.schedule_refresh();
        if (answer.empty())
            return {}; // Hyprland was too busy to answer; the next event requests again
        std::vector<JsonDocument> documents;
        std::size_t at = 0;
        while (documents.size() < 3) {
            const auto end = end_of_document(answer, at);
            auto json = parse_json_of_compositor(answer.substr(at, end - at));
            if (!json || json->root.is_missing())
                return error(ErrorKind::BadInput,
                             "an answer of Hyprland can't be read: "
                                 + (json ? "it is empty" : json.error().sentence));
            documents.push_back(std::move(*json));
            at = end;
        }
        m_windows.set_offers_to_end(may_offer_to_end(answer.substr(at)));
        take_all(documents[0].root.list().value_or(JsonValue::List{}),
                 documents[1].root.list().value_or(JsonValue::List{}), documents[2].root);
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
            m_focus = data.empty() ? std::nullopt : std::optional{id_of_address(data)};
            m_focus_is_newer = m_is_requested;
            m_windows.set_focus(m_focus);
            // Another tab of a group is shown without any other event (up to 0.54).
            if (m_focus && (!m_windows.knows(*m_focus) || m_windows.is_hidden(*m_focus)))
                m_connection.schedule_refresh();
            return;
        }
        if (name == "closewindow")
            m_windows.remove(id_of_address(data));
        if (std::ranges::find(relevant_events, name) != relevant_events.end())
            m_connection.schedule_refresh();
    }

    void take_all(const JsonValue::List &monitors, const JsonValue::List &clients, JsonValue active)
    {
        std::set<std::int64_t> shown; // a monitor shows its workspace and, above it, a special one
        for (const JsonValue monitor : monitors) {
            for (const char *which : {"activeWorkspace", "specialWorkspace"}) {
                if (const auto id = monitor[which]["id"].whole_number(); id && *id != 0)
                    shown.insert(*id);
            }
        }
        std::vector<ProtocolWindows::Entry> windows;
        for (const JsonValue client : clients) {
            const std::string address = client["address"].text().value_or("");
            const auto workspace = client["workspace"]["id"].whole_number();
            const auto pid = client["pid"].whole_number(INT32_MAX).value_or(0);
            if (address.empty() || pid == 0)
                continue;
            const std::string app = client["class"].text().value_or("");
            ProtocolWindows::Entry entry;
            entry.window.id = id_of_address(address);
            entry.window.app_hint = usable_app_id(app) ? app : "";
            entry.window.hidden = !client["pinned"].boolean().value_or(false)
                && (client["hidden"].boolean().value_or(false)
                    || !client["visible"].boolean().value_or(true) // since 0.55, for groups
                    || (workspace && !shown.contains(*workspace)));
            // 1: maximised. Before 0.42: true.
            entry.window.fullscreen = client["fullscreen"].whole_number().value_or(0) > 1
                || client["fullscreen"].boolean().value_or(false);
            entry.pid = static_cast<std::int32_t>(pid);
            windows.push_back(std::move(entry));
        }
        // The two sockets are in no order: an event that came before this answer may be newer.
        const std::string focus = active["address"].text().value_or("");
        if (!m_focus_is_newer)
            m_focus = focus.empty() ? std::nullopt : std::optional{id_of_address(focus)};
        m_windows.set_all(std::move(windows), m_focus);
    }

    Lines m_lines;
    std::optional<WindowId> m_focus;
    bool m_focus_is_newer = false; ///< than what was requested last
    bool m_is_requested = false;
    bool m_request_again = false;
};

} // namespace

std::unique_ptr<CompositorProtocol> make_hyprland_protocol(CompositorConnection &connection,
                                                           ProtocolWindows &windows)
{
    return std::make_unique<HyprlandProtocol>(connection, windows);
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/kwin.h"

#include "sys/log.h"

#include <algorithm>
#include <format>
#include <json-glib/json-glib.h>

namespace headroom {

namespace {

constexpr std::size_t longest_report = 1U << 20U;
constexpr std::size_t longest_id = 255;
constexpr std::size_t most_windows = 4096;
constexpr int deepest_nesting = 8; // a report needs three; json-glib recurses, and a crafted one shall not exhaust the stack

bool nests_too_deep(std::string_view json)
{
    int depth = 0;
    for (const char c : json) {
        if ((c == '[' || c == '{') && ++depth > deepest_nesting)
            return true;
        if (c == ']' || c == '}')
            depth = std::max(0, depth - 1); // brackets in strings only make this stricter, and ids hold none
    }
    return false;
}

std::optional<std::string> string_member(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    if (!node || json_node_get_value_type(node) != G_TYPE_STRING)
        return std::nullopt;
    std::string value = json_node_get_string(node);
    return value.size() <= longest_id ? std::optional{std::move(value)} : std::nullopt;
}

std::optional<bool> bool_member(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);
    return node && json_node_get_value_type(node) == G_TYPE_BOOLEAN ? std::optional{json_node_get_boolean(node) != FALSE} : std::nullopt;
}

std::optional<std::int32_t> pid_member(JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "pid");
    if (!node || (json_node_get_value_type(node) != G_TYPE_INT64 && json_node_get_value_type(node) != G_TYPE_DOUBLE))
        return std::nullopt;
    const double pid = json_node_get_double(node);
    return pid >= 0 && pid <= INT32_MAX ? std::optional{static_cast<std::int32_t>(pid)} : std::nullopt;
}

/// The application id is compared with unit names and shown to people: no control characters, no path.
bool is_plausible_id(std::string_view id)
{
    return g_utf8_validate_len(id.data(), id.size(), nullptr) != FALSE
        && std::ranges::none_of(id, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '/' || c == 0x7f; });
}

} // namespace

struct KwinWindows::Report {
    struct Entry {
        Window window;
        std::int32_t pid = 0;
    };
    std::string type;
    std::vector<Entry> windows;
    std::optional<WindowId> id; ///< of what is gone, or has the focus
};

namespace {

using Parsed = std::pair<Window, std::int32_t>;

Result<Parsed> parse_window(JsonNode *node)
{
    if (!node || !JSON_NODE_HOLDS_OBJECT(node))
        return error(ErrorKind::BadInput, "a window is no JSON object");
    JsonObject *object = json_node_get_object(node);
    const auto id = string_member(object, "id");
    const auto pid = pid_member(object);
    const auto app = string_member(object, "app");
    const auto kind = string_member(object, "kind");
    const auto hidden = bool_member(object, "hidden");
    const auto fullscreen = bool_member(object, "fullscreen");
    if (!id || id->empty() || !pid || !app || !kind || !hidden || !fullscreen)
        return error(ErrorKind::BadInput, "a window lacks one of id, pid, app, kind, hidden, fullscreen, or has it in another type");
    if (*kind != "normal" && *kind != "shell")
        return error(ErrorKind::BadInput, "a window's kind is neither normal nor shell");
    Window window{.id = *id, .process = std::nullopt, .app_hint = is_plausible_id(*app) ? *app : "", .kind = WindowKind::Normal};
    window.kind = *kind == "normal" ? WindowKind::Normal : WindowKind::Shell;
    window.hidden = *hidden;
    window.fullscreen = *fullscreen;
    return Parsed{std::move(window), *pid};
}

} // namespace

Result<KwinWindows::Report> KwinWindows::parse(std::string_view json)
{
    if (json.size() > longest_report || nests_too_deep(json))
        return error(ErrorKind::BadInput, "the report is longer than 1 MiB or nests deeper than any report does");
    const ObjectPtr<JsonParser> parser{json_parser_new()};
    if (!json_parser_load_from_data(parser.get(), json.data(), static_cast<gssize>(json.size()), nullptr))
        return error(ErrorKind::BadInput, "the report is no JSON");
    JsonNode *root = json_parser_get_root(parser.get());
    if (!root || !JSON_NODE_HOLDS_OBJECT(root))
        return error(ErrorKind::BadInput, "the report is no JSON object");
    JsonObject *object = json_node_get_object(root);
    Report report;
    report.type = string_member(object, "type").value_or("");
    if (report.type == "snapshot") {
        JsonNode *list = json_object_get_member(object, "windows");
        if (!list || !JSON_NODE_HOLDS_ARRAY(list) || json_array_get_length(json_node_get_array(list)) > most_windows)
            return error(ErrorKind::BadInput, "the snapshot has no list of windows, or too long a one");
        for (guint i = 0; i < json_array_get_length(json_node_get_array(list)); ++i) {
            auto entry = parse_window(json_array_get_element(json_node_get_array(list), i));
            if (!entry)
                return std::unexpected(entry.error());
            report.windows.push_back({std::move(entry->first), entry->second});
        }
    } else if (report.type == "window") {
        auto entry = parse_window(json_object_get_member(object, "window"));
        if (!entry)
            return std::unexpected(entry.error());
        report.windows.push_back({std::move(entry->first), entry->second});
    } else if (report.type != "gone" && report.type != "focus") {
        return error(ErrorKind::BadInput, "the report's type is none of snapshot, window, gone, focus");
    }
    const char *subject = report.type == "gone" ? "id" : "focus";
    JsonNode *node = json_object_get_member(object, subject);
    if (node && !json_node_is_null(node)) {
        report.id = string_member(object, subject);
        if (!report.id)
            return error(ErrorKind::BadInput, std::format("\"{}\" is no window id", subject));
    } else if (report.type == "gone" || (report.type == "focus" && !node)) {
        return error(ErrorKind::BadInput, std::format("\"{}\" is missing", subject));
    }
    return report;
}

Result<std::string> KwinWindows::report(std::string_view json)
{
    auto report = parse(json);
    if (!report)
        return std::unexpected(report.error());
    if (report->type == "snapshot") {
        take_snapshot(*report);
        return "";
    }
    if (!m_in_step)
        return "snapshot";
    if (report->type == "window") {
        take_window(std::move(report->windows.front().window), report->windows.front().pid);
    } else if (report->type == "gone") {
        m_windows.erase(*report->id);
        m_emit(event::WindowGone{*report->id});
    } else {
        if (report->id && !m_windows.contains(*report->id))
            return "snapshot";
        m_emit(event::FocusMoved{report->id});
    }
    return "";
}

void KwinWindows::take_window(Window window, std::int32_t pid)
{
    if (m_windows.size() >= most_windows && !m_windows.contains(window.id))
        return;
    if (const auto process = m_processes.look(pid))
        window.process = *process;
    else if (window.kind == WindowKind::Normal)
        log::info(std::format("a window's process is not followed: {}", process.error().sentence));
    m_windows.insert(window.id);
    m_emit(event::WindowSeen{std::move(window)});
}

void KwinWindows::take_snapshot(Report &report)
{
    if (!m_in_step)
        m_emit(event::WindowSourceChanged{"kwin", true});
    m_in_step = true;
    std::set<WindowId> gone = m_windows;
    for (auto &entry : report.windows) {
        gone.erase(entry.window.id);
        take_window(std::move(entry.window), entry.pid);
    }
    for (const WindowId &id : gone) {
        m_windows.erase(id);
        m_emit(event::WindowGone{id});
    }
    m_emit(event::FocusMoved{report.id});
}

void KwinWindows::compositor_gone()
{
    m_windows.clear();
    if (std::exchange(m_in_step, false))
        m_emit(event::WindowSourceChanged{});
}

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/window_report.h"

#include "model/unit_escape.h"
#include "sys/glib_ptr.h"
#include "sys/json_precheck.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <json-glib/json-glib.h>

namespace headroom {

namespace {

constexpr std::size_t longest_id = 255;
constexpr std::size_t most_windows = 4096;

/// Reports that consist of a type alone.
struct BareType {
    std::string_view name;
    WindowReport::Type type;
};
constexpr std::array bare_types{BareType{"copied", WindowReport::Type::Copied},
                                BareType{"uncopied", WindowReport::Type::Uncopied},
                                BareType{"ask", WindowReport::Type::Ask},
                                BareType{"end", WindowReport::Type::End}};

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
    return node && json_node_get_value_type(node) == G_TYPE_BOOLEAN
        ? std::optional{json_node_get_boolean(node) != FALSE}
        : std::nullopt;
}

/// A script's number may arrive as an integer or as a double.
std::optional<std::int32_t> pid_member(JsonObject *object)
{
    JsonNode *node = json_object_get_member(object, "pid");
    if (!node
        || (json_node_get_value_type(node) != G_TYPE_INT64
            && json_node_get_value_type(node) != G_TYPE_DOUBLE))
        return std::nullopt;
    const double pid = json_node_get_double(node);
    return pid >= 0 && pid <= INT32_MAX && pid == std::floor(pid)
        ? std::optional{static_cast<std::int32_t>(pid)}
        : std::nullopt;
}

/// No spaces: in our answer a space separates ids.
bool is_window_id(std::string_view text)
{
    return !text.empty() && !text.contains(' ');
}

Result<WindowReport::Entry> parse_window(JsonNode *node)
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
    if (!id || !is_window_id(*id) || !pid || !app || !kind || !hidden || !fullscreen)
        return error(ErrorKind::BadInput,
                     "a window lacks one of id, pid, app, kind, hidden, fullscreen, or has it in "
                     "another type");
    if (*kind != "normal" && *kind != "shell")
        return error(ErrorKind::BadInput, "a window's kind is neither normal nor shell");
    WindowReport::Entry entry;
    entry.window.id = *id;
    entry.window.app_hint = usable_app_id(*app) ? *app : "";
    entry.window.kind = *kind == "normal" ? WindowKind::Normal : WindowKind::Shell;
    entry.window.hidden = *hidden;
    entry.window.fullscreen = *fullscreen;
    entry.pid = *pid;
    return entry;
}

Result<std::vector<WindowReport::Entry>> parse_windows(JsonNode *node)
{
    if (!node || !JSON_NODE_HOLDS_ARRAY(node)
        || json_array_get_length(json_node_get_array(node)) > most_windows)
        return error(ErrorKind::BadInput, "the snapshot has no list of windows, or too long a one");
    std::vector<WindowReport::Entry> windows;
    JsonArray *list = json_node_get_array(node);
    for (guint i = 0; i < json_array_get_length(list); ++i) {
        auto entry = parse_window(json_array_get_element(list, i));
        if (!entry)
            return std::unexpected(entry.error());
        windows.push_back(std::move(*entry));
    }
    return windows;
}

/// A window id, or null (nullopt) where that is allowed.
Result<std::optional<WindowId>> parse_id(JsonObject *object, const char *name, bool may_be_null)
{
    JsonNode *node = json_object_get_member(object, name);
    if (may_be_null && node && json_node_is_null(node))
        return std::nullopt;
    auto id = string_member(object, name);
    if (!id || !is_window_id(*id))
        return error(ErrorKind::BadInput,
                     std::format("\"{}\" is missing, or is no window id", name));
    return id;
}

Result<WindowReport> parse_object(JsonObject *object)
{
    WindowReport report;
    const std::string type = string_member(object, "type").value_or("");
    if (type == "snapshot" || type == "focus") {
        report.type = type == "focus" ? WindowReport::Type::Focus : WindowReport::Type::Snapshot;
        auto id = parse_id(object, "focus", /*may_be_null=*/true);
        if (!id)
            return std::unexpected(id.error());
        report.id = std::move(*id);
    } else if (type == "gone" || type == "awaited") {
        report.type = type == "gone" ? WindowReport::Type::Gone : WindowReport::Type::Awaited;
        auto id = parse_id(object, "id", /*may_be_null=*/false);
        if (!id)
            return std::unexpected(id.error());
        report.id = std::move(*id);
    } else if (type == "window") {
        report.type = WindowReport::Type::Window;
        auto entry = parse_window(json_object_get_member(object, "window"));
        if (!entry)
            return std::unexpected(entry.error());
        report.windows.push_back(std::move(*entry));
    } else if (const auto bare = std::ranges::find(bare_types, type, &BareType::name);
               bare != bare_types.end()) {
        report.type = bare->type;
    } else {
        return error(ErrorKind::BadInput,
                     "the report's type is none of snapshot, window, gone, focus, awaited, copied, "
                     "uncopied, ask, end");
    }
    if (report.type == WindowReport::Type::Snapshot) {
        auto windows = parse_windows(json_object_get_member(object, "windows"));
        if (!windows)
            return std::unexpected(windows.error());
        report.windows = std::move(*windows);
    }
    return report;
}

} // namespace

Result<WindowReport> parse_window_report(std::string_view json)
{
    if (const auto problem = problem_before_json_glib(json))
        return error(ErrorKind::BadInput, "the report can't be read: " + *problem);
    const ObjectPtr<JsonParser> parser{json_parser_new()};
    if (!json_parser_load_from_data(parser.get(), json.data(), static_cast<gssize>(json.size()),
                                    nullptr))
        return error(ErrorKind::BadInput, "the report is no JSON");
    JsonNode *root = json_parser_get_root(parser.get());
    if (!root || !JSON_NODE_HOLDS_OBJECT(root))
        return error(ErrorKind::BadInput, "the report is no JSON object");
    return parse_object(json_node_get_object(root));
}

} // namespace headroom

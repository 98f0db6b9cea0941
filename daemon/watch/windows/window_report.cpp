// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/window_report.h"

#include "model/unit_escape.h"
#include "sys/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

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

std::optional<std::string> short_text(JsonValue value)
{
    auto text = value.text();
    return text && text->size() <= longest_id ? std::optional{std::move(*text)} : std::nullopt;
}

/// A script's number may arrive as an integer or as a double.
std::optional<std::int32_t> pid_of(JsonValue value)
{
    const auto pid = value.number();
    return pid && *pid >= 0 && *pid <= INT32_MAX && *pid == std::floor(*pid)
        ? std::optional{static_cast<std::int32_t>(*pid)}
        : std::nullopt;
}

/// No spaces: in our answer a space separates ids.
bool is_window_id(std::string_view text)
{
    return !text.empty() && !text.contains(' ');
}

Result<WindowReport::Entry> parse_window(JsonValue object)
{
    if (!object.object())
        return error(ErrorKind::BadInput, "a window is no JSON object");
    const auto id = short_text(object["id"]);
    const auto pid = pid_of(object["pid"]);
    const auto app = object["app"].text(); // any client chooses it, at any length
    const auto kind = short_text(object["kind"]);
    const auto hidden = object["hidden"].boolean();
    const auto fullscreen = object["fullscreen"].boolean();
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

/// An unreadable window is not left out: without it, its app could count as hidden.
Result<std::vector<WindowReport::Entry>> parse_windows(JsonValue value)
{
    const auto list = value.list();
    if (!list || list->size() > most_windows)
        return error(ErrorKind::BadInput, "the snapshot has no list of windows, or too long a one");
    std::vector<WindowReport::Entry> windows;
    for (const JsonValue each : *list) {
        auto entry = parse_window(each);
        if (!entry)
            return std::unexpected(entry.error());
        windows.push_back(std::move(*entry));
    }
    return windows;
}

/// A window id, or null (nullopt) where that is allowed.
Result<std::optional<WindowId>> parse_id(JsonValue object, const char *name, bool may_be_null)
{
    if (may_be_null && object[name].is_null())
        return std::nullopt;
    auto id = short_text(object[name]);
    if (!id || !is_window_id(*id))
        return error(ErrorKind::BadInput,
                     std::format("\"{}\" is missing, or is no window id", name));
    return id;
}

Result<WindowReport> parse_object(JsonValue object)
{
    WindowReport report;
    const std::string type = short_text(object["type"]).value_or("");
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
        auto entry = parse_window(object["window"]);
        if (!entry)
            return std::unexpected(entry.error());
        report.windows.push_back(std::move(*entry));
    } else if (type == "starting") {
        report.type = WindowReport::Type::Starting;
        const auto app = object["app"].text(); // any client chooses it, at any length
        if (!app)
            return error(ErrorKind::BadInput, "\"app\" is missing, or is no text");
        report.app = usable_app_id(*app) ? *app : "";
    } else if (const auto bare = std::ranges::find(bare_types, type, &BareType::name);
               bare != bare_types.end()) {
        report.type = bare->type;
    } else {
        return error(ErrorKind::BadInput,
                     "the report's type is none of snapshot, window, gone, focus, awaited, "
                     "starting, copied, uncopied, ask, end");
    }
    if (report.type == WindowReport::Type::Snapshot) {
        auto windows = parse_windows(object["windows"]);
        if (!windows)
            return std::unexpected(windows.error());
        report.windows = std::move(*windows);
    }
    return report;
}

} // namespace

Result<WindowReport> parse_window_report(std::string_view json)
{
    const auto parsed = parse_json(json);
    if (!parsed)
        return error(ErrorKind::BadInput, "the report can't be read: " + parsed.error().sentence);
    if (!parsed->root.object())
        return error(ErrorKind::BadInput, "the report is no JSON object");
    return parse_object(parsed->root);
}

} // namespace headroom

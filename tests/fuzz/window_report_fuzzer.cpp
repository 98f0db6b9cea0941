// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Window reports come from a script that others can change. No text may crash the reader, and an
// accepted report must be as the interface specifies.

#include "model/unit_escape.h"
#include "require.h"
#include "watch/windows/window_report.h"

#include <cstddef>
#include <cstdint>
#include <glib.h>
#include <string>
#include <string_view>

namespace {

using namespace headroom;

void check_id(const WindowId &id)
{
    require(!id.empty() && id.size() <= 255, "a window's id has 1 to 255 bytes");
    require(!id.contains('\0') && g_utf8_validate_len(id.data(), id.size(), nullptr),
            "and is text");
}

void check(const WindowReport &report)
{
    switch (report.type) {
    case WindowReport::Type::Snapshot:
        require(report.windows.size() <= 4096, "a snapshot has an end");
        break;
    case WindowReport::Type::Window:
        require(report.windows.size() == 1 && !report.id, "a window is one window");
        break;
    case WindowReport::Type::Awaited:
    case WindowReport::Type::Gone:
        require(report.windows.empty() && report.id, "what is gone, or is to answer, has an id");
        break;
    case WindowReport::Type::Starting:
        require(report.windows.empty() && !report.id, "a start is of no window");
        break;
    case WindowReport::Type::Copied:
    case WindowReport::Type::Uncopied:
    case WindowReport::Type::Ask:
    case WindowReport::Type::End:
        require(report.windows.empty() && !report.id,
                "who says it all by its type says it of no window");
        break;
    case WindowReport::Type::Focus: require(report.windows.empty(), "a focus is no list"); break;
    }
    if (report.id)
        check_id(*report.id);
    require(report.app.empty()
                || (report.type == WindowReport::Type::Starting && usable_app_id(report.app)),
            "what starts has an id, or none");
    for (const auto &entry : report.windows) {
        check_id(entry.window.id);
        require(entry.pid >= 0, "a pid isn't negative");
        require(!entry.window.process, "nobody has looked at the process yet");
        require(entry.window.app_hint.empty() || usable_app_id(entry.window.app_hint),
                "what a window calls itself can be an id");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view json(reinterpret_cast<const char *>(data), size);
    const auto report = parse_window_report(json);
    if (report)
        check(*report);
    else
        require(report.error().kind == ErrorKind::BadInput && !report.error().sentence.empty(),
                "a refusal has a reason");
    return 0;
}

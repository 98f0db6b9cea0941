// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/glib_ptr.h"
#include "sys/off_the_loop.h"

#include <gio/gdesktopappinfo.h>
#include <optional>
#include <string>

namespace headroom {

struct DesktopFile {
    ObjectPtr<GDesktopAppInfo> info;
    std::string path;
};

/// The desktop file of an app, where GIO would find it. May block on a sleeping disk or a network
/// that is down, so never call it in the main loop.
[[nodiscard]] std::optional<DesktopFile> find_desktop_file(const AppId &app);

/// The threads that look for desktop files.
[[nodiscard]] Lane desktop_file_lane();

} // namespace headroom

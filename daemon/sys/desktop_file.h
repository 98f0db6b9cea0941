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

/// The desktop file of an application, where GIO would find it. It may be on a disk that sleeps or a network that is down: not for the main loop.
[[nodiscard]] std::optional<DesktopFile> find_desktop_file(const AppId &app);

/// Of the threads that look for one.
[[nodiscard]] Lane desktop_file_lane();

} // namespace headroom

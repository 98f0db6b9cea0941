// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <string>

/// Which flatpak a process is in. The file that names it is in the root of the sandbox, which may
/// be a FUSE mount of the process's own that never answers. Never call these in the main loop.
namespace headroom {

/// The app that /.flatpak-info in the process's root names, unverified. Empty: none.
[[nodiscard]] AppId flatpak_app(const std::string &proc_root, std::int32_t pid);

/// The same app, if flatpak has noted the instance that the file names. runtime_dir:
/// $XDG_RUNTIME_DIR. Flatpak's note has to name the same app, and a process in the same cgroup.
/// Empty: flatpak knows nothing of it.
[[nodiscard]] AppId noted_flatpak_app(const std::string &proc_root, const std::string &runtime_dir,
                                      std::int32_t pid);

} // namespace headroom

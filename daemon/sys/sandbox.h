// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Whether a process is in a sandbox, by what the kernel says of it and never by what it says itself.
namespace headroom {

enum class Standing {
    Free, ///< in our own namespaces, and no snap
    Sandboxed,
    Unidentified, ///< the kernel doesn't show it to us, or it has ended: to be treated as sandboxed
};

struct Sandbox {
    Standing standing = Standing::Unidentified;
    std::string
        why; ///< half a sentence: "it has a mount namespace of its own"; empty for what is free
    AppId
        app; ///< that the sandbox was made for, where the kernel shows it (snap); empty: not known
    bool has_own_files =
        false; ///< a mount namespace of its own: there may be a flatpak's id in its root
};

/// What is said of a process that can't be looked at. why: half a sentence, as in Sandbox.
[[nodiscard]] Sandbox unidentified(std::string why);

/// Asks no file system but proc, so it never blocks. label: of the security module, as the bus read it; empty: not known.
/// The answer holds for whatever process has the pid: pin it with a pidfd, and ask afterwards whether it is alive.
[[nodiscard]] Sandbox sandbox_of(const std::string &proc_root, std::int32_t pid,
                                 std::string_view label);

/// The application that /.flatpak-info in the process's root names; empty: there is none. That root may be a FUSE mount of the process's own, which
/// never answers: not for the main loop.
[[nodiscard]] AppId flatpak_app(const std::string &proc_root, std::int32_t pid);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Whether a process is in a sandbox. This relies on what the kernel reports, never on what the
/// process reports about itself.
namespace headroom {

enum class Standing {
    Free, ///< in our own namespaces, and no snap
    /// As far as the kernel shows of it what it shows of every process. Its program is not known.
    Undumpable,
    Sandboxed,
    /// The kernel does not show it to us, or it has ended. Treat it as sandboxed.
    Unidentified,
};

struct Sandbox {
    Standing standing = Standing::Unidentified;
    /// Half a sentence: "it has a mount namespace of its own". Empty if it is free.
    std::string why;
    /// The app that the sandbox was made for, if the kernel shows it (snap). Empty: unknown.
    AppId app;
    /// It has its own mount namespace, so its root may contain a flatpak's id.
    bool has_own_files = false;
};

/// Whether it is in our own namespaces, and no snap.
[[nodiscard]] bool is_outside(const Sandbox &sandbox);

/// The answer for a process that cannot be inspected. why: half a sentence, as in Sandbox.
[[nodiscard]] Sandbox unidentified(std::string why);

/// Reads no file system but proc, so it never blocks. label: the security module's, as the bus
/// reported it; empty: unknown. The answer holds for whatever process has the pid. Pin it with a
/// pidfd, and check afterwards that it is alive.
[[nodiscard]] Sandbox sandbox_of(const std::string &proc_root, std::int32_t pid,
                                 std::string_view label);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string_view>

/// Programs that are exempt whatever is requested, because users can't reach the session without
/// them: they ask for passwords, keep secrets, lock the screen, let programs out of their
/// sandboxes, read the screen aloud or type for a user. They are never adopted, frozen or closed.
/// While one of their dialogs has the focus, the foreground app stays the same.
namespace headroom {

/// The name of a program that NixOS has wrapped in a script: ".pinentry-qt-wrapped" is pinentry-qt,
/// and so is ".pinentry-qt-wr", which the kernel has cut. A second wrapper adds a "_".
[[nodiscard]] std::string_view unwrapped(std::string_view program);

/// By the file name of the executable. Where that is hidden, by the 15 characters that the kernel
/// keeps of a process's name. A program can fake such a name, but it could call Hold() just as
/// well.
[[nodiscard]] bool is_never_app(std::string_view program);

/// The same by a desktop file's id or a bus name.
[[nodiscard]] bool is_never_app_id(std::string_view id);

/// The same by the name of a systemd unit: "gpg-agent.service".
[[nodiscard]] bool is_never_app_unit(std::string_view unit);

} // namespace headroom

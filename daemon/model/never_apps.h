// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string_view>

/// What stands between a person and the session: it asks for passwords, keeps secrets, locks the
/// screen, lets programs out of their sandboxes, reads the screen aloud or types for somebody. It
/// isn't adopted, frozen or closed, whoever asks, and a dialog of it takes nobody's place in front.
namespace headroom {

/// By the file name of the executable or, where that is hidden, by the 15 characters that the kernel
/// keeps of a name. A program that calls itself so is let be, as it is when it asks for it by Hold().
[[nodiscard]] bool is_never_app(std::string_view program);

/// The same by the id of a desktop file, or a name on the bus.
[[nodiscard]] bool is_never_app_id(std::string_view id);

/// The same by the name of a systemd unit: "gpg-agent.service".
[[nodiscard]] bool is_never_app_unit(std::string_view unit);

} // namespace headroom

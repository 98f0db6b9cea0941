// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/emit.h"

namespace headroom {

/// Looks an application's desktop file up: the name and the icon people know it by, and what kind of program it is. Emits AppDescribed in any case, with the id
/// for a name where there is no such file.
void describe_app(const AppId &app, const Emit &emit);

/// Whether a name on the bus is an application's: it is its desktop file's, too (Desktop Entry Specification, "D-Bus Activation"). Services that have such a file
/// aren't displayed.
[[nodiscard]] bool is_application(const AppId &name);

} // namespace headroom

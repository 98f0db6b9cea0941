// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/settings/rc_file.h"

#include <span>

namespace headroom {

/// In the same directories as headroomrc. System Settings writes there which of an app's events
/// show a pop-up. In Plasma the sender itself has to honour that.
inline constexpr const char *popup_choice_file = "headroom.notifyrc";

/// Whether our one event shows a pop-up. It does unless one of the files turns it off. Files come
/// in order of precedence, lowest first.
[[nodiscard]] bool shows_popup(std::span<const RcFile> files);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/settings/rc_file.h"

#include <span>

namespace headroom {

/// In the same directories as headroomrc. What System Settings writes there under Notifications: which of an application's events show a pop-up. Plasma
/// leaves it to whoever speaks to heed that.
inline constexpr const char *popup_choice_file = "headroom.notifyrc";

/// Whether our one event shows a pop-up, as it does unless one of the files says otherwise; the one of least weight first.
[[nodiscard]] bool shows_popup(std::span<const RcFile> files);

} // namespace headroom

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <set>

/// Which units are one app. The processes decide this; names only serve to name the app.
namespace headroom {

struct Process;
struct Session;

/// The unit and all units that ties of the same program lead to, directly or through others. A unit
/// where apps don't belong has no kin.
[[nodiscard]] std::set<UnitId> kin_of(const Session &session, UnitId unit);

/// The id of the app that these units are: from the desktop file of one of them, else from the
/// oldest unit that has an id. Empty: no unit has one.
[[nodiscard]] AppId app_of_kin(const Session &session, const std::set<UnitId> &kin);

/// Whether the app may have more units than those known. True if a unit of it has a tie to another
/// app that may or may not be kinship. True if its program also runs where apps don't belong (a
/// launcher's unit) or in a terminal's tab. True, too, if it is a tab whose program also runs
/// elsewhere.
[[nodiscard]] bool may_have_more_kin(const Session &session, const AppId &app);

/// Whether a process in the unit `at` may have been left behind there when its parent was moved to
/// the app's unit `parents`. True if `at` is a launcher's unit, or one of the desktop's own where
/// strays are found. If by_guest, also true for a unit of another app in which the program was a
/// guest: a terminal's.
[[nodiscard]] bool may_be_left_behind(const Session &session, UnitId at, UnitId parents,
                                      bool by_guest);

/// Whether a program in the unit shows a window, or did.
[[nodiscard]] bool has_shown_windows(const Session &session, UnitId unit);

/// Whether a part of the app in the unit `parents` may turn out to be left in the unit `at`, which
/// is also an app's. True as well for the two units of one app.
[[nodiscard]] bool may_be_left_with_host(const Session &session, UnitId at, UnitId parents);

/// Whether the process was left in the unit of an app in which its parent was a guest, and which
/// the parent has left for `parents`: a part of a browser that was opened by a link in a messenger.
/// Only for a process that runs the same program as its parent.
[[nodiscard]] bool is_left_with_host(const Session &session, const Process &process,
                                     UnitId parents);

} // namespace headroom

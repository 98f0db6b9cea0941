// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <set>

/// Which units are one application. Processes decide; names only help to call it something.
namespace headroom {

struct Session;

/// The unit and all units that ties of the same program lead to, directly or through others. A unit that no application may be in is alone.
[[nodiscard]] std::set<UnitId> kin_of(const Session &session, UnitId unit);

/// What to call the application that these units are: the desktop file of one of them, else what the oldest unit with a name says. Empty: no unit says anything.
[[nodiscard]] AppId app_of_kin(const Session &session, const std::set<UnitId> &kin);

/// Whether a unit of the app has a tie to another app that can't be told from kinship, or its program also runs where no application may be (a launcher's
/// unit) or in a terminal's tab, or it is such a tab. Then the app's units are not known to be all of it.
[[nodiscard]] bool may_have_more_kin(const Session &session, const AppId &app);

/// Whether a process in the unit `at` whose parent is in an application's unit was only forgotten there: `at` is a launcher's unit, the desktop's own, or a
/// terminal's in which the program was a guest.
[[nodiscard]] bool may_be_left_behind(const Session &session, UnitId at, UnitId parents,
                                      bool by_guest);

} // namespace headroom

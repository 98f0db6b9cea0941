// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/requests.h"

#include <headroom_dbus.h>

namespace headroom {

/// Manager.History().
void answer_history(HeadroomDbusManager *skeleton, Requests &requests);

} // namespace headroom

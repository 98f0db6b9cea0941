// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/requests.h"

#include <headroom_dbus.h>

namespace headroom {

/// Manager.MeasureNeed() and CancelMeasurement().
void answer_needs(HeadroomDbusManager *skeleton, Requests &requests);

/// App.Measurement, floating.
[[nodiscard]] GVariant *measurement_of(const Session &session, const AppId &app);

} // namespace headroom

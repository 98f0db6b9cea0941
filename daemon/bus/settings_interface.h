// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/requests.h"

#include <headroom_dbus.h>
#include <optional>
#include <vector>

namespace headroom {

/// The part of org.headroomd.Headroom1.Manager that is about settings.
class SettingsInterface {
public:
    /// skeleton and requests outlive it.
    SettingsInterface(HeadroomDbusManager *skeleton, const Requests &requests);

    void mirror(const Session &session);

private:
    HeadroomDbusManager *m_skeleton;
    std::optional<std::vector<Setting>> m_mirrored; ///< most turns change no setting
};

} // namespace headroom

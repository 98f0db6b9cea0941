// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/public_properties.h"
#include "bus/requests.h"

#include <headroom_dbus.h>
#include <optional>
#include <vector>

namespace headroom {

/// The part of org.headroomd.Headroom1.Manager that is about settings.
class SettingsInterface {
public:
    /// All of them outlive it.
    SettingsInterface(HeadroomDbusManager *skeleton, PublicProperties &properties,
                      Requests &requests);

    void mirror(const Session &session);

private:
    PublicProperties &m_properties;
    /// Most turns change no setting.
    std::optional<std::vector<Setting>> m_mirrored;
};

} // namespace headroom

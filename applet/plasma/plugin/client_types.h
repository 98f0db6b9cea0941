// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "acts.h"
#include "apps_by_hurt.h"

#include <qqmlintegration.h>

/// The classes of applet/client/ under their names in QML.
namespace headroom::plasma {

struct DaemonType {
    Q_GADGET
    QML_FOREIGN(headroom::client::Daemon)
    QML_NAMED_ELEMENT(Daemon)
};

struct SamplingType {
    Q_GADGET
    QML_FOREIGN(headroom::client::Sampling)
    QML_NAMED_ELEMENT(Sampling)
};

struct AppsType {
    Q_GADGET
    QML_FOREIGN(headroom::client::Apps)
    QML_NAMED_ELEMENT(Apps)
};

struct AppsByHurtType {
    Q_GADGET
    QML_FOREIGN(headroom::client::AppsByHurt)
    QML_NAMED_ELEMENT(AppsByHurt)
};

struct ActsType {
    Q_GADGET
    QML_FOREIGN(headroom::client::Acts)
    QML_NAMED_ELEMENT(Acts)
};

} // namespace headroom::plasma

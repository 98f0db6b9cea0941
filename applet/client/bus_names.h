// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QDBusObjectPath>
#include <QMap>
#include <QString>
#include <QVariantMap>

namespace headroom::client {

inline const QString bus_name = QStringLiteral("org.headroomd.Headroom1");
inline const QString root_path = QStringLiteral("/org/headroomd/Headroom1");
inline const QString manager_interface = QStringLiteral("org.headroomd.Headroom1.Manager");
inline const QString app_interface = QStringLiteral("org.headroomd.Headroom1.App");
inline const QString properties_interface = QStringLiteral("org.freedesktop.DBus.Properties");
inline const QString objects_interface = QStringLiteral("org.freedesktop.DBus.ObjectManager");

/// Properties by interface, and these by object: what ObjectManager reports.
using Interfaces = QMap<QString, QVariantMap>;
using Objects = QMap<QDBusObjectPath, Interfaces>;

} // namespace headroom::client

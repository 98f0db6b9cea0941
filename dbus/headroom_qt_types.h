// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <QDBusArgument>
#include <QList>
#include <QMap>
#include <QString>
#include <QVariantMap>

/// The D-Bus types of org.headroomd.Headroom1.xml that Qt does not provide.

/// (bss): one entry of Manager.Capabilities.
struct HeadroomCapability {
    bool available = false;
    QString reason;
    QString remedy;
};
using HeadroomCapabilities = QMap<QString, HeadroomCapability>; ///< a{s(bss)}
using HeadroomMeasures = QMap<QString, QVariantMap>;            ///< a{sa{sv}}
using HeadroomMachineMeasures = QMap<QString, QMap<QString, double>>; ///< a{sa{sd}}
using HeadroomSettings = QMap<QString, QString>;                ///< a{ss}

/// (ssssb): Manager.Culprit.
struct HeadroomCulprit {
    QString app; ///< empty: none
    QString sentence;
    QString resource;
    QString shortage; ///< a clause
    bool paused = false;
};

/// (tsssssbs): one entry of Manager.History().
struct HeadroomHistoryEntry {
    qulonglong timeUs = 0; ///< CLOCK_REALTIME
    QString action;
    QString app;
    QString unit;
    QString level;
    QString reason;
    bool isNews = false;
    QString code; ///< for the reason; empty: none
};
using HeadroomHistory = QList<HeadroomHistoryEntry>; ///< a(tsssssbs)

inline QDBusArgument &operator<<(QDBusArgument &argument, const HeadroomCapability &capability)
{
    argument.beginStructure();
    argument << capability.available << capability.reason << capability.remedy;
    argument.endStructure();
    return argument;
}

inline const QDBusArgument &operator>>(const QDBusArgument &argument,
                                       HeadroomCapability &capability)
{
    argument.beginStructure();
    argument >> capability.available >> capability.reason >> capability.remedy;
    argument.endStructure();
    return argument;
}

inline QDBusArgument &operator<<(QDBusArgument &argument, const HeadroomCulprit &culprit)
{
    argument.beginStructure();
    argument << culprit.app << culprit.sentence << culprit.resource << culprit.shortage
             << culprit.paused;
    argument.endStructure();
    return argument;
}

inline const QDBusArgument &operator>>(const QDBusArgument &argument, HeadroomCulprit &culprit)
{
    argument.beginStructure();
    argument >> culprit.app >> culprit.sentence >> culprit.resource >> culprit.shortage
        >> culprit.paused;
    argument.endStructure();
    return argument;
}

inline QDBusArgument &operator<<(QDBusArgument &argument, const HeadroomHistoryEntry &entry)
{
    argument.beginStructure();
    argument << entry.timeUs << entry.action << entry.app << entry.unit << entry.level
             << entry.reason << entry.isNews << entry.code;
    argument.endStructure();
    return argument;
}

inline const QDBusArgument &operator>>(const QDBusArgument &argument, HeadroomHistoryEntry &entry)
{
    argument.beginStructure();
    argument >> entry.timeUs >> entry.action >> entry.app >> entry.unit >> entry.level
        >> entry.reason >> entry.isNews >> entry.code;
    argument.endStructure();
    return argument;
}

Q_DECLARE_METATYPE(HeadroomCapability)
Q_DECLARE_METATYPE(HeadroomCulprit)
Q_DECLARE_METATYPE(HeadroomHistoryEntry)

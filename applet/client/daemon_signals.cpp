// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus_names.h"
#include "daemon.h"

#include <QDBusConnection>

using namespace Qt::StringLiterals;

namespace headroom::client {

void Daemon::connectSignals()
{
    auto bus = QDBusConnection::sessionBus();
    bus.connect(m_owner, root_path, properties_interface, u"PropertiesChanged"_s, this,
                SLOT(onManagerChanged(QString, QVariantMap, QStringList)));
    bus.connect(m_owner, {}, properties_interface, u"PropertiesChanged"_s, {app_interface},
                u"sa{sv}as"_s, this,
                SLOT(onAppChanged(QString, QVariantMap, QStringList, QDBusMessage)));
    bus.connect(m_owner, root_path, objects_interface, u"InterfacesAdded"_s, this,
                SLOT(onObjectAdded(QDBusMessage)));
    bus.connect(m_owner, root_path, objects_interface, u"InterfacesRemoved"_s, this,
                SLOT(onObjectRemoved(QDBusMessage)));
}

void Daemon::disconnectSignals()
{
    auto bus = QDBusConnection::sessionBus();
    bus.disconnect(m_owner, root_path, properties_interface, u"PropertiesChanged"_s, this,
                   SLOT(onManagerChanged(QString, QVariantMap, QStringList)));
    bus.disconnect(m_owner, {}, properties_interface, u"PropertiesChanged"_s, {app_interface},
                   u"sa{sv}as"_s, this,
                   SLOT(onAppChanged(QString, QVariantMap, QStringList, QDBusMessage)));
    bus.disconnect(m_owner, root_path, objects_interface, u"InterfacesAdded"_s, this,
                   SLOT(onObjectAdded(QDBusMessage)));
    bus.disconnect(m_owner, root_path, objects_interface, u"InterfacesRemoved"_s, this,
                   SLOT(onObjectRemoved(QDBusMessage)));
}

void Daemon::onManagerChanged(const QString &interface, const QVariantMap &changed,
                              const QStringList & /*invalidated*/)
{
    if (interface != manager_interface || m_properties.isEmpty())
        return; // the answer to GetAll is still to come and will contain the change
    for (const auto &[name, value] : changed.asKeyValueRange())
        m_properties.insert(name, value);
    if (m_state != Ready)
        return;
    emit propertiesChanged();
    if (changed.contains(u"Settings"_s))
        emit settingsChanged();
}

void Daemon::onAppChanged(const QString & /*interface*/, const QVariantMap &changed,
                          const QStringList & /*invalidated*/, const QDBusMessage &message)
{
    if (m_state == Ready)
        emit appChanged(message.path(), changed);
}

void Daemon::onObjectAdded(const QDBusMessage &message)
{
    if (m_state != Ready || message.signature() != "oa{sa{sv}}"_L1)
        return;
    const auto path = qvariant_cast<QDBusObjectPath>(message.arguments().at(0)).path();
    const auto interfaces = qdbus_cast<Interfaces>(message.arguments().at(1));
    if (interfaces.contains(app_interface))
        emit appChanged(path, interfaces.value(app_interface));
}

void Daemon::onObjectRemoved(const QDBusMessage &message)
{
    if (m_state == Ready && message.signature() == "oas"_L1)
        emit appGone(qvariant_cast<QDBusObjectPath>(message.arguments().at(0)).path());
}

} // namespace headroom::client

// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

#include "app_face.h"
#include "bus_names.h"
#include "pending_call.h"

#include <QDBusConnection>
#include <QDBusMetaType>
#include <QDBusPendingReply>
#include <QVersionNumber>

using namespace Qt::StringLiterals;

namespace headroom::client {

namespace {

void register_types()
{
    qDBusRegisterMetaType<HeadroomCapability>();
    qDBusRegisterMetaType<HeadroomCapabilities>();
    qDBusRegisterMetaType<HeadroomCulprit>();
    qDBusRegisterMetaType<HeadroomMeasures>();
    qDBusRegisterMetaType<QMap<QString, double>>();
    qDBusRegisterMetaType<HeadroomMachineMeasures>();
    qDBusRegisterMetaType<HeadroomSettings>();
    qDBusRegisterMetaType<HeadroomHistoryEntry>();
    qDBusRegisterMetaType<HeadroomHistory>();
    qDBusRegisterMetaType<Interfaces>();
    qDBusRegisterMetaType<Objects>();
}

/// Calls a method of the message bus itself.
QDBusPendingCall call_bus(const QString &method, const QVariantList &arguments)
{
    auto call = QDBusMessage::createMethodCall(
        u"org.freedesktop.DBus"_s, u"/org/freedesktop/DBus"_s, u"org.freedesktop.DBus"_s, method);
    call.setArguments(arguments);
    return QDBusConnection::sessionBus().asyncCall(call);
}

} // namespace

Daemon::Daemon(QObject *parent)
    : QObject(parent),
      m_watcher(bus_name, QDBusConnection::sessionBus(), QDBusServiceWatcher::WatchForOwnerChange)
{
    static const bool once = (register_types(), true);
    Q_UNUSED(once)
    connect(&m_watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
            [this](const QString & /*name*/, const QString & /*before*/, const QString &owner) {
                setOwner(owner);
            });
    connect(this, &Daemon::stateChanged, this, &Daemon::troubleChanged);
    connect(this, &Daemon::propertiesChanged, this, &Daemon::troubleChanged);
    connect(&m_unit, &Unit::changed, this, &Daemon::troubleChanged);
    when_answered(call_bus(u"GetNameOwner"_s, {bus_name}), this,
                  [this](const QDBusPendingCall &call) {
                      const QDBusPendingReply<QString> owner = call;
                      if (m_owner.isEmpty()) // else the watcher was faster
                          setOwner(owner.isError() ? QString() : owner.value());
                  });
}

QString Daemon::trouble() const
{
    switch (m_state) {
    case Absent:
        if (m_unit.isMissing())
            return u"missing"_s;
        if (m_unit.isMasked())
            return u"masked"_s;
        if (m_unit.isStarting())
            return {};
        return m_unit.isFailed() ? u"failed"_s : u"stopped"_s;
    case Connecting: return {};
    case Ready:
    case Incompatible: break;
    }
    const auto running = QVersionNumber::fromString(version());
    const int order = running.isNull()
        ? 0
        : QVersionNumber::compare(running, QVersionNumber::fromString(u"" HEADROOM_VERSION));
    if (order < 0)
        return u"older"_s;
    return order > 0 || m_state == Incompatible ? u"newer"_s : QString{};
}

QString Daemon::level() const
{
    return m_properties.value(u"Level"_s, u"unknown"_s).toString();
}

QString Daemon::levelReason() const
{
    return displayable_text(m_properties.value(u"LevelReason"_s).toString());
}

QVariantMap Daemon::culprit() const
{
    const auto culprit = qdbus_cast<HeadroomCulprit>(m_properties.value(u"Culprit"_s));
    // Older daemons have no summary.
    const QString summary = m_properties.value(u"CulpritSummary"_s, culprit.sentence).toString();
    return {{u"app"_s, culprit.app},
            {u"summary"_s, displayable_text(summary)},
            {u"sentence"_s, displayable_text(culprit.sentence)},
            {u"shortage"_s, displayable_text(culprit.shortage)},
            {u"paused"_s, culprit.paused},
            // Older daemons refuse the active app.
            {u"canPause"_s,
             m_properties.value(u"CanFreezeCulprit"_s, culprit.app != focused()).toBool()}};
}

QDateTime Daemon::disabledUntil() const
{
    const auto until_us = m_properties.value(u"DisabledUntil"_s).toULongLong();
    return until_us == 0 ? QDateTime{}
                         : QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(until_us / 1000));
}

QVariantList Daemon::capabilities() const
{
    QVariantList list;
    const auto capabilities =
        qdbus_cast<HeadroomCapabilities>(m_properties.value(u"Capabilities"_s));
    for (const auto &[name, capability] : capabilities.asKeyValueRange()) {
        list.append(QVariantMap{{u"name"_s, name},
                                {u"available"_s, capability.available},
                                {u"reason"_s, capability.reason},
                                {u"remedy"_s, capability.remedy}});
    }
    return list;
}

void Daemon::setOwner(const QString &owner)
{
    if (!m_owner.isEmpty())
        disconnectSignals();
    m_owner = owner;
    m_properties.clear();
    m_manager.reset();
    m_unit.follow(owner.isEmpty());
    // Absent first, even if the next owner is already there, so that models drop the old apps.
    setState(Absent);
    emit propertiesChanged();
    if (owner.isEmpty())
        return;
    m_manager = std::make_unique<Manager>(owner, root_path, QDBusConnection::sessionBus());
    connect(m_manager.get(), &Manager::Acted, this, &Daemon::acted);
    setState(Connecting);
    connectSignals();
    requestProperties();
}

/// Requests the Manager's properties, then the apps; neither is shown without the other. An answer
/// of an earlier owner is dropped.
void Daemon::requestProperties()
{
    auto get_all =
        QDBusMessage::createMethodCall(m_owner, root_path, properties_interface, u"GetAll"_s);
    get_all.setArguments({manager_interface});
    when_answered(QDBusConnection::sessionBus().asyncCall(get_all), this,
                  [this, owner = m_owner](const QDBusPendingCall &call) {
                      if (owner != m_owner)
                          return;
                      const QDBusPendingReply<QVariantMap> properties = call;
                      if (properties.isError())
                          takeFailure(properties.error());
                      else
                          takeProperties(properties.value());
                  });
}

void Daemon::takeProperties(const QVariantMap &properties)
{
    for (const auto &needed :
         {"Level"_L1, "Focused"_L1, "WindowSource"_L1, "Capabilities"_L1, "Settings"_L1}) {
        if (!properties.contains(needed)) {
            m_properties.clear();
            m_properties.insert(u"Version"_s, properties.value(u"Version"_s));
            setState(Incompatible);
            emit propertiesChanged();
            return;
        }
    }
    m_properties = properties;
    const auto get_objects = QDBusMessage::createMethodCall(m_owner, root_path, objects_interface,
                                                            u"GetManagedObjects"_s);
    when_answered(QDBusConnection::sessionBus().asyncCall(get_objects), this,
                  [this, owner = m_owner](const QDBusPendingCall &call) {
                      if (owner != m_owner)
                          return;
                      const QDBusPendingReply<Objects> objects = call;
                      if (objects.isError()) {
                          takeFailure(objects.error());
                          return;
                      }
                      setState(Ready);
                      emit propertiesChanged();
                      const auto found = objects.value();
                      for (const auto &[path, interfaces] : found.asKeyValueRange()) {
                          if (interfaces.contains(app_interface))
                              emit appChanged(path.path(), interfaces.value(app_interface));
                      }
                  });
}

/// Asks again if the daemon is only slow. Otherwise nothing would until the daemon restarts.
void Daemon::takeFailure(const QDBusError &error)
{
    if (is_late(error))
        requestProperties();
    else
        setState(Incompatible);
}

void Daemon::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    emit stateChanged();
}

} // namespace headroom::client

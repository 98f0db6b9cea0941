// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "bus_names.h"
#include "pending_call.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingReply>

using namespace Qt::StringLiterals;

namespace headroom::client {

namespace {

const auto unit_name = u"headroomd.service"_s;
const auto systemd = u"org.freedesktop.systemd1"_s;
const auto systemd_path = u"/org/freedesktop/systemd1"_s;
const auto systemd_manager = u"org.freedesktop.systemd1.Manager"_s;
const auto unit_path = u"/org/freedesktop/systemd1/unit/headroomd_2eservice"_s;
const auto unit_interface = u"org.freedesktop.systemd1.Unit"_s;

QDBusPendingCall call(const QString &path, const QString &interface, const QString &method,
                      const QVariantList &arguments = {})
{
    auto message = QDBusMessage::createMethodCall(systemd, path, interface, method);
    message.setArguments(arguments);
    message.setAutoStartService(false);
    return QDBusConnection::sessionBus().asyncCall(message);
}

QDBusPendingCall request_job(const QString &method)
{
    return call(systemd_path, systemd_manager, method, {unit_name, u"replace"_s});
}

} // namespace

void Unit::follow(bool wanted)
{
    if (wanted == m_followed)
        return;
    m_followed = wanted;
    auto bus = QDBusConnection::sessionBus();
    if (!wanted) {
        bus.disconnect(systemd, unit_path, properties_interface, u"PropertiesChanged"_s, this,
                       SLOT(onChanged(QString, QVariantMap, QStringList)));
        bus.disconnect(systemd, systemd_path, systemd_manager, u"Reloading"_s, this,
                       SLOT(onReloading(bool)));
        take({});
        return;
    }
    bus.connect(systemd, unit_path, properties_interface, u"PropertiesChanged"_s, this,
                SLOT(onChanged(QString, QVariantMap, QStringList)));
    // No signal of the unit reports that it was masked or unmasked.
    bus.connect(systemd, systemd_path, systemd_manager, u"Reloading"_s, this,
                SLOT(onReloading(bool)));
    // systemd emits signals only once a client has subscribed. We never unsubscribe: that
    // would affect the rest of this process, too.
    call(systemd_path, systemd_manager, u"Subscribe"_s);
    look();
}

QDBusPendingCall Unit::start()
{
    call(systemd_path, systemd_manager, u"ResetFailedUnit"_s, {unit_name});
    return request_job(u"StartUnit"_s);
}

QDBusPendingCall Unit::restart()
{
    return request_job(u"RestartUnit"_s);
}

void Unit::onChanged(const QString &interface, const QVariantMap & /*changed*/,
                     const QStringList & /*invalidated*/)
{
    if (interface == unit_interface)
        look();
}

void Unit::look()
{
    when_answered(call(unit_path, properties_interface, u"GetAll"_s, {unit_interface}), this,
                  [this](const QDBusPendingCall &answered) {
                      const QDBusPendingReply<QVariantMap> reply = answered;
                      if (!m_followed || reply.isError())
                          return;
                      take(reply.value());
                  });
}

void Unit::onReloading(bool begins)
{
    if (!begins)
        look();
}

void Unit::take(const QVariantMap &properties)
{
    const QString active = properties.value(u"ActiveState"_s).toString();
    const QString load = properties.value(u"LoadState"_s).toString();
    const QString file = properties.value(u"FragmentPath"_s).toString();
    if (active == m_active && load == m_load && file == m_file)
        return;
    m_active = active;
    m_load = load;
    m_file = file;
    emit changed();
}

/// The file shows whose mask it is: the user's own, the user's own until the next boot, or the
/// administrator's for all users.
QString Unit::unmaskCommand() const
{
    if (m_file.startsWith("/etc/"_L1))
        return u"sudo systemctl --global unmask headroomd.service"_s;
    if (m_file.startsWith("/run/"_L1))
        return u"systemctl --user unmask --runtime headroomd.service"_s;
    return u"systemctl --user unmask headroomd.service"_s;
}

} // namespace headroom::client

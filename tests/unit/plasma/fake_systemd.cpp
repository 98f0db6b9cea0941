// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "fake_systemd.h"

#include <QDBusObjectPath>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace {

const auto bus_name = u"org.freedesktop.systemd1"_s;
const auto root_path = u"/org/freedesktop/systemd1"_s;
const auto unit_path = u"/org/freedesktop/systemd1/unit/headroomd_2eservice"_s;
const auto unit_interface = u"org.freedesktop.systemd1.Unit"_s;

} // namespace

FakeSystemd::FakeSystemd(QObject *parent)
    : QDBusVirtualObject(parent),
      m_bus(QDBusConnection::connectToBus(QDBusConnection::SessionBus, u"systemd"_s))
{
    m_bus.registerVirtualObject(root_path, this, QDBusConnection::SubPath);
}

void FakeSystemd::reset()
{
    change(u"inactive"_s, u"loaded"_s);
    m_file.clear();
    m_refusal.clear();
    m_calls.clear();
    m_bus.registerService(bus_name);
}

void FakeSystemd::vanish()
{
    m_bus.unregisterService(bus_name);
}

void FakeSystemd::change(const QString &activeState, const QString &loadState)
{
    m_active = activeState;
    m_load = loadState;
    if (!m_subscribed)
        return;
    auto message = QDBusMessage::createSignal(unit_path, u"org.freedesktop.DBus.Properties"_s,
                                              u"PropertiesChanged"_s);
    message.setArguments(
        {unit_interface, QVariantMap{{u"ActiveState"_s, m_active}}, QStringList{}});
    m_bus.send(message);
}

void FakeSystemd::reload(const QString &loadState, const QString &file)
{
    m_load = loadState;
    m_file = file;
    if (!m_subscribed)
        return;
    for (const bool begins : {true, false}) {
        auto message = QDBusMessage::createSignal(root_path, u"org.freedesktop.systemd1.Manager"_s,
                                                  u"Reloading"_s);
        message.setArguments({begins});
        m_bus.send(message);
    }
}

QString FakeSystemd::introspect(const QString & /*path*/) const
{
    return {};
}

bool FakeSystemd::handleMessage(const QDBusMessage &message, const QDBusConnection & /*connection*/)
{
    const QString method = message.member();
    if (method == "GetAll"_L1) {
        m_bus.send(message.createReply(QVariantMap{
            {u"ActiveState"_s, m_active}, {u"LoadState"_s, m_load}, {u"FragmentPath"_s, m_file}}));
        return true;
    }
    if (method == "Subscribe"_L1) {
        m_subscribed = true;
        m_bus.send(message.createReply());
        return true;
    }
    QStringList words{method};
    for (const QVariant &argument : message.arguments())
        words.append(argument.toString());
    m_calls.append(words.join(u' '));
    const bool is_job = method.endsWith("tUnit"_L1) && method != "ResetFailedUnit"_L1;
    if (is_job && !m_refusal.isEmpty())
        m_bus.send(message.createErrorReply(u"org.freedesktop.systemd1.NoSuchUnit"_s, m_refusal));
    else if (is_job)
        m_bus.send(
            message.createReply(QVariant::fromValue(QDBusObjectPath{root_path + u"/job/1"_s})));
    else
        m_bus.send(message.createReply());
    return true;
}

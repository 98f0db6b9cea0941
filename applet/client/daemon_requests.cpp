// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"
#include "pending_call.h"

#include <QDBusConnection>

using namespace Qt::StringLiterals;

namespace headroom::client {

void Daemon::start()
{
    reportRefusal({}, m_unit.start());
}

void Daemon::restart()
{
    reportRefusal({}, m_unit.restart());
}

void Daemon::logOut()
{
    const auto name = u"org.kde.LogoutPrompt"_s;
    reportRefusal({},
                  QDBusConnection::sessionBus().asyncCall(QDBusMessage::createMethodCall(
                      name, u"/LogoutPrompt"_s, name, u"promptLogout"_s)));
}

void Daemon::freeze(const QString &app)
{
    if (m_manager)
        reportRefusal(app, m_manager->Freeze(app, 0));
}

void Daemon::thaw(const QString &app)
{
    if (m_manager)
        reportRefusal(app, m_manager->Thaw(app));
}

void Daemon::thawAll()
{
    if (m_manager)
        reportRefusal({}, m_manager->ThawAll());
}

void Daemon::close(const QString &app)
{
    if (m_manager)
        reportRefusal(app, m_manager->Close(app));
}

void Daemon::measureNeed(const QString &app)
{
    if (m_manager)
        reportRefusal(app, m_manager->MeasureNeed(app));
}

void Daemon::cancelMeasurement(const QString &app)
{
    if (m_manager)
        reportRefusal(app, m_manager->CancelMeasurement(app));
}

void Daemon::setRule(const QString &app, const QString &rule)
{
    if (m_manager)
        reportRefusal(app, m_manager->SetSetting(u"App-"_s + app + u"/Rule"_s, rule));
}

void Daemon::disableFor(int seconds)
{
    if (m_manager)
        reportRefusal({}, m_manager->DisableFor(static_cast<qulonglong>(seconds) * 1'000'000));
}

void Daemon::reportRefusal(const QString &app, const QDBusPendingCall &call)
{
    when_answered(call, this, [this, app](const QDBusPendingCall &answered) {
        if (answered.isError())
            emit refused(app, answered.error().message());
    });
}

} // namespace headroom::client

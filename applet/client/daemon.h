// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "headroom_qt_interface.h"

#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QDBusServiceWatcher>
#include <QObject>
#include <QVariantList>
#include <memory>

namespace headroom::client {

using Manager = org::headroomd::Headroom1::Manager;

/// headroomd, seen from a desktop program. Every call is asynchronous, and none starts a daemon that the user has stopped: they go to the one that is
/// there now, by its unique name. When it ends, everything known of it is forgotten at once, so that nothing stale is shown.
class Daemon : public QObject {
    Q_OBJECT
    Q_PROPERTY(headroom::client::Daemon::State state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString version READ version NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString level READ level NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString levelReason READ levelReason NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString focused READ focused NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString windowSource READ windowSource NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QVariantList capabilities READ capabilities NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QVariantMap rules READ rules NOTIFY propertiesChanged FINAL)

public:
    enum State {
        Absent, ///< nobody has the name
        Connecting, ///< somebody has it, and is asked what there is; also while one is being started
        Ready, ///< everything below is true now
        Incompatible, ///< somebody has it who does not speak as this program does: another version
    };
    Q_ENUM(State)

    explicit Daemon(QObject *parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString version() const
    {
        return m_properties.value(QStringLiteral("Version")).toString();
    }
    [[nodiscard]] QString level() const; ///< as the bus has it; "unknown" while not ready
    [[nodiscard]] QString levelReason() const; ///< fit to be shown; empty: nobody said
    [[nodiscard]] QString focused() const
    {
        return m_properties.value(QStringLiteral("Focused")).toString();
    }
    [[nodiscard]] QString windowSource() const
    {
        return m_properties.value(QStringLiteral("WindowSource")).toString();
    }
    /// { name, available, reason, remedy } each, in alphabetical order.
    [[nodiscard]] QVariantList capabilities() const;
    /// Application id → "never" or "eager"; others are "normal".
    [[nodiscard]] QVariantMap rules() const;
    /// nullptr unless somebody has the name. For calls; its property getters would block.
    [[nodiscard]] Manager *manager() const { return m_manager.get(); }

    Q_INVOKABLE void start(); ///< has the bus start one
    Q_INVOKABLE void freeze(const QString &app);
    Q_INVOKABLE void thaw(const QString &app);
    Q_INVOKABLE void close(const QString &app);
    Q_INVOKABLE void setRule(const QString &app,
                             const QString &rule); ///< "never", "normal" or "eager"

signals:
    void stateChanged();
    void propertiesChanged();
    /// What was asked for isn't done; the sentence says why, fit to be shown.
    void refused(const QString &app, const QString &sentence);
    void acted(const QString &action, const QString &app, const QString &unit,
               const QString &reason);
    /// An application that is new or has changed: some or all of the App's properties. Nothing comes before the state is Ready.
    void appChanged(const QString &path, const QVariantMap &properties);
    void appGone(const QString &path);

private slots: // called by the bus, by name
    void onManagerChanged(const QString &interface, const QVariantMap &changed,
                          const QStringList &invalidated);
    void onAppChanged(const QString &interface, const QVariantMap &changed,
                      const QStringList &invalidated, const QDBusMessage &message);
    void onObjectAdded(const QDBusMessage &message);
    void onObjectRemoved(const QDBusMessage &message);

private:
    void ownerIs(const QString &owner);
    void connectSignals();
    void disconnectSignals();
    void ask();
    void tookProperties(const QVariantMap &properties);
    void become(State state);
    void tellIfRefused(const QString &app, const QDBusPendingCall &call);

    QDBusServiceWatcher m_watcher;
    std::unique_ptr<Manager> m_manager;
    QString m_owner; ///< unique name; empty: nobody
    State m_state = Connecting;
    QVariantMap m_properties; ///< the Manager's
};

} // namespace headroom::client

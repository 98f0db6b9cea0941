// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "headroom_qt_interface.h"
#include "unit.h"

#include <QDBusError>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QDBusServiceWatcher>
#include <QDateTime>
#include <QObject>
#include <QVariantList>
#include <memory>

namespace headroom::client {

using Manager = org::headroomd::Headroom1::Manager;

/// headroomd, as a desktop program sees it. All calls are asynchronous. They go to the unique name
/// of the running daemon, so that none starts a daemon that the user has stopped. When the daemon
/// ends, everything it reported is dropped immediately, so that nothing stale is shown.
class Daemon : public QObject {
    Q_OBJECT
    Q_PROPERTY(headroom::client::Daemon::State state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString trouble READ trouble NOTIFY troubleChanged FINAL)
    Q_PROPERTY(QString unmaskCommand READ unmaskCommand NOTIFY troubleChanged FINAL)
    Q_PROPERTY(QString version READ version NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString level READ level NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString levelReason READ levelReason NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QVariantMap culprit READ culprit NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QString focused READ focused NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QVariantList capabilities READ capabilities NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(bool canDisable READ canDisable NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(bool disabled READ disabled NOTIFY propertiesChanged FINAL)
    Q_PROPERTY(QDateTime disabledUntil READ disabledUntil NOTIFY propertiesChanged FINAL)

public:
    enum State {
        Absent, ///< the name has no owner
        Connecting, ///< the name has an owner whose state is being read
        Ready, ///< everything below is current
        Incompatible, ///< the owner does not have the interface of this version
    };
    Q_ENUM(State)

    explicit Daemon(QObject *parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    /// What is wrong with the daemon itself: "stopped"; "failed" (it has crashed or could not
    /// start); "masked" (systemd must not start it); "missing" (it isn't installed); "older" (than
    /// this program); "newer" (than this program, or it doesn't match it); empty: nothing, or it
    /// is only starting.
    [[nodiscard]] QString trouble() const;
    [[nodiscard]] QString unmaskCommand() const { return m_unit.unmaskCommand(); }
    [[nodiscard]] QString version() const
    {
        return m_properties.value(QStringLiteral("Version")).toString();
    }
    [[nodiscard]] QString level() const; ///< as the bus has it; "unknown" while not ready
    [[nodiscard]] QString levelReason() const; ///< fit to be shown; empty: no reason was given
    /// { app, summary, sentence, shortage, paused, canPause } of the app to show as the cause of
    /// the shortage; the texts are fit to be shown. app is empty: there is none.
    [[nodiscard]] QVariantMap culprit() const;
    [[nodiscard]] QString focused() const
    {
        return m_properties.value(QStringLiteral("Focused")).toString();
    }
    /// { name, available, reason, remedy } each, in alphabetical order.
    [[nodiscard]] QVariantList capabilities() const;
    /// Older daemons can't be disabled for a while.
    [[nodiscard]] bool canDisable() const
    {
        return m_properties.contains(QStringLiteral("DisabledUntil"));
    }
    [[nodiscard]] bool disabled() const { return disabledUntil().isValid(); }
    [[nodiscard]] QDateTime disabledUntil() const; ///< invalid: it isn't disabled
    /// nullptr unless the name has an owner. Use it for calls only: its property getters block.
    [[nodiscard]] Manager *manager() const { return m_manager.get(); }

    /// Each of the next three resolves one value of trouble().
    Q_INVOKABLE void start();
    Q_INVOKABLE void restart();
    Q_INVOKABLE void logOut(); ///< Plasma asks for confirmation
    Q_INVOKABLE void freeze(const QString &app);
    Q_INVOKABLE void thaw(const QString &app);
    Q_INVOKABLE void thawAll();
    Q_INVOKABLE void close(const QString &app);
    Q_INVOKABLE void measureNeed(const QString &app); ///< takes minutes
    Q_INVOKABLE void cancelMeasurement(const QString &app);
    /// "never", "normal", "eager" or "foreground". "normal" outranks a pattern and the
    /// administrator's file, and is written only where one of them has another rule.
    Q_INVOKABLE void setRule(const QString &app, const QString &rule);
    Q_INVOKABLE void disableFor(int seconds); ///< 0: enables it again

signals:
    void stateChanged();
    void propertiesChanged();
    /// headroomrc was read again, and has changed: by us or by others.
    void settingsChanged();
    void troubleChanged();
    /// A request failed. The sentence states why and is fit to be shown.
    void refused(const QString &app, const QString &sentence);
    void acted(const QString &action, const QString &app, const QString &unit,
               const QString &reason, bool news);
    /// A new or changed app, with some or all of its properties. Never emitted before the state is
    /// Ready.
    void appChanged(const QString &path, const QVariantMap &properties);
    void appGone(const QString &path);

private slots: // called by name, when a D-Bus signal arrives
    void onManagerChanged(const QString &interface, const QVariantMap &changed,
                          const QStringList &invalidated);
    void onAppChanged(const QString &interface, const QVariantMap &changed,
                      const QStringList &invalidated, const QDBusMessage &message);
    void onObjectAdded(const QDBusMessage &message);
    void onObjectRemoved(const QDBusMessage &message);

private:
    void setOwner(const QString &owner);
    void connectSignals();
    void disconnectSignals();
    void requestProperties();
    void takeProperties(const QVariantMap &properties);
    void takeFailure(const QDBusError &error);
    void setState(State state);
    void reportRefusal(const QString &app, const QDBusPendingCall &call);

    QDBusServiceWatcher m_watcher;
    Unit m_unit;
    std::unique_ptr<Manager> m_manager;
    QString m_owner; ///< unique name; empty: no owner
    State m_state = Connecting;
    QVariantMap m_properties; ///< of the Manager
};

} // namespace headroom::client

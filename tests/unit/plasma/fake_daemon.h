// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QObject>
#include <QVariantMap>
#include <memory>
#include <qqmlintegration.h>

/// A fake headroomd on the test's private bus, controlled from QML: it answers with
/// FakeDaemon.properties, .apps, .measures …
class FakeDaemon : public QDBusVirtualObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON
    /// The Manager's, without Capabilities and Settings.
    Q_PROPERTY(QVariantMap properties MEMBER m_properties)
    /// Capability → why it is missing. All others are available.
    Q_PROPERTY(QVariantMap missing MEMBER m_missing)
    /// One map per app, with the properties that differ from an idle app's.
    Q_PROPERTY(QVariantList apps MEMBER m_apps)
    Q_PROPERTY(QVariantMap measures MEMBER m_measures) ///< app → figure → number or word
    Q_PROPERTY(QVariantMap machine MEMBER m_machine) ///< resource → average → number
    /// { action, app, reason, news, level } each
    Q_PROPERTY(QVariantList history MEMBER m_history)
    Q_PROPERTY(QVariantMap refusals MEMBER m_refusals) ///< method → sentence
    /// Methods whose next call ends as if the answer had not come in time.
    Q_PROPERTY(QStringList late MEMBER m_late)
    /// The calls in order, like "Freeze org.kde.kate". Requests for figures are "Measure".
    Q_PROPERTY(QStringList calls READ calls)
    Q_PROPERTY(QString version READ version CONSTANT) ///< the one that the applet is made for

public:
    explicit FakeDaemon(QObject *parent = nullptr);

    [[nodiscard]] QStringList calls() const { return m_calls; }
    [[nodiscard]] static QString version();

    Q_INVOKABLE void reset(); ///< leaves the bus and restores the initial state
    Q_INVOKABLE void appear();
    Q_INVOKABLE void vanish();
    Q_INVOKABLE void forgetCalls() { m_calls.clear(); }
    Q_INVOKABLE void holdAnswers(bool held); ///< if true, calls are kept unanswered until false
    /// Changes the Manager's properties, and emits the signal.
    Q_INVOKABLE void change(const QVariantMap &properties);
    Q_INVOKABLE void changeApp(int app, const QVariantMap &properties);
    Q_INVOKABLE void addApp(const QVariantMap &app);
    Q_INVOKABLE void removeApp(int app); ///< its number isn't reused
    Q_INVOKABLE void act(const QString &action, const QString &app, const QString &reason,
                         bool news = true);

    [[nodiscard]] QString introspect(const QString &path) const override;
    bool handleMessage(const QDBusMessage &message, const QDBusConnection &connection) override;

private:
    [[nodiscard]] QVariantMap managerProperties() const;
    [[nodiscard]] QVariantList answer(const QDBusMessage &call) const;
    void signal(const QString &path, const QString &interface, const QString &name,
                const QVariantList &arguments) const;

    QDBusConnection m_bus;
    QVariantMap m_properties;
    QVariantMap m_missing;
    QVariantList m_apps;
    QVariantMap m_measures;
    QVariantMap m_machine;
    QVariantList m_history;
    QVariantMap m_refusals;
    QStringList m_late;
    QStringList m_calls;
    QList<QDBusMessage> m_held;
    bool m_holds = false;
};
